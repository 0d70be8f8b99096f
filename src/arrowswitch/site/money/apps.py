from django.apps import AppConfig


class MoneyConfig(AppConfig):
    name = "arrowswitch.site.money"
    label = "money"
