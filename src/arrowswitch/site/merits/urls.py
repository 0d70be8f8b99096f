"""Addresses of awards, ratings and form."""

from django.urls import path

from arrowswitch.site.merits import award_federation, award_pages, award_settings, award_titles, rating_pages

urlpatterns = [
    path("awards/", award_pages.awards, name="awards"),
    path("awards/titles/", award_titles.titles, name="award-titles"),
    path("awards/titles/file/", award_titles.titles_file, name="award-titles-file"),
    path("awards/federation/", award_federation.federation, name="awards-federation"),
    path("awards/federation/file/", award_federation.federation_file, name="awards-federation-file"),
    path("awards/made/<int:award>/", award_pages.working, name="award-working"),
    path("awards/credits/<int:credit>/take-back/", award_pages.take_back, name="award-credit-take-back"),
    path("awards/<int:player>/", award_pages.player_awards, name="player-awards"),
    path("awards/<int:player>/by-hand/", award_pages.credit, name="award-credit"),
    path("settings/awards/", award_settings.settings, name="settings-awards"),
    path("settings/awards/make/", award_settings.make_all, name="settings-awards-make"),
    path("ratings/", rating_pages.ratings, name="ratings"),
    path("ratings/<int:player>/", rating_pages.rating, name="rating"),
    path("ratings/<int:player>/hide/", rating_pages.hide, name="rating-hide"),
    path("players/<int:player>/form/", rating_pages.player_form, name="player-form"),
]
