"""Configuration from the environment (operating contract, Environment)."""

import ipaddress
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Literal, Self
from urllib.parse import parse_qs, unquote, urlsplit

from dotenv import dotenv_values
from dotenv.parser import parse_stream
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator, model_validator

PREFIX = "CAFE_"
SECRET_LENGTH = 32
ENV_FILE = Path(".env")
"""Read from the working directory."""


class ConfigError(Exception):
    """The configuration is invalid; the text is one line that names the variable."""


class Config(BaseModel):
    """All settings of the process. Field names are those of the environment without `CAFE_`, in lower case."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    host: str = Field(default="127.0.0.1", min_length=1)
    port: int = Field(default=8080, ge=0, le=65535)
    base_url: str = ""
    database_url: str = Field(default="sqlite:///data/cafe.db", repr=False)
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
    liqpay_version: Literal["3", "7"] = "3"
    liqpay_api_url: str = "https://www.liqpay.ua"
    checkbox_license_key: SecretStr | None = None
    checkbox_pin: SecretStr | None = None
    checkbox_api_url: str = "https://api.checkbox.ua"
    vchasno_token: SecretStr | None = None
    vchasno_api_url: str = "https://kasa.vchasno.ua"
    alerts_token: SecretStr | None = None
    alerts_api_url: str = "https://api.alerts.in.ua"
    uploads: Path = Path("data/uploads")
    backups: Path = Path("data/backups")
    backups_kept: int = Field(default=14, ge=0, le=3650)
    copy_to: Path | None = None
    metrics_port: int | None = Field(default=None, ge=0, le=65535)
    sentry_dsn: SecretStr | None = None
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["text", "json"] = "text"

    @field_validator("*", mode="before")
    @classmethod
    def _drop_blank(cls, value: object, info: object) -> object:
        """Treat a blank value as absent, as in `CAFE_BOT_TOKEN=` of a `.env` template."""
        if isinstance(value, str) and not value.strip():
            return cls.model_fields[info.field_name].default  # type: ignore[attr-defined]
        return value.strip() if isinstance(value, str) else value

    @field_validator(
        "base_url",
        "bot_api_url",
        "monobank_api_url",
        "liqpay_api_url",
        "checkbox_api_url",
        "vchasno_api_url",
        "alerts_api_url",
    )
    @classmethod
    def _validate_url(cls, value: str) -> str:
        if value and (urlsplit(value).scheme not in {"http", "https"} or not urlsplit(value).hostname):
            msg = "must be an http(s) address"
            raise ValueError(msg)
        return value.rstrip("/")

    @field_validator("bot_token")
    @classmethod
    def _validate_bot_token(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not re.fullmatch(r"\d+:\S+", value.get_secret_value()):
            msg = "must look like 123456:ABC…"
            raise ValueError(msg)
        return value

    @field_validator("sentry_dsn")
    @classmethod
    def _validate_sentry_dsn(cls, value: SecretStr | None) -> SecretStr | None:
        parts = urlsplit(value.get_secret_value()) if value is not None else None
        if parts is not None and not (
            parts.scheme in {"http", "https"} and parts.username and parts.hostname and re.search(r"/\d+$", parts.path)
        ):
            msg = "must look like https://key@host/1"
            raise ValueError(msg)
        return value

    @field_validator("secret_key")
    @classmethod
    def _is_long_enough(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and len(value.get_secret_value()) < SECRET_LENGTH:
            msg = f"must have at least {SECRET_LENGTH} characters; leave it out and a good one is made"
            raise ValueError(msg)
        return value

    @model_validator(mode="after")
    def _check_debug_is_local(self) -> Self:
        """With debug anybody may pose as any customer, so it is refused if strangers can reach the service."""
        public = self.is_https or not (_is_local(self.host) and _is_local(urlsplit(self.base_url).hostname or ""))
        if self.debug and public:
            msg = "CAFE_DEBUG: is for a machine of one's own: CAFE_HOST and CAFE_BASE_URL must be loopback addresses"
            raise ValueError(msg)
        return self

    @model_validator(mode="after")
    def _check_shared_secret(self) -> Self:
        """Processes of one database must use one secret key, and have no common folder for a generated one."""
        if self.is_shared and self.secret_key is None:
            msg = "CAFE_SECRET_KEY: is needed with PostgreSQL, the same for every process"
            raise ValueError(msg)
        return self

    @model_validator(mode="after")
    def _check_backups_folder(self) -> Self:
        """Each backup contains the uploads; both in one folder would be a mess to restore."""
        if self.backups.absolute() == self.uploads.absolute():
            msg = "CAFE_BACKUPS: must be another folder than CAFE_UPLOADS"
            raise ValueError(msg)
        return self

    @model_validator(mode="after")
    def _check_copy_folder(self) -> Self:
        """The continuous copy follows a file's log, and has its folder to itself."""
        if self.copy_to is None:
            return self
        if self.is_shared:
            msg = "CAFE_COPY_TO: is for SQLite; PostgreSQL archives by itself: 'Every moment' in the operator's guide"
            raise ValueError(msg)
        if self.copy_to.absolute() in {self.backups.absolute(), self.uploads.absolute()}:
            msg = "CAFE_COPY_TO: must be another folder than CAFE_BACKUPS and CAFE_UPLOADS"
            raise ValueError(msg)
        return self

    @field_validator("database_url")
    @classmethod
    def _validate_database_url(cls, value: str) -> str:
        if is_postgres(value):
            return value
        if not value.startswith("sqlite:///") or value == "sqlite:///":
            msg = "must be sqlite:///path/to/file.db or postgresql://user:password@host/database"
            raise ValueError(msg)
        return value

    @property
    def is_shared(self) -> bool:
        """Whether the database is PostgreSQL, which several processes share."""
        return is_postgres(self.database_url)

    @property
    def database_path(self) -> Path:
        """The path of the SQLite file; relative paths start at the working directory."""
        return sqlite_path(self.database_url)

    @property
    def secrets(self) -> list[str]:
        """Everything that must not be logged: keys, tokens, and a database's address with its password."""
        values = [getattr(self, name) for name in type(self).model_fields]
        found = [value.get_secret_value() for value in values if isinstance(value, SecretStr)]
        if self.is_shared:
            with suppress(ValueError):  # not a valid address
                address = urlsplit(self.database_url)
                password = address.password or ""
                found += [password, unquote(password), *parse_qs(address.query).get("password", [])]
            found.append(self.database_url)
        return found

    @property
    def is_https(self) -> bool:
        """Whether the public URL uses https."""
        return self.base_url.startswith("https://")


