"""Items -> outcomes, worked on in child processes: a page that hangs, crashes or eats memory loses only itself.

with Guard("maintext.guard.tasks:extraction", {"by": "econ"}) as guard:        # one process
    outcomes = guard.run([{"html": html, "url": url}, ...])                     # .value or .error

with GuardPool("package.module:task", options, GuardLimits(max_seconds=5)) as pool:   # for threads, coroutines
    value = await pool.call_soon(item)
"""

from maintext.guard.pool import GuardPool
from maintext.guard.process import GuardLimits, Outcome
from maintext.guard.worker import Guard

__all__ = ["Guard", "GuardLimits", "GuardPool", "Outcome"]
