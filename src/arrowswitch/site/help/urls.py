from django.urls import path

from arrowswitch.site.help import views

urlpatterns = [
    path("", views.contents, name="help"),
    path("picture/<path:file>", views.picture, name="guide-picture"),
    path("<path:name>/", views.shown, name="guide"),
]
