"""Addresses of this area, below the session."""

from django.urls import path

from arrowswitch.site.night.lines import urls as _lines  # noqa: F401 - it knows how a section is written
from arrowswitch.site.night.rulings import appeals, views

urlpatterns = [
    path("", views.log, name="night-rulings"),
    path("at/<section:section>/<int:table>/", views.find, name="night-rulings-table"),
    path("facts/", views.facts, name="night-rulings-facts"),
    path("cards/", views.cards, name="night-rulings-cards"),
    path("report.pdf", views.report, name="night-rulings-report"),
    path("log/<str:ruling>/", views.ruled, name="night-ruled"),
    path("log/<str:ruling>/take-back/", views.take_back, name="night-ruled-take-back"),
    path("log/<str:ruling>/report.pdf", views.report, name="night-ruled-report"),
    path("log/<str:ruling>/appeal/", appeals.appeal, name="night-appeal"),
    path("log/<str:ruling>/appeal-form.pdf", views.form, name="night-appeal-form"),
    path("<slug:slug>/", views.ruling, name="night-ruling"),
]
