"""The addresses of events at the desk."""

from django.urls import path

from arrowswitch.site.events import butler, entries, log, making, matches, nights, prints, rounds, tables, terms

MATCH = "<int:contest>/<int:stage>/<int:round>/<int:match>/"

urlpatterns = [
    path("new/", making.new, name="contest-new"),
    path("<int:contest>/", rounds.play, name="contest"),
    path("<int:contest>/entries/", entries.entries, name="contest-entries"),
    path("<int:contest>/entries/<int:who>/", entries.entry, name="contest-entry"),
    path("<int:contest>/evenings/", nights.nights, name="contest-nights"),
    path("<int:contest>/standings/", tables.standings, name="contest-standings"),
    path("<int:contest>/pairs/", butler.butler, name="contest-butler"),
    path("<int:contest>/journal/", log.journal, name="contest-journal"),
    path("<int:contest>/settings/", terms.settings, name="contest-settings"),
    path("<int:contest>/<int:stage>/draw/", rounds.draw, name="contest-draw"),
    path("<int:contest>/<int:stage>/standings/", tables.standings, name="contest-stage-standings"),
    path("<int:contest>/<int:stage>/w/<int:who>/", tables.total, name="contest-total"),
    path("<int:contest>/<int:stage>/<int:round>/", rounds.play, name="contest-round"),
    path("<int:contest>/<int:stage>/<int:round>/screen/", rounds.screen, name="contest-screen"),
    path("<int:contest>/<int:stage>/<int:round>/change/", rounds.change, name="contest-change"),
    path("<int:contest>/<int:stage>/<int:round>/print/", prints.prints, name="contest-print"),
    path("<int:contest>/<int:stage>/<int:round>/<slug:what>.pdf", prints.pdf, name="contest-print-pdf"),
    path(MATCH, matches.match, name="contest-match"),
    path(f"{MATCH}w/<int:who>/", tables.of_match, name="contest-match-working"),
]
