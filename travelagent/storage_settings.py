"""Where the files of trips are kept, from the environment: a private folder, or a bucket behind S3's protocol."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from travelagent.environment import Environment

FOLDER = "attachments"


def attachment_storage(env: Environment, data_dir: Path) -> dict[str, Any]:
    """Return the entry of STORAGES for the files of trips. Raises ImproperlyConfigured for what does not fit."""
    address = env.address("ATTACHMENTS_URL", schemes=("s3",))
    endpoint, region = env.address("ATTACHMENTS_ENDPOINT"), env.text("ATTACHMENTS_REGION")
    access_key, secret_key = env.secret("ATTACHMENTS_ACCESS_KEY"), env.secret("ATTACHMENTS_SECRET_KEY")
    if bool(access_key) != bool(secret_key):
        raise ImproperlyConfigured("ATTACHMENTS_ACCESS_KEY and ATTACHMENTS_SECRET_KEY are set together or not at all")
    if not address:
        if endpoint or region or access_key:
            raise ImproperlyConfigured(
                "ATTACHMENTS_ENDPOINT, ATTACHMENTS_REGION and ATTACHMENTS_ACCESS_KEY need ATTACHMENTS_URL=s3://bucket"
            )
        modes = {"file_permissions_mode": 0o600, "directory_permissions_mode": 0o700}
        options: dict[str, Any] = {"location": data_dir / FOLDER, **modes}
        return {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": options}
    parts = urlsplit(address)
    options = {
        "bucket_name": parts.netloc,
        "location": parts.path.strip("/"),
        "endpoint_url": endpoint or None,
        "region_name": region or None,
        "access_key": access_key or None,
        "secret_key": secret_key or None,
        "addressing_style": "path" if endpoint else None,
        "default_acl": None,
        "file_overwrite": False,
        "querystring_auth": True,
        "max_memory_size": 16 * 1024 * 1024,
    }
    return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}
