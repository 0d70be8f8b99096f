from django.apps import AppConfig


class DealsConfig(AppConfig):
    name = "arrowswitch.site.night.deals"
    label = "deals"