def sqlite_path(url: str) -> Path:
    """Return the file of an SQLite address; a relative path starts at the working directory."""
    return Path(url.removeprefix("sqlite:///"))


def is_postgres(url: str) -> bool:
    """Whether an address is a PostgreSQL server's."""
    return url.startswith(("postgresql://", "postgres://"))


def _is_local(host: str) -> bool:
    """Whether only this machine can reach the host; true for no host at all."""
    if host in {"", "localhost"}:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _names_in(path: Path) -> list[str]:
    """List the names set by a `.env` file.

    Raises:
        ConfigError: a line is not NAME=value.
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
        ConfigError: an unknown `CAFE_…` name, or an invalid value.
    """
    known = {PREFIX + name.upper(): name for name in Config.model_fields}
    given = [name for name in (*os.environ, *_names_in(ENV_FILE)) if name.upper().startswith(PREFIX)]
    unknown = sorted(set(given) - known.keys())
    if unknown:
        raise ConfigError(f"{unknown[0]}: unknown setting; known are {', '.join(sorted(known))}")
    try:
        values = {**dotenv_values(ENV_FILE), **os.environ}
        return Config(**{known[name]: value for name, value in values.items() if name in known})
    except ValidationError as error:
        first = error.errors()[0]
        # Checks of several fields name theirs. The rejected value may be a secret, so only the reason is printed.
        name = f"{PREFIX}{str(first['loc'][0]).upper()}: " if first["loc"] else ""
        raise ConfigError(name + first["msg"].removeprefix("Value error, ")) from None
