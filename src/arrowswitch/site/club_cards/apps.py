from django.apps import AppConfig


class ClubCardsConfig(AppConfig):
    name = "arrowswitch.site.club_cards"
    label = "club_cards"
