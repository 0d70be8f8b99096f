"""Addresses of this area, below the session."""

from django.urls import path

from arrowswitch.site.night.rulings import views

urlpatterns = [
    path("", views.log, name="night-rulings"),
    path("at/<str:section>/<int:table>/", views.find, name="night-rulings-table"),
    path("log/<str:ruling>/", views.ruled, name="night-ruled"),
    path("<slug:slug>/", views.ruling, name="night-ruling"),
]
