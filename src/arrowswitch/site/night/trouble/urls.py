"""Addresses of this area, below the session."""

from django.urls import path

from arrowswitch.site.night.trouble import editing, finishing, views

urlpatterns = [
    path("", views.listing, name="night-trouble"),
    path("finish/", finishing.finish, name="night-trouble-finish"),
    path("edit/", editing.edit, name="night-trouble-edit"),
    path("taken-back/", views.take_back, name="night-trouble-undo"),
    path("<slug:kind>/", views.trouble, name="night-trouble-kind"),
]
