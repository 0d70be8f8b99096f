"""The addresses of a night: each area has its own."""

from django.urls import include, path

from arrowswitch.site.night import api
from arrowswitch.site.night.deals.check import check
from arrowswitch.site.night.deals.lesson import lesson, lesson_file, lesson_pdf

AREAS = {
    "": "setup",
    "names/": "names",
    "room/": "room",
    "matches/": "matches",
    "scores/": "entry",
    "phones/": "phones",
    "boards/": "lines",
    "deals/": "deals",
    "trouble/": "trouble",
    "rulings/": "rulings",
    "tasks/": "tasks",
    "results/": "results",
    "awards/": "awards",
    "money/": "money",
    "print/": "prints",
    "journal/": "log",
}

urlpatterns = [
    path("deals/check/", check, name="deals-check"),
    path("deals/lesson/", lesson, name="lesson-deals"),
    path("deals/lesson/lesson.<slug:ending>", lesson_file, name="lesson-deals-file"),
    path("deals/lesson/<slug:what>.pdf", lesson_pdf, name="lesson-deals-pdf"),
    path("night/commands", api.opened, name="night-open"),
    path("night/<int:session>/commands", api.commands, name="night-commands"),
    path("night/<int:session>/ranking.json", api.ranking, name="night-ranking"),
    path("night/new/", include("arrowswitch.site.night.setup.new_urls")),
    path("results/", include("arrowswitch.site.night.results.public_urls")),
    *(
        path(f"night/<int:session>/{prefix}", include(f"arrowswitch.site.night.{area}.urls"))
        for prefix, area in AREAS.items()
    ),
]
