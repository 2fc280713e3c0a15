"""The chats page: the fake Telegram's chats on two phones, so that a person can try the bot by hand."""

import hashlib
import hmac
import json
import time
from pathlib import Path
from urllib.parse import urlencode

from aiohttp import web
from yarl import URL

from tests.fakes.telegram.chats import Chat, Message
from tests.fakes.telegram.people import Seat
from tests.fakes.telegram.world import Json, World

PAGE = Path(__file__).with_name("page")
WORLD = web.AppKey("world", World)


def add_page(app: web.Application, world: World) -> None:
    app[WORLD] = world
    app.router.add_get("/", _index)
    app.router.add_static("/page/", PAGE)
    app.router.add_get("/chats", _chats)
    app.router.add_post("/chats/{chat_id}/send", _send)
    app.router.add_post("/chats/{chat_id}/press", _press)
    app.router.add_get("/photos/{file_id}", _photo)
    app.router.add_get("/open", _open_web_app)


async def _index(_request: web.Request) -> web.FileResponse:
    return web.FileResponse(PAGE / "index.html")


async def _chats(request: web.Request) -> web.Response:
    """All chats as they stand, as soon as something changed after ``since`` (at most 25 s later)."""
    world = request.app[WORLD]
    since = int(request.query.get("since", -1))
    await world.wait_for(lambda: True if world.revision != since else None, 25)
    return web.json_response(
        {
            "revision": world.revision,
            "bot": world.me,
            "users": list(world.users.values()),
            "chats": [_chat_view(world, chat) for chat in world.chats.values() if chat.migrated_to is None],
        }
    )


def _chat_view(world: World, chat: Chat) -> Json:
    language = world.users.get(chat.id, {}).get("language_code", "uk")
    return {
        "id": chat.id,
        "type": chat.type,
        "title": chat.title,
        "messages": [_message_view(message) for message in chat.messages[-200:]],
        "toasts": [
            {
                "user_id": toast.user_id,
                "text": toast.text,
                "is_alert": toast.is_alert,
                "revision": toast.revision,
            }
            for toast in chat.toasts[-5:]
        ],
        "keyboard": chat.keyboard,
        "menu_button": chat.menu_button or world.default_menu_button,
        "commands": world.commands_for(chat, language),
        "is_blocked": chat.is_blocked,
    }


def _message_view(message: Message) -> Json:
    return {
        "id": message.message_id,
        "from": message.sender,
        "date": message.date,
        "html": message.html if message.is_bots else None,
        "text": message.text,
        "photo": message.photo,
        "contact": message.contact,
        "inline": message.inline,
        "edits": message.edits,
        "receiver": message.receiver and message.receiver["id"],
    }


def _seat(request: web.Request, body: Json) -> Seat:
    world = request.app[WORLD]
    chat = world.chats.get(int(request.match_info["chat_id"]))
    user = world.users.get(int(body["from"]))
    if chat is None or user is None:
        raise web.HTTPNotFound
    return Seat(world, user, chat)


async def _send(request: web.Request) -> web.Response:
    body = await request.json()
    seat = _seat(request, body)
    if body.get("contact"):
        await seat.share_contact()
    elif body.get("block") is not None:
        await (seat.block() if body["block"] else seat.unblock())
    elif str(body.get("text", "")).strip():
        await seat.send(str(body["text"]).strip()[:4096])
    return web.json_response({"ok": True})


async def _press(request: web.Request) -> web.Response:
    """Press the button at a row and column; answers with what the bot answered, if it did in time."""
    body = await request.json()
    seat = _seat(request, body)
    message = seat.chat.find(int(body["message_id"]))
    try:
        button = message.inline[int(body["row"])][int(body["column"])] if message else {}
    except IndexError:
        button = {}
    if message is None or "callback_data" not in button:
        raise web.HTTPNotFound
    query_id = await seat.press_data(button["callback_data"], on=message)
    answer = await seat.world.wait_for(lambda: seat.world.answers.get(query_id), 15)
    return web.json_response(answer or {})


async def _photo(request: web.Request) -> web.Response:
    content = request.app[WORLD].files.get(request.match_info["file_id"])
    if not isinstance(content, bytes):
        raise web.HTTPNotFound
    is_vector = content.lstrip()[:1] == b"<"
    return web.Response(body=content, content_type="image/svg+xml" if is_vector else "image/jpeg")


async def _open_web_app(request: web.Request) -> web.Response:
    """Open a mini-app's address the way the platform does: with the person's signed init data."""
    world = request.app[WORLD]
    user = world.users[int(request.query["user_id"])]
    fields = {
        "auth_date": str(int(time.time())),
        "query_id": f"AAH{user['id']}",
        "user": json.dumps({key: value for key, value in user.items() if key != "is_bot"}, ensure_ascii=False),
    }
    check = "\n".join(f"{key}={value}" for key, value in sorted(fields.items()))
    secret = hmac.new(b"WebAppData", world.token.encode(), hashlib.sha256).digest()
    fields["hash"] = hmac.new(secret, check.encode(), hashlib.sha256).hexdigest()
    launch = {"tgWebAppData": urlencode(fields), "tgWebAppVersion": "8.0", "tgWebAppPlatform": "web"}
    # As it stands: quoting it anew would change the signed data inside.
    raise web.HTTPFound(URL(f"{request.query['url']}#{urlencode(launch)}", encoded=True))
