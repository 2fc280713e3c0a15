"""One call for all who want the same answer at the same time."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

K = TypeVar("K")
T = TypeVar("T")


class SharedCalls(Generic[K, T]):
    """Calls under way, by key; whoever comes meanwhile waits for the answer, or the error, of the call under way."""

    def __init__(self) -> None:
        self._under_way: dict[K, asyncio.Future[T]] = {}

    async def share(self, key: K, call: Callable[[], Awaitable[T]]) -> T:
        """Call, or wait for the call under way. A caller that is cancelled leaves the call to the next who waits."""
        while (other := self._under_way.get(key)) is not None:
            await asyncio.wait([other])
            if not other.cancelled():
                return other.result()
        answer = self._under_way[key] = asyncio.get_running_loop().create_future()
        try:
            result = await call()
        except Exception as error:
            answer.set_exception(error)
            answer.exception()  # nobody may be waiting for it
            raise
        except BaseException:
            answer.cancel()
            raise
        else:
            answer.set_result(result)
            return result
        finally:
            del self._under_way[key]
