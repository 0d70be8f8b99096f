"""The addresses of checklists, notices and notes for teaching."""

from django.urls import path

from arrowswitch.site.noticeboard import checklists, notices, teaching

urlpatterns = [
    path("checklists/", checklists.checklists, name="checklists"),
    path("checklists/new/", checklists.new, name="checklist-new"),
    path("checklists/remarks/<int:remark>/", checklists.remark, name="checklist-remark"),
    path("checklists/<int:checklist>/", checklists.checklist, name="checklist"),
    path("checklists/<int:checklist>/change/", checklists.change, name="checklist-change"),
    path("checklists/<int:checklist>/<str:day>/", checklists.run, name="checklist-run"),
    path("notices/", notices.notices, name="notices"),
    path("notices/new/", notices.new, name="notice-new"),
    path("notices/<int:notice>/", notices.change, name="notice-change"),
    path("teaching/", teaching.teaching, name="teaching"),
    path("teaching/new/", teaching.new, name="teaching-new"),
    path("teaching/<int:note>/", teaching.note, name="teaching-note"),
    path("teaching/<int:note>/change/", teaching.change, name="teaching-change"),
]
