"""A server that speaks S3's protocol, as a process of its own on a free port of this machine."""

import subprocess
import sys
from dataclasses import dataclass, field

import boto3
import httpx
from botocore.client import BaseClient

from tests.support.server import free_port
from tests.support.waiting import waited_for

BUCKET = "trips"
REGION = "us-east-1"
KEYS = {"ATTACHMENTS_ACCESS_KEY": "AKIDEXAMPLE", "ATTACHMENTS_SECRET_KEY": "not-a-real-secret"}


@dataclass
class S3Server:
    """With one empty private bucket."""

    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def settings(self) -> dict[str, str]:
        """The environment of a site whose files lie in that bucket."""
        where = {"ATTACHMENTS_URL": f"s3://{BUCKET}/held", "ATTACHMENTS_REGION": REGION}
        return {**where, "ATTACHMENTS_ENDPOINT": self.url, **KEYS}

    def start(self) -> "S3Server":
        """Start and wait until it answers."""
        command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        waited_for(self._answers)
        client = self.client()
        client.create_bucket(Bucket=BUCKET)
        client.close()
        return self

    def client(self) -> BaseClient:
        """An S3 client with the site's own keys."""
        keys = {"aws_access_key_id": KEYS["ATTACHMENTS_ACCESS_KEY"], "region_name": REGION}
        return boto3.client("s3", endpoint_url=self.url, aws_secret_access_key=KEYS["ATTACHMENTS_SECRET_KEY"], **keys)

    def close(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(30)

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/moto-api/data.json").status_code == 200
        except httpx.TransportError:
            return False
