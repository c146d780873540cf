# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Options of the tests.

ALBIS_SEEDS: number of random tables; ALBIS_SEED: repeats one; ALBIS_FUZZ_SECONDS: how long to fuzz.
"""

from __future__ import annotations

import os


def seeds(share: int = 1) -> list[int]:
    """The seeds of random tests. `share`: every how many-th of the default number is used."""
    if "ALBIS_SEED" in os.environ:
        return [int(os.environ["ALBIS_SEED"])]
    return list(range(max(1, int(os.environ.get("ALBIS_SEEDS", "40")) // share)))
