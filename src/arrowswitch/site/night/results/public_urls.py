"""The addresses of results for everybody who has the link, and of events of several sessions."""

from django.urls import path

from arrowswitch.site.night.results import public
from arrowswitch.site.night.results.combined import views as events
from arrowswitch.site.night.results.opening import link_pages

urlpatterns = [
    path("", public.listing, name="results-list"),
    path("mine/", public.mine, name="results-mine"),
    path("events/", events.events, name="events"),
    path("events/<int:number>/", events.event, name="event"),
    path("events/<int:number>/<str:who>/", events.working, name="event-working"),
    path("event/<str:token>/", events.shared, name="results-event"),
    path("event/<str:token>/<str:who>/", events.shared_working, name="results-event-working"),
    *link_pages(),
]
