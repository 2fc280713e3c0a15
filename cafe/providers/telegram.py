"""Telegram's data about the bot, by a few harmless calls without the bot's library, which takes seconds to load."""

from typing import Any

from aiohttp import ClientSession

from cafe.core.kernel.access import Access
from cafe.core.upkeep.checks.port import BotReport, ChatReport, UnreachableError
from cafe.providers.http import Answer, Calls, JsonApi

_REFUSED = {401, 404}
"""Telegram's statuses for an unknown token."""
SECONDS = 8


class TelegramProbe:
    """Queries Telegram about one bot."""

    def __init__(self, session: ClientSession, *, token: str, base_url: str, calls: Calls | None = None) -> None:
        self._api = JsonApi(
            session,
            f"{base_url}/bot{token}",
            name="telegram",
            error=UnreachableError,
            secrets=(token,),
            calls=calls,
        )

    async def report(self, chat_id: int | None) -> BotReport:
        """Query the bot, its webhook and, if there is one, the staff chat.

        Raises:
            UnreachableError: there is no answer, or it is not Telegram's.
        """
        me = await self._call("getMe")
        if me.status in _REFUSED and me["description"]:
            return BotReport(Access(is_accepted=False, ahead=me.ahead, reason=str(self._failure(me))))
        bot = self._result(me)
        webhook = self._result(await self._call("getWebhookInfo"))
        chat = None if chat_id is None else await self._inspect_chat(chat_id, bot.get("id"))
        return BotReport(
            Access(is_accepted=True, ahead=me.ahead),
            name=str(bot.get("username", "")),
            webhook=str(webhook.get("url", "")),
            waiting=_number(webhook.get("pending_update_count")),
            failure=" ".join(str(webhook.get("last_error_message", "")).split())[:200],
            failed_at=_number(webhook.get("last_error_date")),
            chat=chat,
        )

    async def _inspect_chat(self, chat_id: int, bot_id: object) -> ChatReport:
        found = await self._call("getChat", chat_id=str(chat_id))
        parameters = found["parameters"]
        moved_to = parameters.get("migrate_to_chat_id") if isinstance(parameters, dict) else None
        if isinstance(moved_to, int):  # the service follows by itself, too
            chat_id = moved_to
            found = await self._call("getChat", chat_id=str(chat_id))
        if not found.is_ok:
            return ChatReport(problem=str(found["description"] or self._failure(found)))
        member = await self._call("getChatMember", chat_id=str(chat_id), user_id=str(bot_id))
        if not member.is_ok:
            return ChatReport(problem=str(member["description"] or self._failure(member)))
        chat, own = self._result(found), self._result(member)
        everybody = chat.get("permissions")
        may_all_pin = isinstance(everybody, dict) and bool(everybody.get("can_pin_messages"))
        return ChatReport(
            title=str(chat.get("title", "")),
            may_pin=may_all_pin or bool(own.get("can_pin_messages")),
            is_public=bool(chat.get("username") or chat.get("active_usernames")),
            is_linked=bool(chat.get("linked_chat_id")),
        )

    async def _call(self, method: str, **params: str) -> Answer:
        return await self._api.call("GET", f"/{method}", query=params, seconds=SECONDS)

    def _result(self, answer: Answer) -> dict[str, Any]:
        if not answer.is_ok or not isinstance(answer["result"], dict):
            raise self._failure(answer)
        return dict(answer["result"])

    def _failure(self, answer: Answer) -> Exception:
        return self._api.failure(answer, "description")


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
