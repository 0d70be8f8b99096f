"""The addresses of events for those who have the link."""

from django.urls import path

from arrowswitch.site.events import captains, public

urlpatterns = [
    path("<str:token>/", public.event, name="contest-link"),
    path("<str:token>/enter/", public.enter, name="contest-enter"),
    path("<str:token>/pairs/", public.pairs, name="contest-link-butler"),
    path("<str:token>/team/<int:who>/<str:key>/", captains.team, name="contest-team"),
    path("<str:token>/<int:stage>/", public.event, name="contest-link-stage"),
    path("<str:token>/<int:stage>/w/<int:who>/", public.total, name="contest-link-total"),
    path(
        "<str:token>/<int:stage>/<int:round>/<int:match>/w/<int:who>/",
        public.of_match,
        name="contest-link-match-working",
    ),
]
