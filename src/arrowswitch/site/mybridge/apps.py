from django.apps import AppConfig


class MyBridgeConfig(AppConfig):
    name = "arrowswitch.site.mybridge"
    label = "mybridge"
