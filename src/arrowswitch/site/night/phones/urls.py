"""Addresses of this area, below the session."""

from django.urls import path

from arrowswitch.site.night.phones import views

urlpatterns = [
    path("", views.phones, name="night-phones"),
    path("do/", views.act, name="night-phones-do"),
]
