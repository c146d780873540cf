# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Options of the tests.

ALBIS_SEEDS: number of random tables; ALBIS_SEED: repeats one; ALBIS_FUZZ_SECONDS: how long to fuzz.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from pyalbis import _read


def seeds(share: int = 1) -> list[int]:
    """The seeds of random tests. `share`: every how many-th of the default number is used."""
    if "ALBIS_SEED" in os.environ:
        return [int(os.environ["ALBIS_SEED"])]
    return list(range(max(1, int(os.environ.get("ALBIS_SEEDS", "40")) // share)))


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """The paths of the leaves that are decoded, with the rows."""
    found: list[tuple[str, int]] = []
    original = _read.SegmentReader.segment

    def segment(self: Any, one: Any, segment: Any, data: Any) -> Any:
        found.extend((leaf.path, segment.rows) for leaf in one.leaves)
        return original(self, one, segment, data)

    monkeypatch.setattr(_read.SegmentReader, "segment", segment)
    return found
