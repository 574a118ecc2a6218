"""Settings of the project, all from the environment, typed, failing loudly on a bad value.

Every secret may also come from a file: `NAME_FILE=/path` is read when `NAME` is not set. With nothing set the
embedded profile runs: SQLite in `TRAVELAGENT_DATA_DIR`, channel layer and cache in memory, runs in the server's
own process. Setting `DATABASE_URL`, `REDIS_URL` and `RUN_EXECUTOR=celery` gives the scaled profile.
"""

import importlib.util
import os
import secrets
from datetime import timedelta
from pathlib import Path
from typing import Any

import django_stubs_ext
import structlog
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from travelagent.environment import Environment
from travelagent.maps import presets
from travelagent.maps.pmtiles import PMTiles, UnreadableTiles
from travelagent.maps.presets import Tiles
from travelagent.mcp_settings import mcp_servers
from travelagent.provider_settings import provider_addresses
from travelagent.storage_settings import attachment_storage

django_stubs_ext.monkeypatch()  # makes ModelAdmin[…] and its like subscriptable

BASE_DIR = Path(__file__).resolve().parent.parent

env = Environment(os.environ)


def _secret_key(data_dir: Path) -> str:
    """The key of the environment, else one made once in the data folder, readable by its owner alone."""
    if key := env.secret("SECRET_KEY"):
        return key
    path = data_dir / "secret_key"
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        if key := path.read_text(encoding="utf-8"):
            return key
        raise ImproperlyConfigured(f"{path}: the file of the secret key is empty") from None
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        key = secrets.token_urlsafe(50)
        file.write(key)
    return key


def _is_traced() -> bool:
    """Return whether OTEL_* asks for traces of runs. Raises ImproperlyConfigured where its packages are missing."""
    endpoint = env.address("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") or env.address("OTEL_EXPORTER_OTLP_ENDPOINT")
    wanted = env.boolean("TRAVELAGENT_TRACING", bool(endpoint))
    if not wanted or env.text("OTEL_SDK_DISABLED").lower() == "true" or env.text("OTEL_TRACES_EXPORTER") == "none":
        return False
    env.choice("OTEL_TRACES_EXPORTER", "", "", "otlp", "none")
    env.choice("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "", "", "http/protobuf")
    env.choice("OTEL_EXPORTER_OTLP_PROTOCOL", "", "", "http/protobuf")
    try:
        installed = importlib.util.find_spec("opentelemetry.exporter.otlp.proto.http")
    except ModuleNotFoundError:
        installed = None
    if installed is None:
        raise ImproperlyConfigured(
            "OTEL_EXPORTER_OTLP_ENDPOINT or TRAVELAGENT_TRACING asks for tracing, whose packages are not installed:"
            " install travelagent[tracing], or requirements-extras.lock"
        )
    return True


DATA_DIR = env.folder("TRAVELAGENT_DATA_DIR", BASE_DIR / "var", 0o700)

DEBUG = env.boolean("DEBUG", False)
SECRET_KEY = _secret_key(DATA_DIR)
# Former keys: what they signed or encrypted is still good, nothing new is signed with them.
SECRET_KEY_FALLBACKS: list[str] = env.names("SECRET_KEY_FALLBACKS")
HOST = env.text("HOST", "127.0.0.1")
PORT = env.integer("PORT", 8000, 0, 65535)
ALLOWED_HOSTS: list[str] = env.names("ALLOWED_HOSTS", ["127.0.0.1", "localhost", "[::1]"])
LOG_LEVEL = env.choice("LOG_LEVEL", "INFO", "DEBUG", "INFO", "WARNING", "ERROR")

# One JSON object a line, with the run and session at work and the `extra` fields of the record (step, node …).
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "json": {
            "()": "structlog.stdlib.ProcessorFormatter",
            "foreign_pre_chain": [
                structlog.contextvars.merge_contextvars,
                structlog.stdlib.add_log_level,
                structlog.stdlib.add_logger_name,
                structlog.stdlib.ExtraAdder(),
                structlog.processors.TimeStamper(fmt="iso", utc=True),
                structlog.processors.format_exc_info,
            ],
            "processors": [
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(ensure_ascii=False),
            ],
        }
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {name: {"level": LOG_LEVEL} for name in ("agent_core", "travelagent")},
}

INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "travelagent.accounts.lockout.LockoutConfig",
    "csp",
    "django_prometheus",
    "channels",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "travelagent.catalog",
    "travelagent.providers",
    "travelagent.pictures",
    "travelagent.accounts",
    "travelagent.trips",
    "travelagent.attachments",
    "travelagent.assistant",
    "travelagent.chat",
    "travelagent.reminders",
    "travelagent.api",
    "travelagent.gateways",
    "travelagent.ops",
]

MIDDLEWARE = [
    "django_prometheus.middleware.PrometheusBeforeMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "travelagent.ops.compression.CompressionMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "travelagent.offline.reader.ReaderMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "axes.middleware.AxesMiddleware",
    "django_prometheus.middleware.PrometheusAfterMiddleware",
]

ROOT_URLCONF = "travelagent.urls"
ASGI_APPLICATION = "travelagent.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "travelagent.pictures.context.photographs",
                "travelagent.offline.context.reader",
            ],
        },
    },
]

# Databases. WAL alone still gives "database is locked" when a transaction reads first and writes later: IMMEDIATE
# takes the write lock at its start.
DATABASE_POOL_SIZE = env.integer("DATABASE_POOL_SIZE", 16, 1)
DATABASES: dict[str, Any] = {"default": env.database("DATABASE_URL", f"sqlite:///{DATA_DIR / 'db.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # Each thread keeps its connection: closing the last one would fold the write-ahead log back in every time.
    DATABASES["default"]["CONN_MAX_AGE"] = None
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;",
    }
elif DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    # One pool a process, opened when it is first used; a connection is looked at before it is handed out, so that none
    # is used that a restart of the server has cut.
    DATABASES["default"]["CONN_MAX_AGE"] = 0
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    _pool = {"min_size": 1, "max_size": DATABASE_POOL_SIZE, "timeout": 10}
    DATABASES["default"].setdefault("OPTIONS", {})["pool"] = _pool
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Runs. Where they are worked off: `inline`, by the server's own process, or by Celery's workers. How many a process
# works at once; how many may wait before a new one is refused (`busy`), and how many of one person, or of one partner
# with all its travellers, may be under way (`limit`). Ended ones are deleted after so many days; 0 keeps them.
REDIS_URL = env.secret_address("REDIS_URL", ("redis", "rediss", "unix"))
RUN_EXECUTOR = env.choice("RUN_EXECUTOR", "inline", "inline", "celery")
if RUN_EXECUTOR == "celery" and not REDIS_URL:
    raise ImproperlyConfigured("RUN_EXECUTOR=celery needs REDIS_URL")
RUNS_PER_PROCESS = env.integer("RUNS_PER_PROCESS", 200, 1)
RUNS_WAITING = env.integer("RUNS_WAITING", 500, 0)
RUNS_PER_PERSON = env.integer("RUNS_PER_PERSON", 5, 1)
RUNS_PER_PARTNER = env.integer("RUNS_PER_PARTNER", 200, 1)
RUN_RETENTION_DAYS = env.integer("RUN_RETENTION_DAYS", 0, 0)

# A tool or a model raises an alarm in the admin when more than this share of its calls failed in the last 24 hours or
# seven days; of fewer calls than this the share means nothing.
FAILURE_ALARM_PERCENT = env.integer("FAILURE_ALARM_PERCENT", 20, 0, 100)
FAILURE_ALARM_CALLS = env.integer("FAILURE_ALARM_CALLS", 5, 1)

# What is done every so many seconds (travelagent.ops.duties), by the server itself or under Celery's beat.
DUTIES = {
    "hint_at_unattended_runs": 5.0,
    "expire_proposals": 5.0,
    "delete_old_runs": 3600.0,
    "forget_idempotent_answers": 3600.0,
    "deliver_webhooks": 2.0,
    "forget_old_deliveries": 3600.0,
    "clear_expired_sessions": 3600.0,
    "delete_empty_visitors": 3600.0,
    "forget_old_answers": 3600.0,
    "send_reminders": 60.0,
    "delete_orphaned_files": 3600.0,
    "send_mention_notices": 60.0,
}
CELERY_BEAT_SCHEDULE = {
    name: {"task": "do_duty", "args": (name,), "schedule": seconds, "options": {"expires": seconds}}
    for name, seconds in DUTIES.items()
}
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA_DIR / "beat")
CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# What a dead worker had taken from the queue and not finished comes back within seconds.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 30,
    "unacked_restore_interval": 2,
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 2,
}
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_POOL = "solo"
CELERY_IMPORTS = ["travelagent.ops.worker"]
# Where a worker shows its own metrics; 0: nowhere.
WORKER_METRICS_PORT = env.integer("WORKER_METRICS_PORT", 0, 0, 65535)

