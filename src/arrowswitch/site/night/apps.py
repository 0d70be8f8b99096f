from django.apps import AppConfig


class NightConfig(AppConfig):
    name = "arrowswitch.site.night"
    label = "night"
