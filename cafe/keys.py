"""The keys in force: those of the environment, else those typed at the desk; and the clients that use them."""

import base64
import hashlib
import hmac
import os
from collections.abc import Awaitable, Callable, Mapping

from aiohttp import ClientSession
from pydantic import SecretStr, ValidationError

from cafe.config import Config
from cafe.core.kernel.access import Access
from cafe.core.kernel.ids import ProviderName
from cafe.core.kernel.problems import Problem, ProblemsError
from cafe.core.money.payments.bank_keys import KeyStore
from cafe.core.money.payments.port import Provider
from cafe.core.money.receipts.port import FiscalName, FiscalServices
from cafe.core.upkeep.checks.port import Account
from cafe.core.upkeep.connections.model import KEYS, Connection
from cafe.logs import redact
from cafe.providers.checkbox import Checkbox
from cafe.providers.http import Calls
from cafe.providers.liqpay import LiqPay
from cafe.providers.monobank import Monobank
from cafe.providers.sources import OwnersSources
from cafe.providers.telegram import TelegramProbe
from cafe.providers.vchasno import Vchasno

NONCE = 12
"""Bytes."""
PURPOSE = b"keys of outside services"


class Accounts:
    """The clients of banks, fiscal services and the owner's sources, made anew when the keys change."""

    def __init__(self, config: Config, session: ClientSession, calls: Calls, bank_keys: KeyStore | None) -> None:
        self._session = session
        self._calls = calls
        self._bank_keys = bank_keys
        self.providers = self._open_providers(config)
        self.fiscal = self._open_fiscal(config)
        self.sources = self._open_sources(config)

    def use(self, config: Config) -> None:
        """Call the services with these keys from now on."""
        self.providers.update(self._open_providers(config))
        self.fiscal = self._open_fiscal(config)
        self.sources = self._open_sources(config)

    async def fetch(self, address: str) -> str:
        """Return what an address of the owner's answers, as the core's `Sources`."""
        return await self.sources.fetch(address)

    def _open_sources(self, config: Config) -> OwnersSources:
        token, url = reveal(config.alerts_token), config.alerts_api_url
        return OwnersSources(self._session, token=token, base_url=url, calls=self._calls)

    def _open_providers(self, config: Config) -> dict[ProviderName, Provider]:
        session, calls = self._session, self._calls
        return {
            ProviderName.MONOBANK: Monobank(
                session,
                token=reveal(config.monobank_token),
                base_url=config.monobank_api_url,
                calls=calls,
                keys=self._bank_keys,
            ),
            ProviderName.LIQPAY: LiqPay(
                session,
                public_key=config.liqpay_public_key,
                private_key=reveal(config.liqpay_private_key),
                version=int(config.liqpay_version),
                base_url=config.liqpay_api_url,
                calls=calls,
            ),
        }

    def _open_fiscal(self, config: Config) -> FiscalServices:
        checkbox = Checkbox(
            self._session,
            license_key=reveal(config.checkbox_license_key),
            pin=reveal(config.checkbox_pin),
            base_url=config.checkbox_api_url,
            calls=self._calls,
        )
        vchasno = Vchasno(
            self._session, token=reveal(config.vchasno_token), base_url=config.vchasno_api_url, calls=self._calls
        )
        return FiscalServices({FiscalName.CHECKBOX: checkbox, FiscalName.VCHASNO: vchasno})

    def by_name(self) -> Mapping[str, Account]:
        banks = {name.value: each for name, each in self.providers.items()}
        return {**banks, **{name.value: each for name, each in self.fiscal.by_name.items()}}


class Keys:
    """The core's `KeyRing`. `config` is the configuration with the keys in force."""

    def __init__(
        self, config: Config, session: ClientSession, calls: Calls, accounts: Accounts, secret_key: Callable[[], str]
    ) -> None:
        """`secret_key` is called only when there are typed keys: it may have to be made."""
        self.config = config
        self.accounts = accounts
        self.take_up: Callable[[], Awaitable[None]] | None = None
        """Called after a change, by then in `config`."""
        self._own = config
        self._session = session
        self._calls = calls
        self._secret_key = secret_key
        given = (name for name in config.model_fields_set if getattr(config, name) is not None)
        self.from_environment = frozenset(given) & {name for names in KEYS.values() for name in names}

    def seal(self, name: str, value: str) -> str:
        """Encrypt a key; it can be decrypted under its own name alone."""
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415 - 7 MB, only with typed keys

        nonce = os.urandom(NONCE)
        return base64.b64encode(nonce + AESGCM(self._cipher_key).encrypt(nonce, value.encode(), name.encode())).decode()

    def unseal(self, name: str, sealed: str) -> str | None:
        """Decrypt a key; None if it was sealed with another secret key, or for another name."""
        from cryptography.exceptions import InvalidTag  # noqa: PLC0415 - as above
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415 - as above

        data = base64.b64decode(sealed)
        try:
            return AESGCM(self._cipher_key).decrypt(data[:NONCE], data[NONCE:], name.encode()).decode()
        except InvalidTag:
            return None

    async def try_out(self, connection: Connection, values: Mapping[str, str]) -> Access:
        """Make a harmless call with these keys instead of those in force.

        Raises:
            ProblemsError: a key cannot be one.
            CafeError: there is no answer.
        """
        try:
            config = _with_keys(self.config, values)
        except ValidationError as error:
            place = error.errors()[0]["loc"]
            raise ProblemsError(Problem(str(place[0]) if place else "", "connection-malformed")) from None
        if connection in {Connection.TELEGRAM, Connection.STAFF_CHAT}:
            return await self._try_telegram(config, connection)
        accounts = Accounts(config, self._session, self._calls, None)
        if connection is Connection.ALERTS:
            return await accounts.sources.check_access()
        return await accounts.by_name()[connection.value].check_access()

    async def _try_telegram(self, config: Config, connection: Connection) -> Access:
        token = reveal(config.bot_token)
        if token is None:
            return Access(is_accepted=False)
        url, is_chat = config.bot_api_url, connection is Connection.STAFF_CHAT
        probe = TelegramProbe(self._session, token=token, base_url=url, calls=self._calls)
        report = await probe.report(config.staff_chat_id if is_chat else None)
        if report.chat is not None and report.chat.problem:
            return Access(is_accepted=False, reason=report.chat.problem)
        return report.access

    async def put_in_force(self, values: Mapping[str, str]) -> None:
        """Use these keys in this process, besides those of the environment."""
        self.config = _with_keys(self._own, values)
        redact(self.config.secrets)
        self.accounts.use(self.config)
        if self.take_up is not None:
            await self.take_up()

    def credentials(self) -> Mapping[ProviderName, str]:
        """Return a digest of each provider's credentials that shows whether they have changed, and nothing else."""
        config = self.config
        secrets_of = {
            ProviderName.MONOBANK: [reveal(config.monobank_token)],
            ProviderName.LIQPAY: [config.liqpay_public_key, reveal(config.liqpay_private_key)],
        }
        return {
            name: hashlib.blake2b(repr(parts).encode(), digest_size=8).hexdigest() for name, parts in secrets_of.items()
        }

    @property
    def _cipher_key(self) -> bytes:
        return hmac.digest(self._secret_key().encode(), PURPOSE, "sha256")


def _with_keys(config: Config, values: Mapping[str, str]) -> Config:
    """Return the configuration with other keys.

    Raises:
        ValidationError: a key cannot be one.
    """
    return Config(**{name: getattr(config, name) for name in config.model_fields_set} | dict(values))


def reveal(secret: SecretStr | None) -> str | None:
    return secret.get_secret_value() if secret else None