# Messaging and cache: in memory, or Redis when it is named. `legs` keeps the answers of a routing service.
if REDIS_URL:
    CHANNEL_LAYERS: dict[str, Any] = {
        "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [REDIS_URL]}}
    }
    _redis = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    CACHES: dict[str, Any] = {"default": _redis, "legs": _redis}
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    _memory = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    CACHES = {"default": _memory, "legs": {**_memory, "LOCATION": "legs", "OPTIONS": {"MAX_ENTRIES": 4096}}}

# People.
AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "chat"
LOGOUT_REDIRECT_URL = "chat"
ACCOUNT_ADAPTER = "travelagent.accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_VERIFICATION = "optional" if env.secret("EMAIL_URL") else "none"
ACCOUNT_USER_MODEL_EMAIL_FIELD = "email"
# A sign-up with the address of somebody else's account looks like any other: it is never disclosed who has an account.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_RATE_LIMITS = {"login_failed": False}  # axes counts these, for every way in
ACCOUNT_SIGNUP_OPEN = env.boolean("SIGNUP_OPEN", True)
# After so many wrong passwords for a name from an address both must wait; after so many for any names, the address.
AXES_FAILURE_LIMIT = env.integer("LOGIN_FAILURES", 5, 1)
ADDRESS_LOGIN_FAILURES = env.integer("ADDRESS_LOGIN_FAILURES", 50, 1)
AXES_COOLOFF_TIME = timedelta(minutes=env.integer("LOGIN_LOCKOUT_MINUTES", 15, 1))
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_HANDLER = "travelagent.accounts.address_lockout.AddressLockoutHandler"
AXES_CLIENT_IP_CALLABLE = "travelagent.accounts.address.counted_by"
AXES_USERNAME_CALLABLE = "travelagent.accounts.adapter.sign_in_name"
AXES_LOCKOUT_CALLABLE = "travelagent.accounts.views.locked_out"
AXES_RESET_ON_SUCCESS = True
# What is tried while a lock lasts is not kept, and does not make it last longer.
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_VERBOSE = False

# Mail. Without a mail server every mail is a file in the data folder, for the operator to read.
vars().update(env.mail("EMAIL_URL", "filemail:"))
if EMAIL_BACKEND.endswith("filebased.EmailBackend"):  # type: ignore[name-defined]  # noqa: F821
    EMAIL_FILE_PATH = DATA_DIR / "mail"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("MAIL_FROM", "TravelAgent <noreply@localhost>")

