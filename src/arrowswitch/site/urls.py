"""Every address of the site."""

from django.urls import path

from arrowswitch.site.club import views as club

urlpatterns = [
    path("", club.home, name="home"),
    path("welcome/", club.welcome, name="welcome"),
    path("settings/", club.settings, name="settings"),
    path("settings/appearance/", club.appearance, name="appearance"),
]

handler400 = "arrowswitch.site.club.views.bad_request"
handler403 = "arrowswitch.site.club.views.forbidden"
handler404 = "arrowswitch.site.club.views.not_found"
handler500 = "arrowswitch.site.club.views.broken"
