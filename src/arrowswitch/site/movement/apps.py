from django.apps import AppConfig


class MovementConfig(AppConfig):
    name = "arrowswitch.site.movement"
    label = "movement"
