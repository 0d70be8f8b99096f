"""The addresses of the designer, the club's cards and the editor."""

from django.urls import path

from arrowswitch.site.club_cards import cards, designs, editor, events

urlpatterns = [
    path("design/", designs.new, name="design-new"),
    path("design/event/", events.new, name="design-event-new"),
    path("design/event/<slug:token>/", events.one, name="design-event"),
    path("design/event/<slug:token>/<int:section>.pdf", events.paper, name="design-event-cards"),
    path("design/<slug:token>/", designs.one, name="design"),
    path("cards/", cards.cards, name="club-cards"),
    path("cards/<int:card>/", cards.card, name="club-card"),
    path("edit/", editor.begin, name="drafts"),
    path("edit/<int:draft>/", editor.one, name="draft"),
    path("edit/<int:draft>/keep/", editor.keep, name="draft-keep"),
    path("file/<slug:kind>/", cards.file, name="movement-file"),
]
