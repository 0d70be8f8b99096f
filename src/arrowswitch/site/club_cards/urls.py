"""The addresses of the designer, the club's cards and the editor."""

from django.urls import path

from arrowswitch.site.club_cards import cards, designs, editor

urlpatterns = [
    path("design/", designs.new, name="design-new"),
    path("design/<slug:token>/", designs.one, name="design"),
    path("cards/", cards.cards, name="club-cards"),
    path("cards/<int:card>/", cards.card, name="club-card"),
    path("edit/", editor.begin, name="drafts"),
    path("edit/<int:draft>/", editor.one, name="draft"),
    path("edit/<int:draft>/keep/", editor.keep, name="draft-keep"),
    path("file/<slug:kind>/", cards.file, name="movement-file"),
]
