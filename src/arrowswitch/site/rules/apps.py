from django.apps import AppConfig


class RulesConfig(AppConfig):
    name = "arrowswitch.site.rules"
    label = "rules"
