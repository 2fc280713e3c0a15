"""Shares one call between concurrent callers that need the same answer."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

K = TypeVar("K")
T = TypeVar("T")


class SharedCalls(Generic[K, T]):
    """Calls under way, by key; further callers wait for the same answer or error."""

    def __init__(self) -> None:
        self._under_way: dict[K, asyncio.Future[T]] = {}

    async def share(self, key: K, call: Callable[[], Awaitable[T]]) -> T:
        """Call, or wait for the call under way. If its caller is cancelled, the next one waiting makes the call."""
        while (other := self._under_way.get(key)) is not None:
            await asyncio.wait([other])
            if not other.cancelled():
                return other.result()
        answer = self._under_way[key] = asyncio.get_running_loop().create_future()
        try:
            result = await call()
        except Exception as error:
            answer.set_exception(error)
            answer.exception()  # mark it as retrieved: perhaps nobody waits for it
            raise
        except BaseException:
            answer.cancel()
            raise
        else:
            answer.set_result(result)
            return result
        finally:
            del self._under_way[key]
