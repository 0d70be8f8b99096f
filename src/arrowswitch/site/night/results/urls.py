"""The addresses of a session's results at the desk."""

from django.urls import path

from arrowswitch.site.night.results import sending, views
from arrowswitch.site.night.results.opening import desk_pages

urlpatterns = [
    path("", views.results, name="night-results"),
    path("publish/", views.publish, name="night-results-publish"),
    path("reopen/", views.reopen, name="night-results-reopen"),
    path("link/", views.link, name="night-results-link"),
    path("lists/", views.lists, name="night-results-lists"),
    path("prizes/", views.prizes, name="night-results-prizes"),
    path("ranking/", views.whose_ranking, name="night-results-ranking"),
    path("send/", sending.send, name="night-results-send"),
    *desk_pages(),
]
