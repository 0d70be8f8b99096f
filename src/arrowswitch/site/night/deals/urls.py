"""Addresses of this area, below the session."""

from django.urls import path

from arrowswitch.site.night.deals import views

urlpatterns = [
    path("", views.deals, name="night-deals"),
    path("progress/", views.progress, name="night-deals-progress"),
    path("<slug:what>.pdf", views.pdf, name="night-deals-pdf"),
]
