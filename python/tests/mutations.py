# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Random changes of files, whose checksums and lengths fit, so that readers get as deep as possible."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path
from typing import Any

from google.protobuf.message import DecodeError

from pyalbis import _frame, _proto
from pyalbis._wire import align, crc32c

NUMBERS = [0, 1, 2, 3, 7, 8, 63, 64, 65, 128, 4096, 65_536, 2**31 - 4096, 2**31 - 1, 2**31, 2**32 - 1]
WIDE = [2**32, 2**40, 2**62, 2**63 - 64, 2**63 - 1, 2**63, 2**64 - 1]
SECTIONS = {_frame.EXTENTS: _proto.ColumnGroupSection, _frame.STATISTICS: _proto.TableStatistics}


class StoredFile:
    """A file in its parts."""

    def __init__(self, data: bytes) -> None:
        self.tail = list(_frame.TAIL.unpack(data[-64:]))
        offset, length = self.tail[:2]
        self.message = _frame.FOOTERS[self.tail[4]].FromString(data[offset : offset + length])
        self.body = bytearray(data[: self.message.sections.offset])
        self.sections: list[bytes] = []
        at = self.message.sections.offset
        for each in self.message.sections.lengths:
            self.sections.append(data[at : at + each])
            at += each
        self.footer: bytes | None = None  # instead of the message

    def bytes(self, fit: bool = True) -> bytes:
        """The file. `fit`: the lengths and checksums of sections are those of their bytes."""
        sections = self.message.sections
        if fit:
            for i, part in enumerate(self.sections[: min(len(sections.lengths), len(sections.crc32cs))]):
                sections.lengths[i], sections.crc32cs[i] = len(part), crc32c(part)
        footer = self.message.SerializeToString() if self.footer is None else self.footer
        whole = bytes(self.body) + b"".join(self.sections)
        whole = whole if self.sections else whole.ljust(align(len(whole), 64), b"\0")
        self.tail[:3] = [len(whole), len(footer), crc32c(footer)]
        tail = _frame.TAIL.pack(*self.tail)
        return whole + footer + tail[:52] + crc32c(tail[:52]).to_bytes(4, "little") + tail[56:]

    def mutate(self, generator: random.Random) -> bytes:
        """Changes the file at one or two places. Returns its bytes."""
        fit = True
        for _ in range(generator.choice([1, 1, 1, 2])):
            kind = generator.randrange(10)
            if kind == 0 and len(self.body) > 64:
                for _ in range(generator.randint(1, 3)):
                    at = generator.randrange(64, len(self.body))
                    self.body[at] = generator.choice([0, 1, 127, 128, 255, self.body[at] ^ 1])
                if generator.random() < 0.7:
                    self._fit_segments()
            elif kind <= 4 and self.sections:
                i = generator.randrange(len(self.sections))
                kinds = self.message.sections.kinds
                form = SECTIONS.get(kinds[i]) if i < len(kinds) else None  # they may have been changed already
                if kind == 4 or form is None:
                    self.sections[i] = mutated(self.sections[i], generator)
                else:
                    with contextlib.suppress(DecodeError):  # it has been changed already
                        message = form.FromString(self.sections[i])
                        self.sections[i] = mutate_message(message, generator).SerializeToString()
            elif kind == 5 and hasattr(self.message, "schema"):
                with contextlib.suppress(DecodeError):  # it has been changed already
                    mutate_schema(self.message.schema, generator)
            elif kind == 6:
                self.footer = mutated(self.message.SerializeToString(), generator)
            elif kind == 7:
                self.tail[generator.randrange(4, 12)] = generator.choice([0, 1, 2, 3, 255])
            elif kind == 8 and len(self.sections) > 1:
                i, j = generator.sample(range(len(self.sections)), 2)
                self.sections[i] = self.sections[j]
            else:
                fit = generator.random() < 0.5
                mutate_message(self.message, generator)
        return self.bytes(fit)

    def _fit_segments(self) -> None:
        """Makes the checksums of all segments those of their bytes."""
        for i, kind in enumerate(self.message.sections.kinds[: len(self.sections)]):
            if kind != _frame.EXTENTS:
                continue
            try:
                section = _proto.ColumnGroupSection.FromString(self.sections[i])
            except DecodeError:
                continue  # it has been changed, too
            for extent in section.extents:
                for one in extent.segments:
                    start = extent.offset + one.offset
                    one.crc32c = crc32c(bytes(self.body[start : start + one.length]))
            self.sections[i] = section.SerializeToString()


