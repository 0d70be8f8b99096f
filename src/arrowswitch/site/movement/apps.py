from django.apps import AppConfig


class MovementConfig(AppConfig):
    name = "arrowswitch.site.movement"
    label = "movement"

    def ready(self) -> None:
        """Whatever the site prints is set in processes of their own."""
        from arrowswitch.press import typesetter
        from arrowswitch.site.work import workshop

        typesetter.hand_over = workshop.typeset
