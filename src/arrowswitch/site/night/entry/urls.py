"""Addresses of entry at the desk, below the session."""

from django.urls import path

from arrowswitch.site.night.entry import views

urlpatterns = [
    path("", views.entry, name="night-entry"),
    path("line/", views.line, name="night-entry-line"),
    path("read/", views.reading, name="night-entry-read"),
    path("over/", views.over, name="night-entry-over"),
    path("way/", views.way, name="night-entry-way"),
]
