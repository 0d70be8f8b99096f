"""The addresses of My bridge."""

from django.urls import path

from arrowswitch.site.mybridge import pages, year

urlpatterns = [
    path("", pages.front, name="my-bridge"),
    path("results/", pages.results, name="my-bridge-results"),
    path("partners/", pages.partners, name="my-bridge-partners"),
    path("partners/<int:partner>/", pages.partner, name="my-bridge-partner"),
    path("cards/", pages.against_the_cards, name="my-bridge-cards"),
    path("year/<int:year>/", year.as_page, name="my-bridge-year"),
    path("year/<int:year>.pdf", year.as_pdf, name="my-bridge-year-pdf"),
]
