"""The addresses of members, and of privacy."""

from django.urls import path

from arrowswitch.site.members import letters, particulars, privacy

urlpatterns = [
    path("privacy/", privacy.notice, name="privacy"),
    path("you/privacy/", privacy.mine, name="my-privacy"),
    path("you/privacy/erase/", privacy.ask_erasure, name="my-privacy-erase"),
    path("you/privacy/about-me.<str:ending>", privacy.my_file, name="my-privacy-file"),
    path("players/<int:player>/privacy/", privacy.theirs, name="player-privacy"),
    path("players/<int:player>/privacy/about-me.<str:ending>", privacy.their_file, name="player-privacy-file"),
    path("players/<int:player>/member/", particulars.member, name="player-member"),
    path("members/", particulars.contacts, name="members"),
    path("members/letters/", letters.letters, name="member-letters"),
    path("members/requests/", privacy.requests, name="erasure-requests"),
    path("settings/members/", particulars.settings, name="settings-members"),
]
