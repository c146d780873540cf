# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Random histories of writers whose storage fails. ALBIS_HISTORIES: how many; ALBIS_SEED: repeats one."""

from __future__ import annotations

import os

import pytest
from simulation import History


def test_histories() -> None:
    one = os.environ.get("ALBIS_SEED")
    outcomes: set[str] = set()
    for seed in [int(one)] if one else range(int(os.environ.get("ALBIS_HISTORIES", "200"))):
        history = History(seed)
        history.run()
        try:
            history.check()
        except Exception as error:
            pytest.fail(f"ALBIS_SEED={seed}: {error!r}\n" + "\n".join(history.log))
        outcomes.update(
            str(outcome) if isinstance(outcome, str) else "done" for _, outcome in history.outcomes.values()
        )
    assert one or outcomes == {"done", "refused", "unknown"}
