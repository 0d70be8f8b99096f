from django.apps import AppConfig


class EventsConfig(AppConfig):
    name = "arrowswitch.site.events"
    label = "events"
