"""The addresses of the register."""

from django.urls import path

from arrowswitch.site.club.players import views as players

urlpatterns = [
    path("", players.everybody, name="players"),
    path("new/", players.new, name="player-new"),
    path("import/", players.imported, name="players-import"),
    path("federation/", players.federation_list, name="players-federation"),
    path("merge/", players.merged, name="players-merge"),
    path("players.csv", players.exported, name="players-export"),
    path("standing/", players.standing, name="standing-pairs"),
    path("standing/<int:pair>/remove/", players.standing_removed, name="standing-pair-remove"),
    path("<int:player>/", players.one, name="player"),
    path("<int:player>/erase/", players.erased, name="player-erase"),
]
