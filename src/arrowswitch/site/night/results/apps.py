from django.apps import AppConfig


class ResultsConfig(AppConfig):
    name = "arrowswitch.site.night.results"
    label = "results"
