"""The packaged files: CSV, the large ones gzipped."""

import csv
import gzip
import io
from collections.abc import Iterator
from pathlib import Path

DATA = Path(__file__).parent / "data"


def opened(path: Path) -> io.TextIOBase:
    """Open a packaged file to read as text, compressed or not."""
    if path.suffix == ".gz":
        return io.StringIO(gzip.decompress(path.read_bytes()).decode("utf-8"), newline="")
    return path.open(encoding="utf-8", newline="")


def csv_rows(path: Path) -> Iterator[dict[str, str]]:
    """Yield the rows of a packaged CSV file by column. `ValueError` for a row whose cells do not match the header."""
    with opened(path) as file:
        for number, row in enumerate(csv.DictReader(file, strict=True), 2):
            if None in row or None in row.values():
                raise ValueError(f"{path.name}:{number}: the cells do not match the header")
            yield row
