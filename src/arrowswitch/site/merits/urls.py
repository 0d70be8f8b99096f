"""Addresses of ratings and form."""

from django.urls import path

from arrowswitch.site.merits import rating_pages

urlpatterns = [
    path("ratings/", rating_pages.ratings, name="ratings"),
    path("ratings/<int:player>/", rating_pages.rating, name="rating"),
    path("ratings/<int:player>/hide/", rating_pages.hide, name="rating-hide"),
    path("players/<int:player>/form/", rating_pages.player_form, name="player-form"),
]
