"""The addresses of the calendar and of the partner finder."""

from django.urls import path

from arrowswitch.site.calendar import dates, duties, feeds, partners, session_guides

urlpatterns = [
    path("calendar/", dates.calendar, name="calendar"),
    path("calendar/club.ics", feeds.feed, name="calendar-feed"),
    path("calendar/mine/", feeds.mine, name="calendar-mine"),
    path("calendar/mine/<str:token>.ics", feeds.own_feed, name="calendar-own-feed"),
    path("calendar/new/", dates.new, name="calendar-new"),
    path("calendar/duties/", duties.duties, name="calendar-duties"),
    path("calendar/qualifications/", duties.qualifications, name="calendar-qualifications"),
    path(
        "calendar/qualifications/<int:qualification>/remove/",
        duties.qualification_removed,
        name="calendar-qualification-remove",
    ),
    path("calendar/guides/", session_guides.guides, name="session-guides"),
    path("calendar/guides/new/", session_guides.new, name="session-guide-new"),
    path("calendar/guides/<int:guide>/", session_guides.guide, name="session-guide"),
    path("calendar/<int:date>/", dates.date, name="calendar-date"),
    path("calendar/<int:date>/change/", dates.change, name="calendar-change"),
    path("calendar/<int:date>/cancel/", dates.cancel, name="calendar-cancel"),
    path("calendar/<int:date>/coming/", dates.attendance, name="calendar-attendance"),
    path("calendar/<int:date>/swap/<slug:duty>/", duties.swap, name="calendar-swap"),
    path("partners/", partners.partners, name="partners"),
    path("partners/fill-in/", partners.stand_in, name="partner-stand-in"),
    path("partners/<int:wish>/", partners.wish, name="partner-wish"),
    path("partners/offers/<int:offer>/", partners.offer, name="partner-offer"),
]
