"""Addresses of ladders, winners and handicaps."""

from django.urls import path

from arrowswitch.site.ladders import granting, managing, pages, winning

urlpatterns = [
    path("ladders/", pages.ladders, name="ladders"),
    path("ladders/new/", managing.new, name="ladder-new"),
    path("ladders/<int:ladder>/", pages.ladder, name="ladder"),
    path("ladders/<int:ladder>/list.<str:ending>", pages.file, name="ladder-file"),
    path("ladders/<int:ladder>/rules/", managing.rules, name="ladder-rules"),
    path("ladders/<int:ladder>/close/", winning.closing, name="ladder-close"),
    path("ladders/<int:ladder>/places/<int:place>/", pages.place, name="ladder-place"),
    path("winners/", winning.winners, name="winners"),
    path("winners/all.<str:ending>", winning.winners_file, name="winners-file"),
    path("winners/new/", winning.winner_new, name="winner-new"),
    path("winners/<int:winner>/", winning.winner_correct, name="winner-correct"),
    path("handicaps/", granting.handicaps, name="handicaps"),
    path("handicaps/work-out/", granting.work_out, name="handicaps-work-out"),
    path("handicaps/formula/", granting.formula, name="handicaps-formula"),
    path("handicaps/<int:player>/", granting.handicap, name="handicap"),
]
