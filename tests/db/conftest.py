"""The cafe that transactions interleave in."""

import pytest

from cafe.core.kernel.database import Database
from tests.db.shop import OpenShop, Shop


@pytest.fixture
def shop(catalogue_database: Database) -> OpenShop:
    """Open it, to stop one transaction where a statement says so."""

    async def open_shop(at: str) -> Shop:
        return await Shop(catalogue_database, at).open()

    return open_shop
