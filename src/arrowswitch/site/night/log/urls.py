"""Addresses of this area, below the session."""

from django.urls import path

from arrowswitch.site.night.log import views

urlpatterns = [
    path("", views.journal, name="night-journal"),
    path("undo/", views.undo, name="night-undo"),
    path("file/", views.as_file, name="night-journal-file"),
]
