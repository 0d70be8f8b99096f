"""The addresses of matches and teams at the desk."""

from django.urls import path

from arrowswitch.site.night.matches import views

urlpatterns = [
    path("", views.overview, name="night-matches"),
    path("<str:section>/<int:one>/<int:other>/<int:number>/", views.one_match, name="night-match"),
    path("team/<str:section>/<int:number>/", views.team, name="night-team"),
]