class StoredTable:
    """The latest snapshot of a table, or a single file, in a directory of its own."""

    def __init__(self, source: Path) -> None:
        self.files: dict[str, bytes] = {}
        self.single = source.is_file()
        if self.single:
            self.files[""] = source.read_bytes()
            return
        for path in source.rglob("*"):
            if path.is_file():
                self.files[str(path.relative_to(source))] = path.read_bytes()

    def write(self, target: Path, generator: random.Random) -> None:
        """Writes it with changes to one of its files; those that refer to it have the right lengths."""
        files = dict(self.files)
        name = generator.choice(sorted(files))
        if generator.random() < 0.02:
            files[name] = files[name][: generator.randrange(len(files[name]))]
        else:
            stored = StoredFile(files[name])
            files[name] = stored.mutate(generator)
            if not self.single and generator.random() < 0.95:
                self._fit(files, name)
        for each, data in files.items():
            path = target / each if each else target
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)

    def _fit(self, files: dict[str, bytes], changed: str) -> None:
        mutated_file = changed
        for kind, field in ((_frame.MANIFEST, "files"), (_frame.SNAPSHOT, "manifests")):
            refreshed = None
            for name, data in list(files.items()):
                if data[-32] != kind or name in (changed, mutated_file):
                    continue
                stored = StoredFile(data)
                for ref in getattr(stored.message, field):
                    if ref.path == changed:
                        content = files[changed]
                        ref.length = len(content)
                        ref.footer_length = int.from_bytes(content[-56:-52], "little")
                        refreshed = name
                        if kind == _frame.MANIFEST:
                            _fit_extents(stored, list(stored.message.files).index(ref), content)
                if refreshed == name:
                    files[name] = stored.bytes()
            if refreshed is not None:
                changed = refreshed


def _fit_extents(manifest: StoredFile, position: int, content: bytes) -> None:
    """Makes the checksums of the segments of a data file in a manifest those of the bytes."""
    for i, kind in enumerate(manifest.message.sections.kinds):
        if kind != _frame.EXTENTS:
            continue
        section = _proto.ColumnGroupSection.FromString(manifest.sections[i])
        for extent in section.extents:
            for one in extent.segments if extent.file == position else ():
                start = extent.offset + one.offset
                one.crc32c = crc32c(content[start : start + one.length])
        manifest.sections[i] = section.SerializeToString()


def mutated(data: bytes, generator: random.Random) -> bytes:
    """Some bytes changed, removed or added."""
    found = bytearray(data)
    for _ in range(generator.randint(1, 3)):
        at = generator.randrange(len(found) + 1)
        kind = generator.randrange(4)
        if kind == 0 and found:
            del found[at : at + generator.randint(1, 4)]
        elif kind == 1:
            found[at:at] = generator.randbytes(generator.randint(1, 4))
        elif at < len(found):
            found[at] = generator.choice([0, 1, 127, 128, 255, found[at] ^ 1])
    return bytes(found)


def mutate_schema(schema: Any, generator: random.Random) -> None:
    """Changes a field of a schema, whose ends and hashes fit."""
    ends = [int.from_bytes(schema.ends[i : i + 4], "little") for i in range(0, len(schema.ends), 4)]
    if not ends:
        return
    parts = [schema.fields[a:b] for a, b in zip([0, *ends], ends)]
    i = generator.randrange(len(parts))
    field = _proto.Field.FromString(parts[i])
    parts[i] = mutate_message(field, generator).SerializeToString()
    if generator.random() < 0.05:
        parts.append(generator.choice(parts))
    at, made_ends, hashes = 0, b"", b""
    for part in parts:
        at += len(part)
        made_ends += at.to_bytes(4, "little")
        hashes += crc32c(_proto.Field.FromString(part).name.encode()).to_bytes(4, "little")
    schema.fields, schema.ends, schema.name_hashes = b"".join(parts), made_ends, hashes


