"""Answers of the application, compressed for who takes gzip; static files are compressed beforehand."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class CompressionMiddleware(GZipMiddleware):
    """Compresses whole answers. Streams are left alone: their parts are small, and each must leave at once."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress the response, but for a streamed one."""
        return response if response.streaming else super().process_response(request, response)
