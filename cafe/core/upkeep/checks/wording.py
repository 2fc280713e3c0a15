"""Findings in words."""

from cafe.core.kernel.locale import Locale
from cafe.core.kernel.texts import Texts
from cafe.core.upkeep.checks.model import DISK_USES, Finding


def name_of(finding: Finding, texts: Texts, locale: Locale) -> str:
    return texts.format(locale, f"check-{finding.check.value}")


def words_of(finding: Finding, texts: Texts, locale: Locale) -> str:
    """Return one sentence: what is so, and what to do about it."""
    values = dict(finding.values)
    if DISK_USES in values:
        values[DISK_USES] = ", ".join(texts.format(locale, f"disk-use-{use}") for use in str(values[DISK_USES]).split())
    return texts.format(locale, f"check-{finding.check.value}-{finding.reason}", **values)
