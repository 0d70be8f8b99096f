from django.apps import AppConfig


class JournalConfig(AppConfig):
    name = "arrowswitch.site.journal"
    label = "journal"
