"""The environment, read once into one frozen value (operating contract, Environment)."""

import os
import re
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from dotenv.parser import parse_stream
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "CAFE_"


class ConfigError(Exception):
    """The environment is wrong; the text is one line that names the variable."""


class Config(BaseSettings):
    """Every setting of the process. Field names are the environment's without `CAFE_`, in lower case."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_file=".env", extra="ignore", frozen=True)

    host: str = Field(default="127.0.0.1", min_length=1)
    port: int = Field(default=8080, ge=0, le=65535)
    base_url: str = ""
    database_url: str = "sqlite:///data/cafe.db"
    secret_key: SecretStr | None = None
    debug: bool = False
    bot_token: SecretStr | None = None
    bot_api_url: str = "https://api.telegram.org"
    bot_mode: Literal["polling", "webhook"] = "polling"
    staff_chat_id: int | None = None
    monobank_token: SecretStr | None = None
    monobank_api_url: str = "https://api.monobank.ua"
    liqpay_public_key: str | None = None
    liqpay_private_key: SecretStr | None = None
    liqpay_api_url: str = "https://www.liqpay.ua"
    checkbox_license_key: SecretStr | None = None
    checkbox_pin: SecretStr | None = None
    checkbox_api_url: str = "https://api.checkbox.ua"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["text", "json"] = "text"

    @field_validator("*", mode="before")
    @classmethod
    def _blank_is_absent(cls, value: object, info: object) -> object:
        """`CAFE_BOT_TOKEN=` in a `.env` template means that there is none."""
        if isinstance(value, str) and not value.strip():
            return cls.model_fields[info.field_name].default  # type: ignore[attr-defined]
        return value.strip() if isinstance(value, str) else value

    @field_validator("base_url", "bot_api_url", "monobank_api_url", "liqpay_api_url", "checkbox_api_url")
    @classmethod
    def _is_address(cls, value: str) -> str:
        if value and (urlsplit(value).scheme not in {"http", "https"} or not urlsplit(value).hostname):
            msg = "must be an http(s) address"
            raise ValueError(msg)
        return value.rstrip("/")

    @field_validator("bot_token")
    @classmethod
    def _is_bot_token(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not re.fullmatch(r"\d+:\S+", value.get_secret_value()):
            msg = "must look like 123456:ABC…"
            raise ValueError(msg)
        return value

    @field_validator("database_url")
    @classmethod
    def _is_known_engine(cls, value: str) -> str:
        if value.startswith(("postgresql://", "postgres://")):
            msg = "PostgreSQL comes with a later stage; use sqlite:///path/to/file.db"
            raise ValueError(msg)
        if not value.startswith("sqlite:///") or value == "sqlite:///":
            msg = "must be sqlite:///path/to/file.db"
            raise ValueError(msg)
        return value

    @property
    def database_path(self) -> Path:
        """Where the SQLite file lives; relative paths start at the working directory."""
        return Path(self.database_url.removeprefix("sqlite:///"))

    @property
    def is_https(self) -> bool:
        """Whether people reach the application over https."""
        return self.base_url.startswith("https://")


def _names_in(path: Path) -> list[str]:
    """The names that a `.env` file sets.

    Raises:
        ConfigError: it has a line that is no setting.
    """
    if not path.is_file():
        return []
    try:
        with path.open(encoding="utf-8") as file:
            bindings = list(parse_stream(file))
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: not UTF-8 text") from None
    for binding in bindings:
        if binding.error or (binding.key is not None and binding.value is None):
            raise ConfigError(f"{path}: line {binding.original.line}: must be NAME=value")
    return [binding.key for binding in bindings if binding.key is not None]


def read_config() -> Config:
    """Read the process environment, then `.env` in the working directory.

    Raises:
        ConfigError: an unknown `CAFE_…` name, or a value of the wrong shape.
    """
    known = {PREFIX + name.upper() for name in Config.model_fields}
    # Case counts: `cafe_debug` is not a name of ours, though the library would take it for one.
    given = [name for name in (*os.environ, *_names_in(Path(".env"))) if name.upper().startswith(PREFIX)]
    unknown = sorted(set(given) - known)
    if unknown:
        raise ConfigError(f"{unknown[0]}: unknown setting; known are {', '.join(sorted(known))}")
    try:
        return Config()
    except ValidationError as error:
        first = error.errors()[0]
        name = PREFIX + str(first["loc"][0]).upper()
        # The rejected value itself may be a secret, so only the reason is printed.
        raise ConfigError(f"{name}: {first['msg'].removeprefix('Value error, ')}") from None
