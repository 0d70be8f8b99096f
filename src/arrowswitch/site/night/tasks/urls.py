"""Addresses of this area, below the session."""

from django.urls import path

from arrowswitch.site.night.tasks import views

urlpatterns = [
    path("<str:task>/", views.task, name="night-task"),
    path("<str:task>/closed/", views.close, name="night-task-close"),
]
