from django.apps import AppConfig


class WebsiteConfig(AppConfig):
    name = "arrowswitch.site.website"
    label = "website"
