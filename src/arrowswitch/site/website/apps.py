from django.apps import AppConfig


class WebsiteConfig(AppConfig):
    name = "arrowswitch.site.website"
    label = "website"

    def ready(self) -> None:
        from arrowswitch.site.outbox import worker
        from arrowswitch.site.website import posting

        worker.before_each_look(posting.look)
