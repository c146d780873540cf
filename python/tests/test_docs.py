# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""The examples of docs/python.md work, and the messages are those of the specification."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest
from golden import GOLDEN

import pyalbis

ROOT = GOLDEN.parents[1]


def test_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / "python.md").read_text()
    blocks = re.findall(r"(?ms)^```python\n(.*?)^```$", text)
    assert len(blocks) >= 5
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)
    assert names["total"] == pytest.approx(sum(i / 100 for i in range(1000)) + 0.45)
    assert "append" in capsys.readouterr().out
    assert pyalbis.open("copy").num_rows == 1010


def test_errors_and_arguments_are_documented() -> None:
    text = (ROOT / "docs" / "python.md").read_text()
    for name in pyalbis.__all__:
        if name.endswith("Error"):
            assert f"`{name}`" in text or f"`pyalbis.{name}`" in text, name
    assert pyalbis.open.__kwdefaults__ is not None
    for function in (pyalbis.open, pyalbis.write):
        for argument in function.__kwdefaults__ or {}:
            assert f"`{argument}`" in text, argument


def test_messages_are_those_of_the_specification() -> None:
    sys.path.insert(0, str(ROOT / "python" / "tools"))
    import generate_proto

    assert re.sub(r"\s", "", generate_proto.module()) == re.sub(r"\s", "", generate_proto.MODULE.read_text())


def test_example_of_the_specification(tmp_path: Path) -> None:
    """The data file that SPEC.md shows in hex has three rows."""
    spec = (ROOT / "format-spec" / "SPEC.md").read_text()
    block = spec[spec.index("**A data file**, 433 bytes") :].split("```\n")[1]
    data = bytearray(433)
    for line in block.splitlines():
        match = re.match(r"([0-9a-f]{3}) +((?:[0-9a-f]{2} )*[0-9a-f]{2})(?: {3,}.*)?$", line)
        if match:
            part = bytes.fromhex(match[2])
            data[int(match[1], 16) : int(match[1], 16) + len(part)] = part
    (tmp_path / "x.albis").write_bytes(data)
    assert pyalbis.open(tmp_path / "x.albis").to_table().to_pydict() == {"x": [1, None, -1]}
