# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""The command line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest
from golden import GOLDEN

import pyalbis
from pyalbis.__main__ import main


@pytest.fixture
def table(tmp_path: Path) -> str:
    pyalbis.write(pa.table({"a": [1, 2, None], "b": ["x", "y\t", None]}), tmp_path / "t", column_groups="all")
    return str(tmp_path / "t")


def test_schema(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", table]) == 0
    assert capsys.readouterr().out == (
        f"table {table}, snapshot 1, 3 rows\n  a: int64\n  b: string\nstored together: a, b\n"
    )
    assert main(["schema", str(GOLDEN / "single-file" / "file.albis")]) == 0
    assert "file.albis, " in capsys.readouterr().out


def test_head(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["head", table, "--rows", "2"]) == 0
    assert capsys.readouterr().out == "a\tb\n1\tx\n2\ty\\t\n"
    assert main(["head", table, "--columns", "b", "--snapshot", "1"]) == 0
    assert capsys.readouterr().out == "b\nx\ny\\t\nnull\n"


def test_verify(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", table]) == 0
    assert capsys.readouterr().out == f"{table}: 3 rows, no problems\n"
    assert main(["verify", str(GOLDEN / "broken" / "statistics-max" / "file.albis")]) == 1
    assert "Invalid maximum" in capsys.readouterr().out


def test_errors(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["head", table + "x"]) == 1
    assert "Cannot open" in capsys.readouterr().err
    assert main(["head", table, "--columns", "z"]) == 1
    assert capsys.readouterr().err == f"pyalbis: Cannot find column z in {table}\n"
    assert main(["head", table, "--snapshot", "7"]) == 1
    assert "Cannot find snapshot 7" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["nothing"])
    with pytest.raises(SystemExit):
        main(["head", table, "--rows", "-1"])
    assert "invalid number of rows: -1" in capsys.readouterr().err
    for arguments in (["schema", "s3x://bucket/t"], ["verify", str(GOLDEN / "README.md")]):
        assert main(arguments) == 1
        error = capsys.readouterr().err
        assert error.startswith("pyalbis: ")
        assert "Traceback" not in error


def test_closed_output(tmp_path: Path) -> None:
    pyalbis.write(pa.table({"a": range(100_000)}), tmp_path / "t")
    command = [sys.executable, "-m", "pyalbis", "head", "--rows", "100000", str(tmp_path / "t")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "a\n"
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0
