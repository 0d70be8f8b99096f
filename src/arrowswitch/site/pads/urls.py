"""Addresses of the pads."""

from django.urls import path

from arrowswitch.site.pads import certificate, views, worker

urlpatterns = [
    path("t/", views.find, name="pad-find"),
    path("t/<slug:code>/", views.join, name="pad-join"),
    path("club-certificate.crt", certificate.authority, name="club-certificate"),
    path("pad/", views.pad, name="pad"),
    path("pad/sw.js", worker.script, name="pad-worker"),
    path("pad/known", views.known, name="pad-known"),
    path("pad/send", views.send, name="pad-send"),
    path("pad/stream", views.stream, name="pad-stream"),
]
