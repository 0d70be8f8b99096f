"""The addresses of the designer, the club's cards and the editor."""

from django.urls import path

from arrowswitch.site.club_cards import cards, designs

urlpatterns = [
    path("design/", designs.new, name="design-new"),
    path("design/<slug:token>/", designs.one, name="design"),
    path("cards/", cards.cards, name="club-cards"),
    path("cards/<int:card>/", cards.card, name="club-card"),
    path("file/<slug:kind>/", cards.file, name="movement-file"),
]
