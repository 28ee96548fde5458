"""The service under an hour of mixed load on loopback: every good answer right, memory flat.

Waves of a minute. In each, 60 connections send the pages of demo/ and compare every answer with Python's; beside them
run pages that hang, crash and exhaust memory, decompression bombs, clients that send byte by byte, and clients that
read nothing. Memory is that of the server and its processes, sampled during each wave. It is flat if the
median of the last third of the waves is at most `MAX_GROWTH` times that of the third before. The first third, in which
processes warm up, does not count. Nothing may be logged: an error that strangers can cause must not fill a disk.

    python -m benches.soak --minutes 60 --record
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import threading
import time
from pathlib import Path
from typing import Any

from benches.measure import record
from benches.serve import N_KILLERS, Run, Sent, family_bytes, load, real_pages
from tests.serve.hostile_clients import dribble, read_nothing, send_bombs
from tests.served import Served

DEMO = Path(__file__).resolve().parent.parent / "demo"
MAX_GROWTH = 1.15
LIMITS = {"max_seconds": 2.0, "max_wait_seconds": 5.0, "n_batches": 4}
"""Short ones, so that a wave has many killers and slow clients."""


async def wave(server: Served, pages: list[Sent], n_seconds: float) -> tuple[Run, int]:
    """One wave; what happened to the good requests, and how many bombs were sent."""
    end, run = time.monotonic() + n_seconds, Run()
    good = asyncio.ensure_future(load(server.port, pages, n_seconds, N_KILLERS))
    bombs = asyncio.ensure_future(send_bombs(server.port, end, run.wrong))
    others = [dribble(server.port, path, end) for path in ("/extract", "/extract/batch", "/view", "/mcp")]
    attacks = asyncio.gather(*others, *[read_nothing(server.port, end) for _ in range(2)])
    while not good.done():
        await asyncio.wait([good], timeout=1.0)
        run.memory.append(family_bytes(server.process.pid))
    await attacks
    run.add(await good)
    return run, await bombs


def summary(memory: list[list[int]]) -> dict[str, Any]:
    """The middle of the memory in each third of the waves, in megabytes, and whether it is flat."""
    third = max(len(memory) // 3, 1)
    parts = [memory[:third], memory[third : 2 * third], memory[2 * third :]]
    # Each wave counts once: one that waits for a busy machine has more samples than the others.
    middles = [statistics.median(map(statistics.median, part)) / 1e6 for part in parts if part]
    is_flat = len(middles) == 3 and middles[2] <= MAX_GROWTH * middles[1]
    return {"memory_mb_by_third": [round(middle) for middle in middles], "is_flat": is_flat}


def main() -> None:
    """Runs the waves; the exit code is 1 if an answer was wrong, an error was logged, or memory grew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--wave-seconds", type=float, default=60.0)
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    pages = real_pages([DEMO], 40)
    server = Served("-m", "benches.killing", json.dumps(LIMITS))
    # Read all the time: a server whose log nobody reads stops when the pipe is full.
    logged: list[str] = []
    threading.Thread(target=lambda: logged.extend(server.process.stderr or ()), daemon=True).start()
    total, memory, n_bombs = Run(), [], 0
    end = time.monotonic() + 60 * options.minutes
    try:
        while time.monotonic() < end:
            run, n_sent = asyncio.run(wave(server, pages, options.wave_seconds))
            memory.append(run.memory)
            n_bombs += n_sent
            total.add(run)
            done = f"{len(total.seconds):,} pages, {total.n_killed:,} killers, {n_bombs:,} bombs"
            print(f"wave {len(memory)}: {done}, {statistics.median(run.memory) / 1e6:.0f} MB", flush=True)
    finally:
        server.kill()
    found = {
        "minutes": options.minutes,
        "n_waves": len(memory),
        "n_pages": len(total.seconds),
        "n_killers": total.n_killed,
        "n_bombs": n_bombs,
        "n_told_to_come_again": total.n_busy,
        "wrong": dict(total.wrong),
        "n_logged_lines": len(logged),
        **summary(memory),
    }
    print(json.dumps(found, indent=1))
    if options.record:
        record("soak", found)
    if logged:
        print("".join(logged[:40]), file=sys.stderr)
    sys.exit(bool(total.wrong) or bool(logged) or not found["is_flat"])


if __name__ == "__main__":
    main()
