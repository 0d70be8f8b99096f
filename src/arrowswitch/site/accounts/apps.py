from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "arrowswitch.site.accounts"
    label = "accounts"
