"""Addresses of this area, below the session."""

from django.urls import path

from arrowswitch.site.night.room import views

urlpatterns = [
    path("", views.room, name="night-room"),
    path("do/", views.act, name="night-room-do"),
    path("screen/", views.screen, name="night-screen"),
]
