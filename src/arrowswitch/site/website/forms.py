"""What the webmaster is asked."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arrowswitch.site.club.models import Club
from arrowswitch.site.forms import FormOf
from arrowswitch.site.spoken import spoken
from arrowswitch.site.website import markup, picture_files, unnamed
from arrowswitch.site.website.models import SITE_WORDS, SiteSettings, WebPageVersion, WebPicture

LONGEST = 20_000
"""Letters of a page."""
PICTURES = 50_000
"""Bytes of all pictures of a page."""


class WebPageForm(FormOf[WebPageVersion]):
    """A page: its title, one sentence about it, and its words. What is not for everybody's eyes does not get out."""

    class Meta:
        model = WebPageVersion
        fields = ("title", "summary", "text", "in_menu", "why")
        labels: ClassVar = {
            "title": _("Title"),
            "summary": _("In one sentence"),
            "text": _("Text"),
            "in_menu": _("In the menu of the site"),
            "why": _("What was changed, and why"),
        }
        help_texts: ClassVar = {
            "summary": _("For lists of news, and for search engines."),
            "text": _(
                "Empty lines part paragraphs. How headings, lists, links and pictures are written is told below."
            ),
            "why": _("Stays in the history; visitors do not see it."),
        }
        widgets: ClassVar = {"text": forms.Textarea(attrs={"rows": 16})}

    def __init__(self, *args: Any, club: Club, kind: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self.club = club
        if kind != "page":
            del self.fields["in_menu"]

    def clean_text(self) -> str:
        """Not too long, with pictures that there are and that do not weigh too much together."""
        text: str = self.cleaned_data["text"]
        if len(text) > LONGEST:
            raise forms.ValidationError(gettext("A page has at most %(most)s letters.") % {"most": LONGEST})
        numbers = markup.numbers_in(text)
        found = WebPicture.objects.filter(club=self.club, pk__in=numbers, withdrawn=None)
        sizes = dict(found.values_list("pk", "size"))
        missing = [str(number) for number in numbers if number not in sizes]
        if missing:
            raise forms.ValidationError(
                gettext("There is no picture %(number)s on the site.") % {"number": ", ".join(missing)}
            )
        if sum(sizes.values()) > PICTURES:
            raise forms.ValidationError(
                gettext("The pictures of a page may have %(most)s kB together; these have %(size)s.")
                % {"most": PICTURES // 1000, "size": -(-sum(sizes.values()) // 1000)}
            )
        return text

    def names_withheld(self) -> list[str]:
        """Who is named and does not want to be."""
        told = " ".join(str(self.cleaned_data.get(name, "")) for name in ("title", "summary", "text"))
        return unnamed.named_in(told, unnamed.withheld_names(self.club))


class WebPictureForm(forms.Form):
    """A picture, and what is in it."""

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        super().__init__(*args, **options)
        self.club = club

    file = forms.FileField(
        label=_("Picture"),
        help_text=_("JPEG, PNG or WebP. A large photograph is made smaller by this page if scripts are on."),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp", "data-shrinks": ""}),
    )
    alt = forms.CharField(
        label=_("What is in the picture"),
        max_length=200,
        help_text=_("For who does not see it: “Twelve tables in a hall with tall windows”."),
    )

    def clean_file(self) -> picture_files.PictureFile:
        """A picture, without what was told in it of where and by whom it was taken."""
        sent: UploadedFile[bytes] = self.cleaned_data["file"]
        try:
            return picture_files.read(sent.read())
        except picture_files.BadPicture as bad:
            raise forms.ValidationError(spoken(bad.sentence)) from None

    def clean_alt(self) -> str:
        """Words, and not the name of the file."""
        alt: str = " ".join(self.cleaned_data["alt"].split())
        if sum(letter.isalpha() for letter in alt) < 3 or alt.lower().endswith((".jpg", ".jpeg", ".png", ".webp")):
            raise forms.ValidationError(gettext("Say in words what is in the picture."))
        return alt

    def clean(self) -> dict[str, Any]:
        """Nobody is named who does not want that."""
        unnamed.refuse_names(self, self.club, "alt")
        return self.cleaned_data


class SiteSettingsForm(FormOf[SiteSettings]):
    """What the club decides about its site."""

    address = forms.URLField(
        label=_("The address of the site, as people outside type it"),
        help_text=_("Such as https://bridge.example.org. Feeds and mails need it."),
        max_length=200,
        required=False,
        assume_scheme="https",
    )

    class Meta:
        model = SiteSettings
        fields = (
            "words",
            "place",
            "times",
            "contact",
            "picture",
            "at_home",
            "address",
            "found_pages",
            "found_results",
            "mail_results",
            "bridge_matters",
            "staff_matters",
            "conduct_matters",
        )
        labels: ClassVar = {
            "words": _("Who we are, in a few words"),
            "place": _("Where we play"),
            "times": _("When we play"),
            "contact": _("Whom newcomers ask, and how"),
            "picture": _("Picture on the front page"),
            "at_home": _("Visitors see the front page first"),
            "found_pages": _("Search engines may list the club’s pages and news"),
            "found_results": _("Search engines may list results, with the names in them"),
            "mail_results": _("Everybody may ask for results by mail, not only members"),
            "bridge_matters": _("Complaints about bridge go to"),
            "staff_matters": _("Complaints about people who work for the club go to"),
            "conduct_matters": _("Complaints about a breach of the code go to"),
        }
        help_texts: ClassVar = {
            "times": _("Empty: told by the calendar."),
            "contact": _("Anybody can read it."),
            "found_pages": _(
                "The front page is one of them, and names the last winners. As long as neither is ticked, search "
                "engines are asked to stay away."
            ),
        }
        widgets: ClassVar = {
            "words": forms.Textarea(attrs={"rows": 3}),
            "place": forms.Textarea(attrs={"rows": 3}),
            "times": forms.Textarea(attrs={"rows": 2}),
        }

    def __init__(self, *args: Any, club: Club, **options: Any) -> None:
        super().__init__(*args, **options)
        self.club = club
        mine = WebPicture.objects.filter(club=club, withdrawn=None).defer("body")
        self.fields["picture"] = forms.ModelChoiceField(
            mine, required=False, label=_("Picture on the front page"), empty_label=gettext("None")
        )

    def clean_words(self) -> str:
        """Few."""
        words: str = self.cleaned_data["words"]
        if len(words) > 600:
            raise forms.ValidationError(gettext("A few words: at most 600 letters. More stands well on a page."))
        return words

    def clean(self) -> dict[str, Any]:
        """Nobody is named who does not want that."""
        cleaned = super().clean() or self.cleaned_data
        unnamed.refuse_names(self, self.club, *SITE_WORDS)
        return cleaned

    def clean_address(self) -> str:
        """Only where the site begins."""
        return str(self.cleaned_data["address"]).rstrip("/")
