"""The addresses of a night: each area has its own."""

from django.urls import include, path

AREAS = {
    "": "setup",
    "names/": "names",
    "room/": "room",
    "scores/": "entry",
    "boards/": "lines",
    "trouble/": "trouble",
    "results/": "results",
    "print/": "prints",
    "journal/": "log",
}

urlpatterns = [
    path("night/new/", include("arrowswitch.site.night.setup.new_urls")),
    path("results/", include("arrowswitch.site.night.results.public_urls")),
    *(
        path(f"night/<int:session>/{prefix}", include(f"arrowswitch.site.night.{area}.urls"))
        for prefix, area in AREAS.items()
    ),
]
