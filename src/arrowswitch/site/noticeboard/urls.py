"""The addresses of the checklists."""

from django.urls import path

from arrowswitch.site.noticeboard import checklists

urlpatterns = [
    path("checklists/", checklists.checklists, name="checklists"),
    path("checklists/new/", checklists.new, name="checklist-new"),
    path("checklists/remarks/<int:remark>/", checklists.remark, name="checklist-remark"),
    path("checklists/<int:checklist>/", checklists.checklist, name="checklist"),
    path("checklists/<int:checklist>/change/", checklists.change, name="checklist-change"),
    path("checklists/<int:checklist>/<str:day>/", checklists.run, name="checklist-run"),
]
