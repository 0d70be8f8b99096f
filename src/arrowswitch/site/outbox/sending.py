"""Handing mails to the mail server, so that none is sent twice.

A mail is held by one sender at a time, for a while that ends by itself. Just before its letters go to the server that is
written down (`handed`). Whoever stops before that leaves a mail that is tried again. Whoever stops after it, without the
server's word, leaves one that perhaps arrived: it is not sent again by itself, and the page says so.
"""

from __future__ import annotations

import datetime
import secrets
import smtplib
import ssl
from email.utils import formataddr, formatdate

from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.smtp import EmailBackend
from django.db.models import F
from django.utils import timezone

from arrowswitch.site.club.models import Club
from arrowswitch.site.outbox.models import NOTHING_LEFT, Mail, MailServer
from arrowswitch.site.outbox.sealing import OtherKey
from arrowswitch.site.spoken import spoken
from arrowswitch.words import Sentence, say

TIMEOUT = 30
"""Seconds in which the server must say something."""
HELD = datetime.timedelta(minutes=10)
WAITS = tuple(datetime.timedelta(minutes=each) for each in (1, 2, 5, 15, 60, 180, 360, 720))
"""After each try that failed; the last one again and again."""
LONGEST = datetime.timedelta(days=5)
"""How long a mail is tried, as mail servers do among themselves."""
REMEMBERED = datetime.timedelta(days=400)
"""How long it is known what was sent to whom."""
TOGETHER = 50
"""Mails that are handed over in one visit to the server."""
PATIENCE = 3
"""After so many mails in a row that cut the visit off it is over; one alone must not hold up all the others."""


class Away(Exception):  # noqa: N818 - said to a person
    """The server takes nothing now; the sentence says why."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class CutOff(Away):
    """The server, or the line to it, went away in the middle of this mail: perhaps it minds this one only."""


class NotTaken(Away):
    """The server does not take this mail; `for_good` if it never will."""

    def __init__(self, sentence: Sentence, *, for_good: bool) -> None:
        super().__init__(sentence)
        self.for_good = for_good


def wait_after(tries: int) -> datetime.timedelta:
    """How long to wait after so many tries.

    >>> [wait_after(tries).total_seconds() / 60 for tries in (1, 2, 3, 8, 30)]
    [1.0, 2.0, 5.0, 720.0, 720.0]
    """
    return WAITS[min(max(tries, 1), len(WAITS)) - 1]


# -- a round ------------------------------------------------------------------------------------------------------------


def send_due(now: datetime.datetime | None = None) -> int:
    """Sends what is due, club by club; the number of mails that left. The demonstration sends nothing."""
    now = now or timezone.now()
    _let_go(now)
    due = Mail.objects.filter(state="waiting", due__lte=now, club__is_demonstration=False)
    clubs = list(due.order_by("club").values_list("club", flat=True).distinct())
    return sum(_send_of(server, now) for server in MailServer.objects.filter(club__in=clubs).select_related("club"))


def next_due() -> datetime.datetime | None:
    """When the next mail is due; nothing if none waits."""
    waiting = Mail.objects.filter(state="waiting", club__is_demonstration=False, club__mail_server__isnull=False)
    found = [each for each in (waiting.order_by("due").values_list("due", flat=True).first(),) if each]
    held = Mail.objects.filter(state="sending").order_by("held_until").values_list("held_until", flat=True).first()
    return min([*found, *([held] if held else [])], default=None)


def _let_go(now: datetime.datetime) -> None:
    """Takes up what somebody held who stopped on the way, and gives up what has waited too long."""
    left = Mail.objects.filter(state="sending", held_until__lte=now)
    left.filter(handed=None).update(state="waiting", holder="", held_until=None, due=now)
    left.exclude(handed=None).update(
        state="unknown", holder="", held_until=None, ended=now, problem=spoken(say(UNKNOWN))
    )
    Mail.objects.filter(state="waiting", made__lte=now - LONGEST, club__is_demonstration=False).update(
        state="failed", ended=now, problem=spoken(say("It waited for five days, and is not sent any more."))
    )
    Mail.objects.filter(ended__lte=now - REMEMBERED).delete()


UNKNOWN = say(
    "The mail server was given the mail and did not answer in time. Perhaps it was sent; it is not sent again by itself."
)


def _send_of(server: MailServer, now: datetime.datetime) -> int:
    """One visit to a club's server."""
    holder = secrets.token_hex(16)
    mails = _held(server.club, holder, now)
    visit = Visit(server)
    sent = cut_off = 0
    try:
        for mail in mails:
            try:
                sent += visit.hand_over(mail)
                cut_off = 0
            except NotTaken as refusal:
                _put_back(mail, refusal.sentence, for_good=refusal.for_good)
                cut_off = 0
            except CutOff as refusal:
                _put_back(mail, refusal.sentence)
                cut_off += 1
                if cut_off == PATIENCE:
                    raise
    except Away as refusal:
        for mail in mails:  # those that were settled are not held any more
            _put_back(mail, refusal.sentence)
    finally:
        visit.end()
    return sent


