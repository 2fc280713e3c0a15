"""A slow way to the cafe, by `CAFE_BROWSER_LAG`: what a test takes for done too early, fails each time then."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from aiohttp import web
from aiohttp.typedefs import Handler

from cafe import app
from cafe.web.application import build_application

LAG = int(os.environ.get("CAFE_BROWSER_LAG", "0")) / 1000
"""Seconds that each request is on its way; given in milliseconds."""


@web.middleware
async def arrive_late(request: web.Request, handler: Handler) -> web.StreamResponse:
    if request.path.startswith("/api/"):
        await asyncio.sleep(LAG)
    return await handler(request)


@contextmanager
def slow_way() -> Iterator[None]:
    """Applications that are built meanwhile hear of each request late."""

    def build_far_away(*args: Any) -> Any:
        application, streams = build_application(*args)
        application.middlewares.append(arrive_late)
        return application, streams

    with mock.patch.object(app, "build_application", build_far_away if LAG else build_application):
        yield
