"""Addresses of this area, below the session."""

from django.urls import path

from arrowswitch.site.night.money import views

urlpatterns = [
    path("", views.collect, name="night-money"),
    path("fees/", views.fees, name="night-money-fees"),
    path("return/", views.cash_return, name="night-money-return"),
    path("return.pdf", views.cash_return_pdf, name="night-money-return-pdf"),
    path("<slug:who>/", views.person, name="night-money-person"),
]
