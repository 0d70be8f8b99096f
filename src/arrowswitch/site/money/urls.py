"""The addresses of the treasurer's pages, and of one's own account."""

from django.urls import path

from arrowswitch.site.money import accounts, banking, months, overview, register, settings_pages

urlpatterns = [
    path("money/", overview.overview, name="money"),
    path("money/fees/", settings_pages.fees, name="money-fees"),
    path("money/fees/kinds/new/", settings_pages.kind, name="money-kind-new"),
    path("money/fees/kinds/<int:kind>/", settings_pages.kind, name="money-kind"),
    path("money/accounts/", accounts.accounts, name="money-accounts"),
    path("money/accounts/<int:player>/", accounts.account, name="money-account"),
    path("money/books/", register.books, name="money-books"),
    path("money/books/new/", register.new, name="money-new"),
    path("money/books/<int:entry>/", register.entry, name="money-entry"),
    path("money/banking/", banking.banking, name="money-banking"),
    path("money/banking/<int:banking>/", banking.banked, name="money-banked"),
    path("money/banking/<int:banking>/slip.pdf", banking.slip_pdf, name="money-slip"),
    path("money/<int:year>/<int:month>/", months.month, name="money-month"),
    path("money/files/<slug:what>-<int:year>.csv", months.file, name="money-file"),
    path("settings/money/", settings_pages.settings, name="settings-money"),
    path("you/money/", accounts.mine, name="my-money"),
]
