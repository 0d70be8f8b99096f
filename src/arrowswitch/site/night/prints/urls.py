"""Addresses of this area, below the session."""

from django.urls import path

from arrowswitch.site.night.prints import views

urlpatterns = [
    path("", views.prints, name="night-print"),
    path("<slug:what>.pdf", views.pdf, name="night-print-pdf"),
]
