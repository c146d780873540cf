# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""The storage of a path or URI."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

from pyalbis._io import LocalStorage, Storage
from pyalbis.errors import AlbisError


def storage_of(
    uri: str | os.PathLike[str],
    memory_map: bool = True,
    storage_options: Mapping[str, Any] | None = None,
) -> Storage:
    """The storage of a URI or path, whose root is the URI or path itself."""
    text = os.fspath(uri)
    scheme = text.split("://", 1)[0] if "://" in text else ""
    if scheme == "" and text.startswith("file:"):
        return LocalStorage(unquote(urlsplit(text).path), memory_map)
    if scheme in ("", "file") and not storage_options:
        return LocalStorage(unquote(urlsplit(text).path) if scheme else text, memory_map)
    try:
        import fsspec
    except ImportError as error:
        raise AlbisError(f"Cannot open {text}: URIs need fsspec (pip install 'pyalbis[fsspec]')") from error
    system, path = fsspec.core.url_to_fs(text, **(storage_options or {}))
    from pyalbis._fsspec import FsspecStorage

    return FsspecStorage(system, path)
