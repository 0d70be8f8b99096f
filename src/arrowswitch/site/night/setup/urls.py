"""Addresses of this area, below the session."""

from django.urls import path

from arrowswitch.site.night.setup import views

urlpatterns = [
    path("", views.overview, name="night"),
    path("anew/", views.anew, name="night-anew"),
]
