"""Every address of the site."""

from django.urls import include, path

from arrowswitch.site.accounts import views as accounts
from arrowswitch.site.calculator import views as calculator
from arrowswitch.site.club import backups
from arrowswitch.site.club import views as club
from arrowswitch.site.movement import views as movement
from arrowswitch.site.serving import health

urlpatterns = [
    path("", club.home, name="home"),
    path("health/", health.page, name="health"),
    path("welcome/", club.welcome, name="welcome"),
    path("sign-in/", accounts.sign_in, name="sign-in"),
    path("sign-out/", accounts.sign_out, name="sign-out"),
    path("look-round/", accounts.look_round, name="look-round"),
    path("you/", accounts.you, name="you"),
    path("you/sign-out-everywhere/", accounts.sign_out_everywhere, name="sign-out-everywhere"),
    path("accounts/", accounts.accounts, name="accounts"),
    path("accounts/<int:account>/", accounts.account, name="account"),
    path("backups/", backups.backups, name="backups"),
    path("backups/<str:name>", backups.backup, name="backup"),
    path("movement/", movement.tonight, name="tonight"),
    path("movement/", include("arrowswitch.site.club_cards.urls")),
    path("movement/print/<slug:what>.pdf", movement.as_pdf, name="movement-pdf"),
    path("movement/<slug:family>/", movement.one, name="movement"),
    path("movement/<slug:family>.json", movement.as_json, name="movement-json"),
    path("calculator/", calculator.index, name="calculator"),
    path("calculator/<slug:slug>/", calculator.tool, name="calculation"),
    path("help/", include("arrowswitch.site.help.urls")),
    path("", include("arrowswitch.site.signin.urls")),
    path("my/", include("arrowswitch.site.mybridge.urls")),
    path("", include("arrowswitch.site.search.urls")),
    path("", include("arrowswitch.site.rules.urls")),
    path("rulings/", include("arrowswitch.site.rulings.urls")),
    path("", include("arrowswitch.site.registers.urls")),
    path("", include("arrowswitch.site.ladders.urls")),
    path("", include("arrowswitch.site.calendar.urls")),
    path("", include("arrowswitch.site.members.urls")),
    path("", include("arrowswitch.site.noticeboard.urls")),
    path("", include("arrowswitch.site.merits.urls")),
    path("", include("arrowswitch.site.money.urls")),
    path("", include("arrowswitch.site.website.urls")),
    path("players/", include("arrowswitch.site.club.players.urls")),
    path("elsewhere/", club.elsewhere, name="elsewhere"),
    path("settings/", club.settings, name="settings"),
    path("settings/appearance/", club.appearance, name="appearance"),
    path("settings/mail/", include("arrowswitch.site.outbox.urls")),
    path("", include("arrowswitch.site.exchange.urls")),
    path("events/", include("arrowswitch.site.events.urls")),
    path("event/", include("arrowswitch.site.events.public_urls")),
    path("", include("arrowswitch.site.night.urls")),
    path("", include("arrowswitch.site.pads.urls")),
]

handler400 = "arrowswitch.site.club.views.bad_request"
handler403 = "arrowswitch.site.club.views.forbidden"
handler404 = "arrowswitch.site.club.views.not_found"
handler500 = "arrowswitch.site.club.views.broken"
