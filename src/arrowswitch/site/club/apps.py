from django.apps import AppConfig


class ClubConfig(AppConfig):
    name = "arrowswitch.site.club"
    label = "club"
