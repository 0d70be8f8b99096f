from django.apps import AppConfig


class MeritsConfig(AppConfig):
    name = "arrowswitch.site.merits"
    label = "merits"
