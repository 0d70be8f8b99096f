"""Addresses of the pads."""

from django.urls import path

from arrowswitch.site.pads import cards, certificate, manifest, neighbours, views, worker

urlpatterns = [
    path("t/", cards.find, name="pad-find"),
    path("t/<slug:code>/", cards.join, name="pad-join"),
    path("club-certificate.crt", certificate.authority, name="club-certificate"),
    path("pad/", views.pad, name="pad"),
    path("pad/sw.js", worker.script, name="pad-worker"),
    path("pad/manifest.webmanifest", manifest.manifest, name="pad-manifest"),
    path("pad/known", views.known, name="pad-known"),
    path("pad/send", views.send, name="pad-send"),
    path("pad/off", neighbours.take_off, name="pad-off"),
    path("pad/stream", views.stream, name="pad-stream"),
]
