from django.apps import AppConfig


class PadsConfig(AppConfig):
    name = "arrowswitch.site.pads"
    label = "pads"
