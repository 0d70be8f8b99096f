"""The addresses of the owner's page of mail."""

from django.urls import path

from arrowswitch.site.outbox import views

urlpatterns = [
    path("", views.mail, name="mail"),
    path("<int:mail>/", views.one, name="mail-one"),
]
