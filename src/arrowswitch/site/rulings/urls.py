"""Addresses of the law book."""

from django.urls import path

from arrowswitch.site.rulings import alerts, views

urlpatterns = [
    path("", views.rulings, name="rulings"),
    path("book.json", views.book_json, name="rulings-book"),
    path("sw.js", views.worker, name="rulings-worker"),
    path("facts/", views.facts, name="rulings-facts"),
    path("cards/", views.cards, name="rulings-cards"),
    path("offline/", views.offline, name="rulings-offline"),
    path("alerts/", alerts.alerts, name="alerts"),
    path("alerts.json", alerts.alerts_json, name="alerts-charts"),
    path("<slug:slug>/", views.ruling, name="ruling"),
]
