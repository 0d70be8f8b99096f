"""The address of a new session."""

from django.urls import path

from arrowswitch.site.night.setup import new

urlpatterns = [path("", new.new, name="night-new")]
