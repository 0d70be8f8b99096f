from django.urls import path

from arrowswitch.site.rules import views

urlpatterns = [
    path("regulations/", views.regulations, name="regulations"),
    path("regulations/<slug:section>/<slug:name>/", views.regulation, name="regulation"),
    path("how-we-score/", views.how_we_score, name="how-we-score"),
]
