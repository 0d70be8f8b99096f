"""The addresses of what comes into the club from files, and of who is sent its results."""

from django.urls import path

from arrowswitch.site.exchange import bringing, choosing

urlpatterns = [
    path("bring-in/", bringing.page, name="bring-in"),
    path("settings/sending/", choosing.page, name="receivers"),
]
