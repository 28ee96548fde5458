"""The service under an hour of mixed load on loopback: every good answer right, the memory of every process flat.

Waves of a minute. In each, 60 connections send the pages of demo/ and compare every answer with Python's; beside them
run decompression bombs, clients that send byte by byte, and clients that read nothing. In the first half of the waves
four more connections send pages that hang, crash and exhaust memory; in the second half nothing ends a child, so that
children live long enough to show whether they grow.

Memory is measured every second for each process alone: the server, each guarded child by its generation, the files in
memory between them, and this client. The server is flat if it has in the last third of the time at most `MAX_GROWTH`
times what it had in the third before, and the files if they have no more than the guard keeps of them. A child is flat
if it has in the second half of its life, after its warm-up, at most `MAX_GROWTH` times what it had in the first.
Nothing may be logged: an error that strangers can cause must not fill a disk.

    python -m benches.soak --minutes 60 --record
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import sys
import threading
import time
from pathlib import Path

from benches.measure import record
from benches.process_memory import FamilyMemory, own_bytes
from benches.serve import N_KILLERS, Run, Sent, load, real_pages
from tests.serve.hostile_clients import dribble, read_nothing, send_bombs
from tests.served import Served

DEMO = Path(__file__).resolve().parent.parent / "demo"
MAX_GROWTH = 1.1
LIMITS = {"max_seconds": 2.0, "max_wait_seconds": 5.0, "n_batches": 4}
"""Short ones, so that a wave has many killers and slow clients."""


async def wave(
    server: Served, pages: list[Sent], n_seconds: float, n_killers: int, memory: FamilyMemory
) -> tuple[Run, int]:
    """One wave; what happened to the good requests, and how many bombs were sent."""
    end, run = time.monotonic() + n_seconds, Run()
    good = asyncio.ensure_future(load(server.port, pages, n_seconds, n_killers))
    bombs = asyncio.ensure_future(send_bombs(server.port, end, run.wrong))
    others = [dribble(server.port, path, end) for path in ("/extract", "/extract/batch", "/view", "/mcp")]
    attacks = asyncio.gather(*others, *[read_nothing(server.port, end) for _ in range(2)])
    while not good.done():
        await asyncio.wait([good], timeout=1.0)
        run.memory.append(memory.add_sample(time.monotonic()))
    await attacks
    run.add(await good)
    return run, await bombs


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
    total, n_waves, n_bombs, client = Run(), 0, 0, []
    memory = FamilyMemory(server.process.pid)
    start = time.monotonic()
    try:
        while (n_minutes := (time.monotonic() - start) / 60) < options.minutes:
            n_killers = N_KILLERS if n_minutes < options.minutes / 2 else 0
            run, n_sent = asyncio.run(wave(server, pages, options.wave_seconds, n_killers, memory))
            n_waves, n_bombs = n_waves + 1, n_bombs + n_sent
            total.add(run)
            client.append(own_bytes(os.getpid()))
            done = f"{len(total.seconds):,} pages, {total.n_killed:,} killers, {n_bombs:,} bombs"
            server_bytes = memory.of_server()[-1].n_bytes
            sizes = f"{statistics.median(run.memory) / 1e6:.0f} MB, of which the server has {server_bytes / 1e6:.0f}"
            print(f"wave {n_waves}: {done}, {sizes}", flush=True)
    finally:
        server.kill()
    found = {
        "minutes": options.minutes,
        "n_waves": n_waves,
        "n_pages": len(total.seconds),
        "n_killers": total.n_killed,
        "n_bombs": n_bombs,
        "n_told_to_come_again": total.n_busy,
        "wrong": dict(total.wrong),
        "n_logged_lines": len(logged),
        "client_mb_first_and_last": [round(client[0] / 1e6), round(client[-1] / 1e6)],
        **memory.summary(MAX_GROWTH),
    }
    print(json.dumps(found, indent=1))
    if options.record:
        record("soak", found)
    if logged:
        print("".join(logged[:40]), file=sys.stderr)
    sys.exit(bool(total.wrong) or bool(logged) or bool(found["growing"]))


if __name__ == "__main__":
    main()
