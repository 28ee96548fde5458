"""Items -> outcomes, worked on in processes that may be killed: a page that hangs, crashes or eats memory loses itself.

with Guard("maintext.guard.tasks:extraction", {"by": "econ"}) as guard:        # one process, one thread
    outcomes = guard.run([{"html": html, "url": url}, ...])                     # .value or .error

with GuardPool("package.module:task", options, GuardLimits(max_seconds=5)) as pool:   # many threads, coroutines
    value = await pool.call_soon(item)
"""

from maintext.guard.pool import GuardPool
from maintext.guard.worker import Guard, GuardLimits, Outcome

__all__ = ["Guard", "GuardLimits", "GuardPool", "Outcome"]
