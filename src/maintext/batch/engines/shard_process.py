"""The name of a shard and a stage -> whether it is done, in a guarded process: what a worker of every engine does.

A worker process that dies is started again, and what it was doing is tried again. Below it is the guarded process of
its pages; both end with the process that called.
"""

from __future__ import annotations

from time import sleep

from maintext.errors import GuardError, MaintextError, PageLostError
from maintext.guard import Guard, GuardLimits

N_ATTEMPTS = 3
"""For a file that can't be read: places far away have bad moments."""
WAIT_SECONDS = 1.0


def start_shard_process(output: str) -> Guard:
    """The process that shards of a job are worked on in. It has no limits; pages have."""
    return Guard("maintext.batch.stages.shard_stages:shard_task", {"output": output}, GuardLimits(float("inf"), None))


def run_shard(guard: Guard, stage: str, name: str) -> str | None:
    """What hinders a shard; None if it is done. Tried again if that may help."""
    error: MaintextError | None = None
    for attempt in range(N_ATTEMPTS):
        sleep(attempt * WAIT_SECONDS)
        error = _run(guard, stage, name)
        # A worker that died may have been killed by somebody else, even before it had done anything; one that dies
        # twice dies of the shard.
        if error is None or (isinstance(error, PageLostError) and attempt):
            break
    return f"{type(error).__name__}: {error}" if error else None


def _run(guard: Guard, stage: str, name: str) -> MaintextError | None:
    try:
        return guard.run([(stage, name)])[0].error
    except GuardError as error:
        return error
