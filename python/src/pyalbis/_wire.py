# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Checksums, places in files, and messages (SPEC.md, section 1)."""

from __future__ import annotations

import re
from typing import Any, NoReturn

from fastcrc import crc32
from google.protobuf.message import DecodeError

from pyalbis.errors import CorruptFileError

U31 = (1 << 31) - 1
U63 = (1 << 63) - 1
CONTROL = re.compile("[\u0000-\u001f\u007f-\u009f]")


def crc32c(data: Any) -> int:
    """The CRC32C of a buffer."""
    return int(crc32.iscsi(data))


def align(x: int, a: int) -> int:
    """The smallest multiple of `a` that is not less than `x`."""
    return (x + a - 1) // a * a


class Place:
    """A structure in a file, which errors name."""

    __slots__ = ("file", "offset")

    def __init__(self, file: str, offset: int | None = None) -> None:
        self.file, self.offset = file, offset

    def fail(self, message: str, expected: object = None, found: object = None) -> NoReturn:
        raise CorruptFileError(self.file, self.offset, message, expected, found)

    def check(self, condition: object, message: str, found: object = None) -> None:
        if not condition:
            self.fail(message if found is None else f"{message}: {found}")

    def equal(self, expected: object, found: object, what: str) -> None:
        if expected != found:
            if isinstance(expected, int) and "checksum" in what:
                self.fail(what, f"{expected:#010x}", f"{found:#010x}")
            self.fail(what, expected, found)


def parse(kind: Any, data: Any, place: Place) -> Any:
    """Parses a message of a class. `check_numbers` is left to the caller."""
    message = kind()
    try:
        message.ParseFromString(memoryview(data))
    except DecodeError as error:
        place.fail(f"message {kind.DESCRIPTOR.name}: {error}")
    return message


def check_numbers(message: Any, place: Place) -> None:
    """Checks that all unsigned numbers of a message are in the range of signed ones."""
    for field, value in message.ListFields():
        kind = field.type
        if kind == field.TYPE_UINT64 or kind == field.TYPE_UINT32:
            limit = U31 if kind == field.TYPE_UINT32 else U63
            most = value if isinstance(value, int) else max(value)
            if most > limit:
                place.fail(f"number in {field.full_name}", f"at most {limit}", most)
        elif kind == field.TYPE_MESSAGE and not field.message_type.GetOptions().map_entry:
            if hasattr(value, "ListFields"):
                check_numbers(value, place)
            else:
                for each in value:
                    check_numbers(each, place)
