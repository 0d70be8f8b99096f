from django.apps import AppConfig


class ExchangeConfig(AppConfig):
    name = "arrowswitch.site.exchange"
    label = "exchange"
