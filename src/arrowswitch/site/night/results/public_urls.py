"""The addresses of results for everybody who has the link, and of events of several sessions."""

from django.urls import path

from arrowswitch.site.night.results import event_views as events
from arrowswitch.site.night.results import mine, public

urlpatterns = [
    path("", public.listing, name="results-list"),
    path("mine/", mine.mine, name="results-mine"),
    path("events/", events.events, name="events"),
    path("events/<int:number>/", events.event, name="event"),
    path("events/<int:number>/<str:who>/", events.working, name="event-working"),
    path("event/<str:token>/", events.shared, name="results-event"),
    path("event/<str:token>/<str:who>/", events.shared_working, name="results-event-working"),
    path("<str:token>/", public.ranking, name="results"),
    path("<str:token>/pair/<str:who>/", public.pair, name="results-pair"),
    path("<str:token>/boards/", public.boards, name="results-boards"),
    path("<str:token>/board/<int:number>/", public.board, name="results-board"),
    path("<str:token>/recap/", public.recap, name="results-recap"),
    path("<str:token>/movement/", public.movement, name="results-movement"),
    path("<str:token>/versions/", public.versions, name="results-versions"),
    path("<str:token>/w/<str:who>/", public.working, name="results-working-total"),
    path("<str:token>/w/<str:who>/<int:number>/", public.working, name="results-working"),
]