def mutate_message(message: Any, generator: random.Random) -> Any:
    """Changes one number, text or list at any depth of a message."""
    at = message
    while True:
        fields = at.ListFields()
        if not fields or generator.random() < 0.03:
            _set_any(at, generator)
            return message
        field, value = generator.choice(fields)
        repeated = not isinstance(value, (int, bytes, str, float)) and not hasattr(value, "ListFields")
        if field.type == field.TYPE_MESSAGE:
            if field.message_type.GetOptions().map_entry:
                return message
            if repeated and generator.random() < 0.15:
                _mutate_list(value, generator)
                return message
            at = generator.choice(list(value)) if repeated else value
            continue
        if field.type == field.TYPE_STRING:
            if not repeated:
                setattr(
                    at, field.name, generator.choice(["", "a", "..", value + "x", value[:-1], "ä" * 300, "\0", "/"])
                )
            return message
        if field.type == field.TYPE_BYTES:
            if not repeated:
                setattr(at, field.name, mutated(value, generator))
            elif len(value):
                i = generator.randrange(len(value))
                value[i] = mutated(value[i], generator)
            return message
        if field.type == field.TYPE_BOOL:
            setattr(at, field.name, not value)
            return message
        if repeated and generator.random() < 0.2:
            _mutate_list(value, generator)
            return message
        old = generator.choice(list(value)) if repeated else value
        number = _number(field, old, generator)
        if repeated:
            value[generator.randrange(len(value))] = number
        else:
            setattr(at, field.name, number)
        return message


def _number(field: Any, old: int, generator: random.Random) -> int:
    if field.type == field.TYPE_ENUM:
        return generator.randrange(25)
    if field.type not in (field.TYPE_UINT32, field.TYPE_UINT64, field.TYPE_FIXED32):
        return generator.choice([0, 1, -1, 2**31 - 1])
    limit = 2**64 if field.type == field.TYPE_UINT64 else 2**32
    near = [old + 1, max(0, old - 1), old * 2, old + 64, max(0, old - 64), old + 4096]
    number = generator.choice([*near, *NUMBERS, *(WIDE if limit == 2**64 else [])])
    return number % limit


def _mutate_list(value: Any, generator: random.Random) -> None:
    kind = generator.randrange(3)
    if len(value) and kind == 0:
        del value[generator.randrange(len(value))]
    elif len(value) and kind == 1:
        value.append(generator.choice(list(value)))
    elif len(value) > 1:
        items = list(value)
        generator.shuffle(items)
        copies = [
            item if isinstance(item, (int, bytes, str)) else type(item).FromString(item.SerializeToString())
            for item in items
        ]
        del value[:]
        value.extend(copies)


def _set_any(message: Any, generator: random.Random) -> None:
    """Sets a number, flag or text that may not be set."""
    fields = [f for f in message.DESCRIPTOR.fields if f.type != f.TYPE_MESSAGE]
    if not fields:
        return
    field = generator.choice(fields)
    value = getattr(message, field.name)
    if isinstance(value, bool):
        setattr(message, field.name, True)
    elif isinstance(value, int):
        setattr(message, field.name, _number(field, value, generator))
    elif isinstance(value, str):
        setattr(message, field.name, "x")
    elif isinstance(value, bytes):
        setattr(message, field.name, generator.randbytes(generator.choice([1, 4, 8, 16])))
    elif field.type in (field.TYPE_UINT32, field.TYPE_UINT64, field.TYPE_FIXED32):
        value.append(generator.choice(NUMBERS))
