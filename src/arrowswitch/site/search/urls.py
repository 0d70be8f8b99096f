"""The address of the search."""

from django.urls import path

from arrowswitch.site.search import pages

urlpatterns = [path("search/", pages.search, name="search")]
