# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""No module of the package depends on itself through the modules that it imports.

Every import statement counts, wherever it is: also in functions, and those for type checkers only, because modules in
a circle can only be understood together. `from pyalbis import x` depends on the module `x`, or on the package itself if
there is no such module. Not counted is that Python runs the package's `__init__` before any of its modules.
"""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import pyalbis


def imports(package: Path) -> dict[str, set[str]]:
    """The modules of a package, and the modules of it that each imports."""
    paths = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        paths[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    found: dict[str, set[str]] = {}
    for module, path in paths.items():
        names = set()
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                names.update(each.name for each in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}: relative import"
                members = (f"{node.module}.{each.name}" for each in node.names)
                names.update(each if each in paths else node.module for each in members)
        found[module] = names & paths.keys()
    return found


def circle(package: Path) -> list[str] | None:
    """The modules of a circle of imports, each imported by the next; None if there is no circle."""
    try:
        TopologicalSorter(imports(package)).prepare()
    except CycleError as error:
        modules: list[str] = error.args[1]
        return modules
    return None


def test_package_has_no_circle() -> None:
    package = Path(pyalbis.__file__).parent
    found = imports(package)
    assert found["pyalbis._version"] == set()
    assert found["pyalbis.__main__"] == {"pyalbis", "pyalbis._verify"}
    assert circle(package) is None


@pytest.mark.parametrize(
    "text",
    [
        "from made.b import x",
        "from made import b",
        "import made.b as c",
        "def f():\n    from made.b import x",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from made.b import x",
        "try:\n    import other\nexcept ImportError:\n    import made.b",
    ],
)
def test_circles_are_found(tmp_path: Path, text: str) -> None:
    package = tmp_path / "made"
    package.mkdir()
    (package / "__init__.py").write_text("from made.a import x")
    (package / "a.py").write_text(text)
    (package / "b.py").write_text("x = 1")
    assert circle(package) is None
    (package / "b.py").write_text("import made.a")
    assert set(circle(package) or []) == {"made.a", "made.b"}
    (package / "b.py").write_text("from made import x")
    assert set(circle(package) or []) == {"made", "made.a", "made.b"}
