"""Addresses of this area, below the session."""

from django.urls import path

from arrowswitch.site.night.awards import views

urlpatterns = [
    path("", views.awards, name="night-results-awards"),
    path("eligible/", views.eligible, name="night-results-awards-eligible"),
    path("worth/", views.worth, name="night-results-awards-worth"),
    path("file/", views.as_file, name="night-results-awards-file"),
]
