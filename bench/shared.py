"""`python -m bench.shared`: the service on PostgreSQL, with one process and with two, beside itself on SQLite."""

import tempfile
from contextlib import ExitStack
from pathlib import Path
from statistics import median

import uvloop

from bench.load import Measured, drive
from bench.rows import CONNECTIONS, Rows
from bench.servers import service
from bench.tables import print_table
from tests.postgres import postgres_server

ROUNDS = 5
SECONDS = 0.4
TARGETS = {"guest order (3 requests)": 0.40}
"""The target rate with one process, as a share of SQLite's; the other rows have none."""
HEADINGS = ("", "sqlite per s", "one per s", "ratio", "two per s", "sqlite 99 %", "one 99 %", "target")


async def run(url: str) -> None:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        sqlite = stack.enter_context(service(folder, "sqlite", pins=False))
        shared = [stack.enter_context(service(folder, name, database_url=url, pins=False)) for name in ("one", "two")]
        sqlite_rows, shared_rows = Rows(sqlite).all(), Rows(shared[0]).all()
        table: list[tuple[str, ...]] = [HEADINGS]
        for ours, theirs in zip(shared_rows, sqlite_rows, strict=True):
            found: list[tuple[Measured, ...]] = []
            for turn in range(ROUNDS + 1):
                measured = (
                    await drive([sqlite.port], theirs.service, SECONDS, theirs.unit),
                    await drive([shared[0].port], ours.service, SECONDS, ours.unit),
                    await drive([server.port for server in shared], ours.service, SECONDS, ours.unit),
                )
                if turn:  # the first round is a warm-up
                    found.append(measured)
            file, one, two = ([each.rate for each in column] for column in zip(*found, strict=True))
            late = [median(each.percentiles[1] for each in column) for column in zip(*found, strict=True)]
            ratio = median(mine / its for mine, its in zip(one, file, strict=True))
            target = TARGETS.get(ours.name)
            verdict = "" if target is None else f"{target:.2f} {'met' if ratio >= target else 'MISSED'}"
            table.append(
                (
                    ours.name,
                    f"{median(file):,.0f}",
                    f"{median(one):,.0f}",
                    f"{ratio:.2f}",
                    f"{median(two):,.0f}",
                    f"{late[0]:.2f}",
                    f"{late[1]:.2f}",
                    verdict,
                )
            )
    print(f"\nPostgreSQL: {CONNECTIONS} connections, {ROUNDS} rounds of {SECONDS} s in turn, medians; nothing pinned\n")
    print_table(table)


def main() -> None:
    """Print the table."""
    with postgres_server() as postgres:
        uvloop.run(run(postgres.create_database()))


if __name__ == "__main__":
    main()
