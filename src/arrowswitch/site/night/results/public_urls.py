"""Addresses of posted results, for everybody who has the link."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