# Transport. Whatever serves other machines is served over https, by a proxy in front that states so; a server for this
# machine alone speaks plain http, and the checks that ask for https do not concern it.
_LOOPBACK = {"127.0.0.1", "localhost", "[::1]"}
HTTPS = env.boolean("HTTPS", not set(ALLOWED_HOSTS) <= _LOOPBACK)
# So many proxies in a row stand in front, each of which appends its peer to X-Forwarded-For.
TRUSTED_PROXIES = env.integer("TRUSTED_PROXIES", 0, 0, 10)
SESSION_COOKIE_AGE = 365 * 24 * 3600
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SAMESITE = "Lax"
CSRF_TRUSTED_ORIGINS: list[str] = env.origins("CSRF_TRUSTED_ORIGINS")
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = ["^live$", "^ready$", "^metrics$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
# Sent over https alone.
SECURE_HSTS_SECONDS = 0 if DEBUG else 365 * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = not DEBUG
if set(ALLOWED_HOSTS) <= _LOOPBACK:
    SILENCED_SYSTEM_CHECKS = ["security.W008", "security.W012", "security.W016"]
X_FRAME_OPTIONS = "DENY"

# Languages and time.
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("zh-hans", _("Simplified Chinese"))]
LANGUAGE_OF = {"en": "en", "zh": "zh-hans"}
"""The language of these pages for the locale of a run, a trip or a mail."""
# The product's own texts, and its own wording of texts of libraries.
LOCALE_PATHS = [BASE_DIR / "locale", BASE_DIR / "locale" / "libraries"]
FORMAT_MODULE_PATH = "travelagent.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Static files, served by the application itself.
STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
# django-leaflet ships Leaflet's own files; as an installed app it would ask for GDAL, so only its files are taken.
_leaflet = importlib.util.find_spec("leaflet")
if _leaflet is None or not _leaflet.submodule_search_locations:
    raise ImproperlyConfigured("the package django-leaflet is not installed")
STATICFILES_DIRS = [BASE_DIR / "static", Path(_leaflet.submodule_search_locations[0]) / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "travelagent.ops.static.ModuleStorage"},
    # Files of trips: a private folder, or a bucket. Served by views that ask who may read them, never as static files.
    "attachments": attachment_storage(env, DATA_DIR),
}


def _tile_service() -> Tiles | None:
    """The service that MAP_TILES or MAP_TILE_URL names. Raises ImproperlyConfigured where what it needs is missing."""
    if MAP_TILES == "maptiler":
        if not (key := env.secret("MAP_TILES_KEY")):
            raise ImproperlyConfigured("MAP_TILES=maptiler needs MAP_TILES_KEY")
        return presets.maptiler(key)
    if MAP_TILES == "pmtiles":
        if not MAP_TILES_FILE:
            raise ImproperlyConfigured("MAP_TILES=pmtiles needs MAP_TILES_FILE")
        try:
            file = PMTiles(Path(MAP_TILES_FILE))
        except (OSError, UnreadableTiles) as error:
            raise ImproperlyConfigured(f"MAP_TILES_FILE: {error}") from error
        file.close()
        return presets.own_file(MAP_TILE_ATTRIBUTION or presets.OSM_ATTRIBUTION, file.max_zoom)
    if MAP_TILES:
        return presets.preset(MAP_TILES)
    return presets.template(MAP_TILE_URL, MAP_TILE_ATTRIBUTION) if MAP_TILE_URL else None


# Tiles for the maps, which draw on the packaged ground without them: a preset, or a service of one's own.
MAP_TILES: presets.Name = env.choice("MAP_TILES", "", "", "osm", "maptiler", "amap", "pmtiles")  # type: ignore[assignment]
MAP_TILES_FILE = env.file("MAP_TILES_FILE")
MAP_TILE_URL = env.address("MAP_TILE_URL")
MAP_TILE_ATTRIBUTION = env.text("MAP_TILE_ATTRIBUTION")
if MAP_TILES and MAP_TILE_URL:
    raise ImproperlyConfigured("MAP_TILES and MAP_TILE_URL name two tile services: set one of them")
MAP_TILE_SERVICE = _tile_service()

