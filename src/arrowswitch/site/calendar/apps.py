from django.apps import AppConfig


class CalendarConfig(AppConfig):
    name = "arrowswitch.site.calendar"
    label = "calendar"
