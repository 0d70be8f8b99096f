"""Settings, all of them here. `arrowswitch serve` says by the environment where the data is:

`ARROWSWITCH_DATA`      the folder with the database and the key (without it: a database in memory, for tests);
`ARROWSWITCH_DATABASE`  a PostgreSQL server to use instead: `postgresql://name:password@host/database`;
`ARROWSWITCH_HOSTS`     more host names to answer to, with commas, for a club behind a proxy;
`ARROWSWITCH_WORDS`     what the first visit from another computer is asked for, where nobody sees the terminal;
`ARROWSWITCH_PROXIES`   the proxies that may say whom they speak for, with commas (see `network.proxies`);
`ARROWSWITCH_DEMONSTRATION` anything, to show the made-up club to visitors and no other;
`ARROWSWITCH_TIME_ZONE` the club's time, such as Pacific/Auckland, where it is not this computer's.
"""

import os
import secrets
from pathlib import Path

import tzlocal

from arrowswitch.site.data_folder import storage

HERE = Path(__file__).resolve().parent
DATA = Path(os.environ["ARROWSWITCH_DATA"]) if os.environ.get("ARROWSWITCH_DATA") else None

DEMONSTRATION = bool(os.environ.get("ARROWSWITCH_DEMONSTRATION"))  # set by `serve --demo`

DEBUG = False
SECRET_KEY = storage.secret_key(DATA) if DATA else secrets.token_urlsafe(50)

# Host names are checked by `middleware.known_host`, because the laptop's address changes with the network it is on.
ALLOWED_HOSTS = ["*"]
KNOWN_HOSTS = [name.strip().lower() for name in os.environ.get("ARROWSWITCH_HOSTS", "").split(",") if name.strip()]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django_htmx",
    "arrowswitch.site.club",
    "arrowswitch.site.accounts",
    "arrowswitch.site.journal",
    "arrowswitch.site.movement",
    "arrowswitch.site.calculator",
    "arrowswitch.site.night",
    "arrowswitch.site.pads",
    "arrowswitch.site.night.results",
    "arrowswitch.site.night.deals",
    "arrowswitch.site.events",
    "arrowswitch.site.exchange",
    "arrowswitch.site.registers",
    "arrowswitch.site.calendar",
    "arrowswitch.site.ladders",
    "arrowswitch.site.members",
    "arrowswitch.site.outbox",
    "arrowswitch.site.signin",
    "arrowswitch.site.yearbook",
    "arrowswitch.site.noticeboard",
    "arrowswitch.site.club_cards",
    "arrowswitch.site.merits",
    "arrowswitch.site.money",
    "arrowswitch.site.website",
    "arrowswitch.site.mybridge",
    "arrowswitch.site.rules",
]

MIDDLEWARE = [
    "arrowswitch.site.serving.middleware.known_host",
    "django.middleware.security.SecurityMiddleware",
    "arrowswitch.site.serving.middleware.careful_headers",
    "arrowswitch.site.serving.health.first",
    "arrowswitch.site.serving.static_files.static_files",
    "django.middleware.gzip.GZipMiddleware",
    "arrowswitch.site.accounts.middleware.Sessions",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "arrowswitch.site.accounts.middleware.who",
    "arrowswitch.site.accounts.middleware.not_too_much",
    "arrowswitch.site.serving.middleware.WorkshopBusy",
]

ROOT_URLCONF = "arrowswitch.site.urls"
ASGI_APPLICATION = "arrowswitch.site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [HERE / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "arrowswitch.site.club.context.club",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "arrowswitch.site.club.templatetags.pieces",
                "arrowswitch.site.movement.templatetags.spoken",
                "arrowswitch.site.calculator.templatetags.figures",
                "arrowswitch.site.night.templatetags.bridge_words",
                "arrowswitch.site.help.templatetags.guide_links",
            ],
            "loaders": [("django.template.loaders.cached.Loader", ["django.template.loaders.filesystem.Loader"])],
        },
    }
]

DATABASES = {"default": storage.database(DATA, storage.elsewhere())}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

STATIC_URL = "static/"
STATICFILES_DIRS = [HERE / "static"]
STORAGES = {"staticfiles": {"BACKEND": "arrowswitch.site.serving.static_files.WithEdition"}}

LOCALE_PATHS = [HERE / "locale"]
LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = "arrowswitch.site.formats"
LANGUAGES = [("en", "English")] + [
    (folder.parent.parent.name.lower().replace("_", "-"), folder.parent.parent.name)
    for folder in sorted((HERE / "locale").glob("*/LC_MESSAGES/django.mo"))
]
USE_I18N = True
USE_TZ = True
TIME_ZONE = os.environ.get("ARROWSWITCH_TIME_ZONE") or tzlocal.get_localzone_name() or "UTC"

AUTH_USER_MODEL = "accounts.Account"
AUTHENTICATION_BACKENDS = ["arrowswitch.site.accounts.backend.ByName"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
PUBLIC_FORMS_A_MINUTE = 120  # from one address, by who is not signed in
DEAR_PAGES_A_MINUTE = 30  # the same: prints, and the movements of a large room
SESSION_ENGINE = "arrowswitch.site.accounts.sessions"
SESSION_COOKIE_AGE = 12 * 3600  # from the last use: see `accounts.middleware`
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"

DATA_UPLOAD_MAX_MEMORY_SIZE = 16_000_000  # `serving.bodies` lets no more in, and mostly less
FILE_UPLOAD_MAX_MEMORY_SIZE = DATA_UPLOAD_MAX_MEMORY_SIZE

SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = None  # browsers ignore it, with a complaint, on a plain http address
X_FRAME_OPTIONS = "DENY"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "arrowswitch.site.club.views.forged"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "plain": {"()": "arrowswitch.site.serving.logs.Plain"},
        "not-again": {"()": "arrowswitch.site.serving.logs.NotAgain"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "filters": ["plain", "not-again"]}},
    "loggers": {
        **{
            name: {"handlers": ["stderr"], "level": "WARNING", "propagate": False}
            for name in ("uvicorn.error", "asyncio", "arrowswitch")
        },
        "django.request": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
        "django.security": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
    },
}
