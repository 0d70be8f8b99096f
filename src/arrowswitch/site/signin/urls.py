"""The addresses of signing in without a password."""

from django.urls import path

from arrowswitch.site.signin import handing_out, views

urlpatterns = [
    path("sign-in/link/", views.ask_for_link, name="sign-in-link"),
    path("sign-in/link/<str:token>/", views.with_link, name="sign-in-with-link"),
    path("sign-in/pin/", views.with_pin, name="sign-in-pin"),
    path("you/pin/", views.own_pin, name="my-pin"),
    path("players/pins/", handing_out.many, name="players-pins"),
    path("players/<int:player>/pin/", handing_out.player_pin, name="player-pin"),
    path("settings/sign-in/", views.settings, name="settings-sign-in"),
]
