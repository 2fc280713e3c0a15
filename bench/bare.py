"""The baseline: an aiohttp application on uvloop that only returns prepared bytes.

`python -m bench.bare PORT FILE` serves the responses listed in FILE (JSON).
"""

import asyncio
import base64
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import uvloop
from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.Response]]


def handler_of(answer: dict[str, Any]) -> Handler:
    """Make a handler that reads the request and returns the prepared response."""
    status, headers, body = answer["status"], answer["headers"], base64.b64decode(answer["body"])

    async def handle(request: web.Request) -> web.Response:
        if request.body_exists:
            await request.read()
        return web.Response(status=status, headers=headers, body=body)

    return handle


async def serve(port: int, answers: list[dict[str, Any]]) -> None:
    app = web.Application(client_max_size=8 * 1024 * 1024)
    for answer in answers:
        app.router.add_route(answer["method"], answer["path"], handler_of(answer))
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))))
