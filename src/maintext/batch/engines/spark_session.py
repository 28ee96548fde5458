"""A master's address and settings -> a Spark session, or an error that explains why there is none.

An active session is used and never stopped. Otherwise a session is started, which ends with this process.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

from maintext.errors import BatchError, MissingPackageError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

DEFAULTS = {
    "spark.app.name": "maintext batch",
    # It would overwrite our own progress line.
    "spark.ui.showConsoleProgress": "false",
}
LOCAL_DEFAULTS = {
    # No other machine connects, whatever name and addresses this one has.
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.ui.enabled": "false",
}
"""For Spark on this machine, where executors are threads of the driver."""
MESSAGE_CHARS = 600


def open_session(master: str, settings: Mapping[str, str]) -> SparkSession:
    """The active session, or a new one."""
    try:
        from py4j.protocol import Py4JError
        from pyspark.errors import PySparkException
        from pyspark.sql import SparkSession
    except ImportError:
        raise MissingPackageError("pyspark", "spark") from None
    running = SparkSession.getActiveSession()
    if running is not None:
        return _checked(running, master)
    builder = SparkSession.builder.master(master)
    for name, value in {**DEFAULTS, **(LOCAL_DEFAULTS if master.startswith("local") else {}), **settings}.items():
        builder = builder.config(name, value)
    try:
        session = builder.getOrCreate()
    except (PySparkException, Py4JError) as error:
        raise BatchError(
            f"Spark did not start at {master}: {error_summary(error)} "
            "(Spark needs Java 17 or newer: set JAVA_HOME or put java on the path)"
        ) from error
    if "PYSPARK_PYTHON" not in os.environ:
        # Otherwise workers run the first python3 on their path, which may not have our packages.
        session.sparkContext.pythonExec = sys.executable
    return session


def _checked(session: SparkSession, master: str) -> SparkSession:
    there = session.sparkContext.master
    if there != master:
        raise BatchError(f"a Spark session at {there} is active; stop it before starting one at {master}")
    return session


def error_summary(error: Exception) -> str:
    """The message of a Spark error, without its stack traces."""
    java = getattr(error, "java_exception", None)
    message = java.toString() if java is not None else str(error)
    # The last line of a Python traceback inside the message names the cause.
    python = [line for line in message.split("\n\n")[0].splitlines() if line and not line.startswith((" ", "\t"))]
    return " ".join([*python[:1], *python[1:][-1:]])[:MESSAGE_CHARS]
