"""The addresses of the club's own site."""

from django.urls import path

from arrowswitch.site.website import feeds, finding, office, public, subscribing, ways

urlpatterns = [
    path("robots.txt", finding.robots, name="robots"),
    path("sitemap.xml", finding.sitemap, name="sitemap"),
    path("the-club/", ways.ways, name="club-ways"),
    path("club/", public.front, name="website"),
    path("club/find-us/", public.find, name="website-find"),
    path("club/join/", public.join, name="website-join"),
    path("club/conduct/", public.conduct, name="website-conduct"),
    path("club/news/", public.news, name="website-news"),
    path("club/news/<int:page>/", public.news_item, name="website-news-item"),
    path("club/pages/<slug:slug>/", public.page, name="website-page"),
    path("club/pictures/<int:picture>-<slug:digest>.<slug:kind>", public.picture, name="website-picture"),
    path("club/results.atom", feeds.results_feed, name="website-results-feed"),
    path("club/news.atom", feeds.news_feed, name="website-news-feed"),
    path("club/results-by-mail/", subscribing.subscribe, name="website-subscribe"),
    path("club/confirm/<str:token>/", subscribing.confirm, name="website-confirm"),
    path("club/unsubscribe/<str:token>/", subscribing.unsubscribe, name="website-unsubscribe"),
    path("club/office/", office.office, name="website-office"),
    path("club/office/settings/", office.settings, name="website-settings"),
    path("club/office/pictures/", office.pictures, name="website-pictures"),
    path("club/office/pictures/<int:picture>/off/", office.picture_off, name="website-picture-off"),
    path("club/office/write/<slug:kind>/", office.write, name="website-write"),
    path("club/office/<int:page>/", office.edit, name="website-edit"),
    path("club/office/<int:page>/off/", office.off, name="website-off"),
    path("club/office/<int:page>/<int:version>/", office.version, name="website-version"),
]
