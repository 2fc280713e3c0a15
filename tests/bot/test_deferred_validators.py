"""aiogram's types cost memory when they are used, not before; and every one of them can be used."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
USE = """
import cafe.bot
from aiogram import methods, types
from aiogram.methods.base import Response

assert not types.Story.__pydantic_complete__, "nothing is built before it is used"
update = {"update_id": 1, "message": {"message_id": 2, "date": 3, "chat": {"id": 4, "type": "private"}, "text": "5"}}
assert types.Update.model_validate(update).message.text == "5"
assert not types.Story.__pydantic_complete__, "and only what is used is built"
sent = Response[methods.SendMessage.__returning__].model_validate({"ok": True, "result": update["message"]})
assert sent.result.chat.id == 4
assert methods.SendMessage(chat_id=4, text="5").model_dump(exclude_unset=True) == {"chat_id": 4, "text": "5"}
for module in (types, methods):
    for name in module.__all__:
        a_type = getattr(module, name)
        if hasattr(a_type, "__pydantic_complete__"):
            a_type.__pydantic_validator__.title
            assert a_type.__pydantic_complete__, name
"""
UNKNOWN_VERSION = """
import importlib.metadata
from pydantic import BaseModel

find = importlib.metadata.version
importlib.metadata.version = lambda library: "4.0.0" if library == "aiogram" else find(library)
original = BaseModel.__dict__["model_rebuild"]

import cafe.bot
from aiogram import types

assert types.Story.__pydantic_complete__, "aiogram builds its types itself"
assert "model_rebuild" not in types.TelegramObject.__dict__
assert BaseModel.__dict__["model_rebuild"] is original
"""


def run(program: str) -> None:
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", program], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_every_type_is_built_when_it_is_used() -> None:
    run(USE)


def test_versions_that_were_not_tried_are_left_alone() -> None:
    run(UNKNOWN_VERSION)


def test_the_program_is_there_before_what_takes_much_memory() -> None:
    run("import sys, cafe.cli; assert not {'cafe.bot', 'aiogram', 'asyncpg', 'cryptography', 'PIL'} & {*sys.modules}")
