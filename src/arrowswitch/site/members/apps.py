from django.apps import AppConfig


class MembersConfig(AppConfig):
    name = "arrowswitch.site.members"
    label = "members"
