# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Random histories of writers on a storage in memory, whose calls fail, and are seen by others, at any point.

Each simulated process runs the package's own writer on a thread. Only one runs at a time: at every call of storage the
scheduler takes over, and a seed decides who goes on, and what becomes of the call.
"""

from __future__ import annotations

import contextlib
import io
import random
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pyarrow as pa

import pyalbis
from pyalbis import _snapshot, _write
from pyalbis._dataset import Table
from pyalbis._verify import verify


class Killed(BaseException):
    """Ends a simulated process. Calls of storage that its handlers make have no effect."""


class Bytes:
    """A file in memory."""

    mapped, verified = False, None

    def __init__(self, data: bytes) -> None:
        self._data, self.size = pa.py_buffer(data), len(data)

    def read(self, offset: int, length: int) -> pa.Buffer:
        return self._data.slice(offset, length)

    def read_many(self, ranges: list[tuple[int, int]], executor: Any = None) -> list[pa.Buffer]:
        return [self.read(*one) for one in ranges]


class SharedStorage:
    """The files of a table, as a process sees them that never fails."""

    root = "simulated"

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files

    def name(self, path: str) -> str:
        return path

    def step(self, what: str, effect: Callable[[], Any], unknown: bool = False) -> Any:
        return effect()

    def open(self, path: str) -> Bytes:
        def effect() -> Bytes:
            if path not in self.files:
                raise FileNotFoundError(path)
            return Bytes(self.files[path])

        return self.step(f"open {path}", effect)

    def is_file(self, path: str) -> bool:
        return self.step(f"is_file {path}", lambda: path in self.files)

    def names(self, directory: str) -> list[str]:
        prefix = directory and directory + "/"
        return self.step(
            f"names {directory}",
            lambda: sorted({path[len(prefix) :].split("/")[0] for path in self.files if path.startswith(prefix)}),
        )

    @contextlib.contextmanager
    def create(self, path: str, replace: bool = False) -> Iterator[io.BytesIO]:
        file = io.BytesIO()
        yield file
        self.step(f"create {path}", lambda: self.files.setdefault(path, file.getvalue()))

    def require_commits(self) -> None: ...

    def publish(self, path: str, data: bytes) -> None:
        def effect() -> None:
            if path in self.files:
                raise FileExistsError(path)
            self.files[path] = data

        self.step(f"publish {path}", effect, unknown=True)

    def remove(self, path: str) -> None:
        self.step(f"remove {path}", lambda: self.files.pop(path, None))


class Process(SharedStorage):
    """A writer that performs some actions, and the storage as it sees it."""

    def __init__(self, history: History, number: int, actions: list[tuple[str, int]]) -> None:
        super().__init__(history.files)
        self.history, self.number, self.actions = history, number, actions
        self.turn, self.is_dead, self.is_done = threading.Semaphore(0), False, False
        self.thread = threading.Thread(target=self._run, daemon=True)

    def step(self, what: str, effect: Callable[[], Any], unknown: bool = False) -> Any:
        if not self.is_dead:
            self.history.paused.release()
            self.turn.acquire()
        if self.is_dead:
            raise Killed
        return self.history.call(self, what, effect, unknown)

    def _run(self) -> None:
        self.turn.acquire()
        try:
            for mode, value in self.actions:
                self._act(mode, value)
        except Killed:
            self.history.log.append(f"{self.number}: killed")
        self.is_done = True
        self.history.paused.release()

    def _act(self, mode: str, value: int) -> None:
        history = self.history
        history.log.append(f"{self.number}: {mode} {value}")
        history.outcomes[value] = (mode, "unknown")
        data = pa.table({"id": pa.array([value, -value], pa.int64())})
        try:
            history.outcomes[value] = (mode, pyalbis.write(data, "simulated", mode=mode))
        except (pyalbis.CommitStateUnknownError, KeyboardInterrupt, MemoryError) as error:
            history.log.append(f"{self.number}: unknown: {error!r}")
        except (pyalbis.AlbisError, OSError) as error:
            history.outcomes[value] = (mode, "refused")
            history.log.append(f"{self.number}: refused: {error!r}")


class History:
    """A history, which is the same whenever the seed is."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.files: dict[str, bytes] = {}
        self.log: list[str] = []
        self.outcomes: dict[int, tuple[str, Any]] = {}
        self.paused = threading.Semaphore(0)
        self.late: list[Callable[[], Any]] = []
        self.rate = self.random.choice([0, 0, 0.02, 0.1, 0.3])
        values = iter(range(1, 100))
        self.processes = [
            Process(self, i, [(self._mode(), next(values)) for _ in range(self.random.randint(1, 4))])
            for i in range(self.random.randint(1, 4))
        ]

    def _mode(self) -> str:
        return self.random.choice(["append"] * 6 + ["overwrite", "create"])

    def run(self) -> None:
        original = _write.storage_of
        by_thread = {process.thread: process for process in self.processes}
        _write.storage_of = lambda *_: by_thread[threading.current_thread()]  # type: ignore[assignment,misc]
        try:
            for process in self.processes:
                process.thread.start()
            while waiting := [process for process in self.processes if not process.is_done]:
                process = self.random.choice(waiting)
                if self.rate and self.random.random() < self.rate / 20:
                    process.is_dead = True
                process.turn.release()
                self.paused.acquire()
                if self.late and self.random.random() < 0.1:
                    self._arrive()
            while self.late:
                self._arrive()
        finally:
            _write.storage_of = original

    def _arrive(self) -> None:
        """A request that its process has given up has its effect."""
        with contextlib.suppress(FileExistsError):
            self.late.pop(self.random.randrange(len(self.late)))()

    def call(self, process: Process, what: str, effect: Callable[[], Any], unknown: bool) -> Any:
        """A call of storage by a process. `unknown`: after a failure it may have had, or still get, its effect."""
        if self.random.random() >= self.rate:
            self.log.append(f"{process.number}: {what}")
            return effect()
        fault = self.random.choice(["before", "after", "late", "interrupt", "memory"])
        self.log.append(f"{process.number}: {what}: fails ({fault})")
        if fault == "late" and unknown:
            self.late.append(effect)
        elif fault != "before" and (fault == "after" or self.random.random() < 0.5):
            effect()
        if fault == "interrupt":
            raise KeyboardInterrupt
        if fault == "memory":
            raise MemoryError
        if unknown and fault != "before":
            raise pyalbis.CommitStateUnknownError("no answer")
        raise OSError("failed")

    def check(self) -> None:
        """Each snapshot is the one before and one commit; what was acknowledged is there, what was refused is not."""
        storage = SharedStorage(self.files)
        committed: dict[int, int] = {}
        rows: list[int] = []
        numbers = _snapshot.snapshot_ids(storage)
        assert numbers == list(range(1, len(numbers) + 1))
        for number in numbers:
            table = Table("simulated", storage, _snapshot.Snapshot(storage, number), True, "native")
            assert [str(each) for each in verify(table)] == [], number
            found = table.to_table()["id"].to_pylist()
            value = found[-2]
            mode, _ = self.outcomes[value]
            assert value not in committed, f"{value} is in the snapshots {committed[value]} and {number}"
            rows = [*(rows if mode == "append" else []), value, -value]
            assert found == rows, number
            committed[value] = number
        for value, (_, outcome) in self.outcomes.items():
            if outcome == "refused":
                assert value not in committed, f"{value} was refused, and is in snapshot {committed[value]}"
            elif outcome != "unknown":
                assert committed.get(value) == outcome, f"{value} is in {committed.get(value)}, not {outcome}"
