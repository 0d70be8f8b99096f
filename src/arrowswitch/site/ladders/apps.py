from django.apps import AppConfig


class LaddersConfig(AppConfig):
    name = "arrowswitch.site.ladders"
    label = "ladders"