# Live services (travelagent.providers): one switch for all, which photographs obey too; where each is, self-hosted ones
# included; which of the two geocoders is asked; and whom they can write to about this installation.
PROVIDERS = env.boolean("PROVIDERS", True)
PROVIDER_ADDRESSES = provider_addresses(env)
GEOCODER = env.choice("GEOCODER", "nominatim", "nominatim", "photon")
PROVIDER_CONTACT = env.text("PROVIDER_CONTACT", env.text("PICTURE_CONTACT"))

# Photographs of places from Wikimedia Commons, with their authors and licences; without a provider posters are drawn.
# The service asks for a way to reach the operator of a site, an address or a mailbox.
PICTURE_PROVIDER = env.choice("PICTURE_PROVIDER", "", "", "commons")
PICTURE_CONTACT = env.text("PICTURE_CONTACT")
COMMONS_API_URL = PROVIDER_ADDRESSES["commons"]
COMMONS_IMAGES_URL = env.address("COMMONS_IMAGES_URL", "https://upload.wikimedia.org")
if PICTURE_PROVIDER and not PICTURE_CONTACT:
    raise ImproperlyConfigured("PICTURE_PROVIDER needs PICTURE_CONTACT, an address or a mailbox of the site's operator")
if not (PROVIDERS and COMMONS_API_URL):
    PICTURE_PROVIDER = ""

# What a page may load: the site's own files, and the pictures of the tile service and of the provider of photographs.
# No inline script or style anywhere.
_pictures = [*(MAP_TILE_SERVICE.hosts if MAP_TILE_SERVICE else ()), *([COMMONS_IMAGES_URL] if PICTURE_PROVIDER else ())]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:", *_pictures],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# Chat models: named ones in a TOML file, or one OpenAI-compatible endpoint; without either the embedded assistant.
MODELS_FILE = env.file("TRAVELAGENT_MODELS_FILE")
OPENAI_API_KEY = env.secret("OPENAI_API_KEY")
OPENAI_BASE_URL = env.address("OPENAI_BASE_URL")
OPENAI_MODEL = env.text("OPENAI_MODEL")
# What the models may cost one person in 24 hours, by the prices in their settings; then what stands in answers. 0: any.
SPEND_CAP_USD = env.decimal("SPEND_CAP_USD", "0", 0)

# Models that are served on this machine are offered beside them, where the site is for this machine alone.
LOCAL_MODELS = env.boolean(
    "TRAVELAGENT_LOCAL_MODELS", DEBUG or (RUN_EXECUTOR == "inline" and set(ALLOWED_HOSTS) <= _LOOPBACK)
)
# Ollama, LM Studio, llama.cpp, vLLM.
LOCAL_MODEL_PORTS: list[int] = env.integers("TRAVELAGENT_LOCAL_MODEL_PORTS", [11434, 1234, 8080, 8000], 1, 65535)

# Spans of runs, sent over OTLP to a collector (travelagent.chat.tracing); the SDK reads the other OTEL_* variables.
# They hold no word of a conversation unless the second setting asks for it.
TRACING = _is_traced()
TRACED_CONTENT = env.choice(
    "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT",
    "false",
    *("", "true", "false", "NO_CONTENT", "SPAN_ONLY", "EVENT_ONLY", "SPAN_AND_EVENT"),
) in ("true", "SPAN_ONLY", "SPAN_AND_EVENT")

# A routing service for walking and driving times; without one they are estimates.
ROUTING_PROVIDER = env.choice("ROUTING_PROVIDER", "", "", "osrm", "valhalla")
ROUTING_URL = env.address("ROUTING_URL")
if bool(ROUTING_PROVIDER) != bool(ROUTING_URL):
    raise ImproperlyConfigured("ROUTING_PROVIDER and ROUTING_URL are set together or not at all")

# The planning engine's compiled code is kept between starts.
os.environ.setdefault("NUMBA_CACHE_DIR", str(DATA_DIR / "numba"))

