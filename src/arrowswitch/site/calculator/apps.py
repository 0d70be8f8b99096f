from django.apps import AppConfig


class CalculatorConfig(AppConfig):
    name = "arrowswitch.site.calculator"
    label = "calculator"
