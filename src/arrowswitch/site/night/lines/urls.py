"""Addresses of this area, below the session."""

from django.urls import path, register_converter

from arrowswitch.site.night.lines import views


class SectionConverter:
    """A section's name in an address; a session of one section may have none."""

    regex = r"[^/]{1,12}"

    def to_python(self, value: str) -> str:
        return "" if value == "-" else value

    def to_url(self, value: str) -> str:
        return value or "-"


register_converter(SectionConverter, "section")

urlpatterns = [
    path("", views.boards, name="night-boards"),
    path("<int:board>/", views.board, name="night-board"),
    path("line/<section:section>/<int:round>/<int:table>/<int:board>/", views.line, name="night-line"),
    path("pair/<section:section>/<int:number>/", views.pair, name="night-pair"),
    path("table/<section:section>/<int:table>/", views.table, name="night-table"),
    path("penalties/", views.penalties, name="night-penalties"),
]
