from django.apps import AppConfig


class OutboxConfig(AppConfig):
    name = "arrowswitch.site.outbox"
    label = "outbox"
