from django.apps import AppConfig


class NoticeboardConfig(AppConfig):
    name = "arrowswitch.site.noticeboard"
    label = "noticeboard"
