"""`python -m tests.rush`: play 40 orders and 4 walk-ins in ten minutes, or 30 deliveries with three couriers.

The exit code is 1 if an order is not over at the end, or a sum does not add up.

`SEED` says where the chances begin (7 unless given), `SPEED` how many times as fast time runs (30 unless given),
`KITCHEN` whether the cook acts at the `screen` (unless given) or in the `chat`, `ROUND` which it is: `lunch` (unless
given), `deliveries`, or `dark`: a lunch whose light goes at minute three, the net at four, both back at nine.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Callable

from tests.rush.pace import QuickLoop
from tests.rush.plan import Plan, make_dark, make_deliveries, make_plan
from tests.rush.play import at_the_screen, in_the_chat, play
from tests.rush.report import report

ORDERS, WALK_INS = 40, 4
DELIVERIES, COURIERS = 30, 3
PLANS: dict[str, Callable[[int], Plan]] = {
    "lunch": lambda seed: make_plan(seed, ORDERS, WALK_INS),
    "deliveries": lambda seed: make_deliveries(seed, DELIVERIES, COURIERS),
    "dark": lambda seed: make_dark(seed, ORDERS, WALK_INS),
}
KITCHENS = {"screen": at_the_screen, "chat": in_the_chat}


def main() -> int:
    seed = int(os.environ.get("SEED") or 7)
    speed = float(os.environ.get("SPEED") or 30)
    kitchen = os.environ.get("KITCHEN") or "screen"
    which = os.environ.get("ROUND") or "lunch"
    plan = PLANS[which](seed)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    sys.stdout.write(f"make rush SEED={seed} SPEED={speed:g} KITCHEN={kitchen} ROUND={which}\n\n")
    sys.stdout.flush()
    with asyncio.Runner(loop_factory=QuickLoop) as runner:
        played = runner.run(play(plan, seed, speed, KITCHENS[kitchen]))
    sys.stdout.write(report(played))
    return int(bool(played.unfinished or played.wrong))


if __name__ == "__main__":
    sys.exit(main())
