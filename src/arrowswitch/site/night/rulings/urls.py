"""Addresses of this area, below the session."""

from django.urls import path

from arrowswitch.site.night.lines import urls as _lines  # noqa: F401 - it knows how a section is written
from arrowswitch.site.night.rulings import views

urlpatterns = [
    path("", views.log, name="night-rulings"),
    path("at/<section:section>/<int:table>/", views.find, name="night-rulings-table"),
    path("log/<str:ruling>/", views.ruled, name="night-ruled"),
    path("log/<str:ruling>/take-back/", views.take_back, name="night-ruled-take-back"),
    path("<slug:slug>/", views.ruling, name="night-ruling"),
]