def _held(club: Club, holder: str, now: datetime.datetime) -> list[Mail]:
    """Takes what is due, each mail by one question that only one sender can win."""
    due = Mail.objects.filter(club=club, state="waiting", due__lte=now).order_by("due", "pk")
    for pk in list(due.values_list("pk", flat=True)[:TOGETHER]):
        Mail.objects.filter(pk=pk, state="waiting").update(
            state="sending", holder=holder, held_until=timezone.now() + HELD, tries=F("tries") + 1, handed=None
        )
    return list(Mail.objects.filter(holder=holder).order_by("due", "pk"))


def _put_back(mail: Mail, problem: Sentence, *, for_good: bool = False) -> None:
    """Back among those that wait, or not sent at all; only by who holds it, and not once it was handed over."""
    now = timezone.now()
    mine = Mail.objects.filter(pk=mail.pk, holder=mail.holder, state="sending", handed=None)
    over = for_good or mail.made <= now - LONGEST
    mine.update(
        state="failed" if over else "waiting",
        ended=now if over else None,
        due=now + wait_after(mail.tries),
        problem=spoken(problem),
        holder="",
        held_until=None,
    )


# -- a visit to the server ----------------------------------------------------------------------------------------------


class Visit:
    """One connection to a club's server, opened at the first mail."""

    def __init__(self, server: MailServer) -> None:
        self.server = server
        self.line: smtplib.SMTP | None = None

    def hand_over(self, mail: Mail) -> bool:
        """Hands a mail over; whether the server took it. `Away` if it takes nothing now, `NotTaken` if not this one."""
        try:
            message = letter(mail, self.server)
        except (ValueError, LookupError, TypeError) as error:
            raise NotTaken(
                say("It cannot be put into letters: {reason}", reason=str(error)[:200]), for_good=True
            ) from None
        line = self._open()
        try:
            line.ehlo_or_helo_if_needed()
            _yes(line.mail(self.server.sender))
            _yes(line.rcpt(mail.to))
            _yes(line.docmd("DATA"), 354)
        except NotTaken:
            self._begin_anew()
            raise
        except Away as refusal:
            self._drop()
            raise CutOff(refusal.sentence) from None
        except (smtplib.SMTPException, OSError, ValueError) as error:
            self._drop()
            raise CutOff(told(error, self.server)) from None
        if not Mail.objects.filter(pk=mail.pk, holder=mail.holder, state="sending").update(handed=timezone.now()):
            self._drop()  # somebody else has it: nothing of it has left
            return False
        return self._given(mail, line, message)

    def _given(self, mail: Mail, line: smtplib.SMTP, message: bytes) -> bool:
        """From here on the server may have it."""
        mine = Mail.objects.filter(pk=mail.pk, holder=mail.holder, state="sending")
        try:
            line.send(smtplib._quote_periods(message) + b"\r\n.\r\n")  # type: ignore[attr-defined]  # as smtplib's own
            code, answer = line.getreply()
            if code == NOT_SMTP:
                raise smtplib.SMTPResponseException(code, answer)
        except (smtplib.SMTPException, OSError):
            self._drop()
            mine.update(state="unknown", ended=timezone.now(), problem=spoken(say(UNKNOWN)), holder="", held_until=None)
            return False
        if code != 250:
            mine.update(handed=None)  # it said no: it does not have it
            if code == GOES:
                self._drop()
                raise CutOff(ENDED)
            raise NotTaken(_refusal(code, answer), for_good=code >= 500)
        mine.update(state="sent", ended=timezone.now(), problem="", holder="", held_until=None, **NOTHING_LEFT)
        return True

    def _open(self) -> smtplib.SMTP:
        if self.line is not None:
            return self.line
        server = self.server
        try:
            backend = EmailBackend(
                host=server.host,
                port=server.port,
                username=server.name,
                password=server.plain_password,
                use_tls=server.security == "starttls",
                use_ssl=server.security == "tls",
                timeout=TIMEOUT,
            )
            backend.open()
            self.line = backend.connection
        except OtherKey:
            raise Away(
                say("The password of the mail server must be typed again: the key of this computer is another.")
            ) from None
        except (smtplib.SMTPException, OSError, ValueError) as error:
            raise Away(told(error, server)) from None
        assert self.line is not None  # noqa: S101 - open() raises or connects
        return self.line

    def _begin_anew(self) -> None:
        """After a refusal, so that the next mail finds the server where it begins; a server that is gone is visited again."""
        try:
            if self.line:
                self.line.rset()
        except (smtplib.SMTPException, OSError):
            self.end()

    def _drop(self) -> None:
        """Leaves without a word, as nobody answers or the server waits for letters."""
        line, self.line = self.line, None
        if line is not None:
            line.close()

    def end(self) -> None:
        """Says good-bye, if anybody listens."""
        line, self.line = self.line, None
        if line is not None:
            try:
                line.quit()
            except (smtplib.SMTPException, OSError):
                line.close()


