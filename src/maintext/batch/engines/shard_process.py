"""A shard and a stage -> done or an error, in a guarded process: the worker of every engine.

A worker process that dies is started again and repeats its shard. It has a guarded process of its own for pages; both
end with the process that started them.
"""

from __future__ import annotations

from time import sleep

from maintext.batch.inputs.shards import Shard
from maintext.errors import GuardError, MaintextError, PageLostError
from maintext.guard import Guard, GuardLimits

N_ATTEMPTS = 3
"""For files that can't be read: remote storage fails now and then."""
WAIT_SECONDS = 1.0


def start_shard_process(output: str, scratch: str) -> Guard:
    """A process for shards of a job. It has no limits, because its pages have."""
    options = {"output": output, "scratch": scratch}
    return Guard("maintext.batch.stages.shard_stages:shard_task", options, GuardLimits(float("inf"), None))


def run_shard(guard: Guard, stage: str, shard: Shard) -> str | None:
    """Runs a shard through a stage, again if that may help; its error, or None if it is done."""
    error: MaintextError | None = None
    for attempt in range(N_ATTEMPTS):
        sleep(attempt * WAIT_SECONDS)
        error = _run(guard, stage, shard)
        # A worker that died once may have been killed from outside; one that dies twice dies of the shard.
        if error is None or (isinstance(error, PageLostError) and attempt):
            break
    return f"{type(error).__name__}: {error}" if error else None


def _run(guard: Guard, stage: str, shard: Shard) -> MaintextError | None:
    # The files of one shard: a worker that read the shards of the whole job would make a large job quadratic.
    files = [(file.path, file.kind, file.n_bytes) for file in shard.files]
    try:
        return guard.run([(stage, shard.name, files)])[0].error
    except GuardError as error:
        return error
