"""Rules for the bot, banks, fiscal services and the public address."""

from collections.abc import Iterator, Mapping

from cafe.core.kernel.access import Access
from cafe.core.kernel.errors import CafeError
from cafe.core.money.receipts.port import FiscalName
from cafe.core.upkeep.checks.model import Check, Finding, State
from cafe.core.upkeep.checks.port import BotReport, SiteAnswer

MANY_UPDATES = 100
RECENT = 3_600
NOT_ALLOWED = 405
"""A webhook's answer to a GET."""
BAD_GATEWAY = {502, 503, 504}


def check_bot(report: BotReport | CafeError) -> Iterator[Finding]:
    """Check that Telegram knows the bot."""
    if isinstance(report, CafeError):
        yield Finding(Check.BOT, State.FAILED, "unreachable", {"problem": str(report)})
    elif not report.access.is_accepted:
        yield Finding(Check.BOT, State.FAILED, "refused")
    else:
        yield Finding(Check.BOT, State.OK, values={"name": report.name})


def check_updates(
    report: BotReport, expected: str, now: int, *, is_running: bool, has_conflict: bool
) -> Iterator[Finding]:
    """Check how the bot gets its updates: by the webhook `expected`; by polling if it is empty.

    The service sets its webhook when it starts, so before that a wrong one is only a hint.
    """
    severity = State.FAILED if is_running else State.WARNING
    if has_conflict:
        yield Finding(Check.UPDATES, State.FAILED, "conflict")
    elif not expected and report.webhook:
        yield Finding(Check.UPDATES, severity, "webhook-set", {"url": report.webhook})
    elif expected and report.webhook != expected:
        yield Finding(Check.UPDATES, severity, "webhook-other", {"url": report.webhook or "–", "expected": expected})
    elif expected and report.failure and now - report.failed_at < RECENT:
        yield Finding(Check.UPDATES, State.WARNING, "failing", {"problem": report.failure})
    elif report.waiting > MANY_UPDATES:
        yield Finding(Check.UPDATES, State.WARNING, "waiting", {"count": report.waiting})
    else:
        yield Finding(Check.UPDATES, State.OK, "webhook" if expected else "polling")


def check_chat(report: BotReport) -> Iterator[Finding]:
    """Check the staff chat as seen by the bot."""
    chat = report.chat
    if chat is None:
        return
    if chat.problem:
        yield Finding(Check.STAFF_CHAT, State.FAILED, "unreachable", {"problem": chat.problem})
    elif chat.is_public or chat.is_linked:
        yield Finding(Check.STAFF_CHAT, State.WARNING, "public" if chat.is_public else "linked", {"title": chat.title})
    elif not chat.may_pin:
        yield Finding(Check.STAFF_CHAT, State.WARNING, "no-pins", {"title": chat.title})
    else:
        yield Finding(Check.STAFF_CHAT, State.OK, values={"title": chat.title})


def check_account(name: str, access: Access | CafeError) -> Finding:
    """Check the response of a bank or the fiscal service to our credentials."""
    if isinstance(access, CafeError):
        return Finding(Check(name), State.FAILED, "unreachable", {"problem": str(access)})
    if not access.is_accepted:
        return Finding(Check(name), State.FAILED, "refused", {"problem": access.reason})
    return Finding(Check(name), State.OK)


def check_fiscal_services(access: Mapping[str, Access | CafeError], *, is_called: bool = False) -> Iterator[Finding]:
    """Check the fiscal services; those beside the one in force are asked only for what they have begun.

    `is_called`: Checkbox was told to call this cafe about receipts.
    """
    connected = [name for name in FiscalName if name.value in access]
    for name in connected:
        finding = check_account(name.value, access[name.value])
        if name is FiscalName.CHECKBOX and finding.state is State.OK and is_called:
            finding = Finding(finding.check, State.OK, "called")
        is_spare = name is not connected[0] and finding.state is State.OK
        yield Finding(finding.check, State.WARNING, "spare") if is_spare else finding


def check_proxy(
    health: SiteAnswer | CafeError, callbacks: Mapping[str, SiteAnswer | CafeError], *, is_running: bool
) -> Finding:
    """Check that the public address leads here, including the addresses called by banks and Telegram."""
    for url, answer in ({"": health} | dict(callbacks)).items():
        if isinstance(answer, CafeError):
            return Finding(Check.PROXY, State.FAILED, "unreachable", {"problem": str(answer)})
        if not is_running and answer.status in BAD_GATEWAY:
            return Finding(Check.PROXY, State.WARNING, "down")
        is_ours = answer.status == NOT_ALLOWED if url else isinstance(answer.body, dict) and "status" in answer.body
        if not is_ours:
            reason = "callback" if url else "other"
            return Finding(Check.PROXY, State.FAILED, reason, {"status": answer.status, "url": url})
    return Finding(Check.PROXY, State.OK)