def letter(mail: Mail, server: MailServer) -> bytes:
    """A mail as it goes over the line."""
    place = server.sender.rpartition("@")[2]
    made = EmailMultiAlternatives(
        mail.subject,
        mail.text,
        formataddr((mail.club.name, server.sender), "utf-8"),
        [mail.to],
        headers={
            "Message-ID": f"<arrowswitch.{mail.club_id}.{mail.pk}.{int(mail.made.timestamp())}@{place}>",
            "Date": formatdate(mail.made.timestamp(), localtime=True),
            "Auto-Submitted": "auto-generated",
            **mail.headers,
        },
    )
    if mail.html:
        made.attach_alternative(mail.html, "text/html")
    return made.message().as_bytes(linesep="\r\n")  # type: ignore[call-arg]  # Django's own, which the stubs do not know


def _yes(said: tuple[int, bytes], *good: int) -> None:
    code, answer = said
    if code not in (good or (250, 251)):
        raise NotTaken(_refusal(code, answer), for_good=code >= 500)


NOT_SMTP = -1
"""What `smtplib` gives for an answer that is none."""
GOES = 421
"""The server goes away, RFC 5321, 3.8."""
ENDED = say("The mail server ended the conversation. It is tried again.")


def _refusal(code: int, answer: bytes) -> Sentence:
    if code in (NOT_SMTP, GOES):
        raise Away(ENDED)
    words = _plain(answer)
    return say("The mail server refused it: {words} ({code})", words=words, code=code)


def _plain(answer: bytes | str) -> str:
    """What a server said, in one line."""
    return " ".join((answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer).split())[:200]


def told(error: Exception, server: MailServer) -> Sentence:
    """What went wrong, for the owner."""
    host, port = server.host, server.port
    match error:
        case smtplib.SMTPAuthenticationError():
            return say("The mail server does not know this name and password. Look whether both are right.")
        case smtplib.SMTPNotSupportedError():
            return say(
                "{host} does not offer what is asked for: choose another kind of protection, or no name.", host=host
            )
        case ssl.SSLCertVerificationError():
            return say("The certificate of {host} is not good: {reason}.", host=host, reason=error.verify_message)
        case ssl.SSLError():
            return say(
                "{host}, port {port}, does not speak TLS there: choose another port or protection.",
                host=host,
                port=port,
            )
        case TimeoutError():
            return say("{host}, port {port}, did not answer in time.", host=host, port=port)
        case ConnectionRefusedError():
            return say("Nothing listens at {host}, port {port}.", host=host, port=port)
        case smtplib.SMTPServerDisconnected() | ConnectionError():
            return say("{host}, port {port}, ended the conversation.", host=host, port=port)
        case smtplib.SMTPResponseException():
            return say("{host} said: {words}", host=host, words=_plain(error.smtp_error))
        case OSError():
            return say("{host} cannot be reached: {reason}.", host=host, reason=error.strerror or str(error))
    return say("{host} cannot be used: {reason}.", host=host, reason=str(error)[:200])
