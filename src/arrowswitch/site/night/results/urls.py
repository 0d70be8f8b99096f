"""The addresses of a session's results at the desk."""

from django.urls import path

from arrowswitch.site.night.results import views

urlpatterns = [
    path("", views.results, name="night-results"),
    path("publish/", views.publish, name="night-results-publish"),
    path("reopen/", views.reopen, name="night-results-reopen"),
    path("link/", views.link, name="night-results-link"),
    path("lists/", views.lists, name="night-results-lists"),
    path("pair/<str:who>/", views.pair, name="night-results-pair"),
    path("boards/", views.boards, name="night-results-boards"),
    path("board/<int:number>/", views.board, name="night-results-board"),
    path("recap/", views.recap, name="night-results-recap"),
    path("movement/", views.movement, name="night-results-movement"),
    path("versions/", views.versions, name="night-results-versions"),
    path("w/<str:who>/", views.working, name="night-results-working-total"),
    path("w/<str:who>/<int:number>/", views.working, name="night-results-working"),
]
