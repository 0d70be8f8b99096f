"""Addresses of the books."""

from django.urls import path

from arrowswitch.site.registers import dossier, psychs, systems, telling

urlpatterns = [
    path("psychs/", psychs.psychs, name="psychs"),
    path("psychs/new/", psychs.new, name="psych-new"),
    path("psychs/<int:psych>/", psychs.psych, name="psych"),
    path("psychs/<int:psych>.pdf", psychs.psych_pdf, name="psych-pdf"),
    path("systems/", systems.systems, name="systems"),
    path("systems/new/", systems.new, name="system-new"),
    path("systems/<int:system>/", systems.system, name="system"),
    path("systems/<int:system>/card.pdf", systems.card, name="system-card"),
    path("recorder/", telling.recorder, name="recorder"),
    path("dossier/", dossier.dossier, name="dossier"),
    path("dossier/<int:report>/", dossier.report, name="dossier-report"),
    path("dossier/<int:report>.pdf", dossier.report_pdf, name="dossier-report-pdf"),
]
