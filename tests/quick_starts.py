"""Does once in a run what every start of the application does alike; a thousand starts add up to minutes."""

import gc
import gzip
import inspect
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import CodeType, FunctionType, SimpleNamespace
from typing import Any

import pytest
from aiogram.client.session import base
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.dispatcher.event import handler
from aiogram.methods import Response

from cafe.web.minify import minify_script, minify_stylesheet


@contextmanager
def quick_starts() -> Iterator[None]:
    """Read the certificates, minify and compress the pages' files and look at the bot's handlers once only.

    At a stop, do not wait, as aiogram does, for TLS connections that there never were. And have the garbage collector
    pass over what is loaded by now, as the program does when it serves.
    """
    gc.collect()
    gc.freeze()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(AiohttpSession, "close", _close)
        patch.setattr(handler, "inspect", SimpleNamespace(**{**vars(inspect), "signature": _remembering_signature()}))
        patch.setattr(base, "Response", _RememberingResponse)
        patch.setattr(ssl, "create_default_context", cache(ssl.create_default_context))
        patch.setattr(gzip, "compress", cache(gzip.compress))
        patch.setattr("cafe.web.site.minify_script", cache(minify_script))
        patch.setattr("cafe.web.site.minify_stylesheet", cache(minify_stylesheet))
        yield


class _RememberingResponse:
    """aiogram's `Response[T]`, made once for each T: pydantic forgets it as soon as nobody holds it."""

    def __class_getitem__(cls, returned: Any) -> Any:
        return _response_of(returned)


@cache
def _response_of(returned: Any) -> Any:
    return Response[returned]


async def _close(session: AiohttpSession) -> None:
    if session._session is not None:
        await session._session.close()


def _remembering_signature() -> Callable[..., inspect.Signature]:
    """`inspect.signature`, remembered for each place where a function is written; aiogram asks 600 times a start."""
    known: dict[CodeType, inspect.Signature] = {}

    def signature(callback: Callable[..., Any], **options: Any) -> inspect.Signature:
        if not isinstance(callback, FunctionType):
            return inspect.signature(callback, **options)
        if callback.__code__ not in known:
            known[callback.__code__] = inspect.signature(callback, **options)
        return known[callback.__code__]

    return signature
