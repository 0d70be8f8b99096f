from django.apps import AppConfig


class RegistersConfig(AppConfig):
    name = "arrowswitch.site.registers"
    label = "registers"
