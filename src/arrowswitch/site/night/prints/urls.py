"""Addresses of this area, below the session."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
