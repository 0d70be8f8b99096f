from django.apps import AppConfig


class YearbookConfig(AppConfig):
    name = "arrowswitch.site.yearbook"
    label = "yearbook"
