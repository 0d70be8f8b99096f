"""Addresses of this area, below the session."""

from django.urls import path

from arrowswitch.site.night.names import views

urlpatterns = [
    path("", views.names, name="night-names"),
    path("find/", views.find, name="night-names-find"),
    path("swap/", views.swap, name="night-names-swap"),
    path("standing/", views.seat_standing, name="night-names-standing"),
    path("last/", views.take_over, name="night-names-last"),
    path("slips/", views.typed_slips, name="night-names-slips"),
    path("substitutes/", views.substitutes, name="night-names-substitutes"),
]
