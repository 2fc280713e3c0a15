"""Lets coverage trace threads one after the other.

Python 3.11 refuses a trace function while another thread's is being set, which an audit hook such as that of
`network_guard.py` makes likely. The refused thread ends without having done anything: who waits for it waits for ever.
"""

import sys
import threading

_setting = threading.Lock()


def trace_threads_in_turn() -> None:
    """Have each thread's trace function set while no other one's is; nothing to do where nothing is traced."""
    trace = threading.gettrace()
    if trace is None:
        return
    threading.settrace(None)
    run = threading.Thread.run

    def run_traced(thread: threading.Thread) -> None:
        with _setting:
            sys.settrace(trace)
            _be_called()
        run(thread)

    threading.Thread.run = run_traced  # type: ignore[assignment,method-assign]  # for all threads


def _be_called() -> None:
    """At the first call coverage puts its real function in the place of the one that was set."""
