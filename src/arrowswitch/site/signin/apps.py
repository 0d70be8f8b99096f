from django.apps import AppConfig


class SigninConfig(AppConfig):
    name = "arrowswitch.site.signin"
    label = "signin"
