"""The addresses of the treasurer's pages, and of one's own account."""

from django.urls import path

from arrowswitch.site.money import accounts, overview, settings_pages

urlpatterns = [
    path("money/", overview.overview, name="money"),
    path("money/fees/", settings_pages.fees, name="money-fees"),
    path("money/fees/kinds/new/", settings_pages.kind, name="money-kind-new"),
    path("money/fees/kinds/<int:kind>/", settings_pages.kind, name="money-kind"),
    path("money/accounts/", accounts.accounts, name="money-accounts"),
    path("money/accounts/<int:player>/", accounts.account, name="money-account"),
    path("settings/money/", settings_pages.settings, name="settings-money"),
    path("you/money/", accounts.mine, name="my-money"),
]
