"""Addresses of the pads."""

from django.urls import path

from arrowswitch.site.pads import app, cards, neighbours, views

urlpatterns = [
    path("t/", cards.find, name="pad-find"),
    path("t/<slug:code>/", cards.join, name="pad-join"),
    path("club-certificate.crt", app.authority, name="club-certificate"),
    path("pad/", views.pad, name="pad"),
    path("pad/sw.js", app.script, name="pad-worker"),
    path("pad/manifest.webmanifest", app.manifest, name="pad-manifest"),
    path("pad/known", views.known, name="pad-known"),
    path("pad/send", views.send, name="pad-send"),
    path("pad/off", neighbours.take_off, name="pad-off"),
    path("pad/stream", views.stream, name="pad-stream"),
]
