"""An output address -> its store."""

from __future__ import annotations

import re
from pathlib import Path

from maintext.batch.stores.folder import FolderStore
from maintext.batch.stores.objects import PACKAGES, ObjectStore
from maintext.batch.stores.protocol import Store
from maintext.errors import BatchError


def open_store(output: Path | str, scratch: str = "") -> Store:
    """The store at a path or an address such as s3://bucket/corpus.

    `scratch` is the local folder of the run that a worker belongs to.
    """
    name = str(output)
    if isinstance(output, Path) and re.match(r"[a-z0-9]+:/", name):
        raise BatchError(f"a Path can't hold an address, got {name!r}; pass the address as text")
    protocol, sign, rest = name.partition("://")
    if not sign:
        return FolderStore(Path(name).absolute())
    if protocol == "file":
        return FolderStore(Path(rest).absolute())
    if protocol not in PACKAGES:
        raise BatchError(
            f"can't write to {name}: an output is a folder or an address that begins with "
            f"{', '.join(f'{each}://' for each in PACKAGES)}"
        )
    return ObjectStore(name.rstrip("/"), scratch)