# How many calls of the API a key, or a visitor, may make a minute, by their cost; 0 sets no limit. They are counted in
# the cache: over all processes where that is Redis, else by each process for itself.
THROTTLE_READS = env.integer("THROTTLE_READS", 1200, 0)
THROTTLE_WRITES = env.integer("THROTTLE_WRITES", 120, 0)
THROTTLE_RUNS = env.integer("THROTTLE_RUNS", 60, 0)

# Other MCP servers whose tools the assistant may use.
MCP_SERVERS = mcp_servers(env)

# Webhooks. A delivery that fails is tried again after these seconds, then given up; an endpoint at which none has
# succeeded for so many days is disabled. The secret before a rotation is valid for some hours more. Targets are https
# at public addresses, unless WEBHOOK_ALLOW_LOCAL is set, as for development on one's own machine.
WEBHOOK_ALLOW_LOCAL = env.boolean("WEBHOOK_ALLOW_LOCAL", False)
WEBHOOK_TIMEOUT_S = float(env.integer("WEBHOOK_TIMEOUT_S", 10, 1))
WEBHOOK_BACKOFF_S: list[int] = env.integers(
    "WEBHOOK_BACKOFF_S", [5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400], 1
)
WEBHOOK_DISABLE_AFTER_DAYS = env.integer("WEBHOOK_DISABLE_AFTER_DAYS", 5, 1)
WEBHOOK_ROTATION_HOURS = env.integer("WEBHOOK_ROTATION_HOURS", 24, 0)
WEBHOOK_RETENTION_DAYS = env.integer("WEBHOOK_RETENTION_DAYS", 30, 1)
WEBHOOKS_PER_PARTNER = env.integer("WEBHOOKS_PER_PARTNER", 20, 1)

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "travelagent.api.authentication.KeyAuthentication",
        "travelagent.api.authentication.SiteAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["travelagent.api.authentication.HasActor"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "travelagent.api.negotiation.ByQuality",
    "DEFAULT_PARSER_CLASSES": ["travelagent.api.parsers.BoundedJson"],
    "URL_FORMAT_OVERRIDE": None,
    "EXCEPTION_HANDLER": "travelagent.api.problems.handle",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "TravelAgent",
    "VERSION": "1.0.0",
    "DESCRIPTION": "Conversations that plan journeys: sessions, runs and their events, tools, the catalogue.",
    "TAGS": [
        {"name": "sessions", "description": "Conversations: made, read, changed, and runs started in them."},
        {"name": "runs", "description": "What a message becomes: its state, its events, its proposals."},
        {
            "name": "trips",
            "description": "Saved plans: changed, verified, planned anew, shared, exported; expenses, lists, files.",
        },
        {"name": "itineraries", "description": "The planner and its verifier for plans that nobody keeps."},
        {"name": "cities", "description": "The catalogue: cities, their sights and their weather."},
        {"name": "venues", "description": "Places to eat and to sleep, imported or fetched."},
        {"name": "tools", "description": "The assistant's tools that only read, called one by one."},
        {"name": "models", "description": "The models that a run may name."},
        {"name": "memories", "description": "What the assistant was asked to remember."},
        {"name": "feedback", "description": "What people say of answers and facts."},
        {"name": "push", "description": "Browsers that take notifications, such as reminders of trips."},
        {"name": "webhooks", "description": "Where a partner is told of what happened."},
    ],
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENUM_NAME_OVERRIDES": {
        "KindEnum": "travelagent.chat.models.Feedback.Kind",
        "RunKind": "travelagent.chat.models.RunKind",
        "ExpenseKind": "travelagent.trips.models.Kind",
        "InvitedRole": "travelagent.trips.models.together.MemberRole",
        "TripRole": [("viewer", "viewer"), ("editor", "editor"), ("owner", "owner")],
        "ExpenseSplit": "travelagent.trips.models.Method",
        "TripList": "travelagent.trips.models.List",
        "WebhookEvent": "travelagent.api.models.WebhookEvent",
    },
}
