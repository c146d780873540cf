# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Scans: what is read of a table or file, in Arrow's forms."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from pyalbis._arrow import ArrowTypes, empty_table
from pyalbis._filter import Pruner, expression_of, fields_of, filtered
from pyalbis._plan import RowGroupPlan, may_match, plan_source, prune_segments
from pyalbis._projection import Selection, find_path, narrowed_table
from pyalbis._pruning import PartitionPruner
from pyalbis._read import SegmentReader
from pyalbis._schema import leaves_of
from pyalbis._snapshot import Head
from pyalbis._source import Source
from pyalbis._types import Field
from pyalbis.errors import AlbisError

MOST_ROWS = 1 << 24  # of a row group that are assembled at a time


@dataclass(frozen=True)
class Part:
    """A row group: its position in a source of the dataset, and its number of rows."""

    source: int
    position: int
    rows: int


class Scannable(ABC):
    """What a scan needs of a table or file."""

    uri: str
    head: Head
    types: ArrowTypes
    checksums: bool

    @cached_property
    def schema(self) -> pa.Schema:
        """The columns; the metadata of the schema are the properties of the table or file."""
        return self.types.schema(self.head.fields, self.head.properties)

    @property
    def num_rows(self) -> int:
        """The number of rows."""
        return int(self.head.message.row_count)

    @property
    @abstractmethod
    def source_count(self) -> int:
        """The number of sources of row groups."""

    @abstractmethod
    def source(self, number: int) -> Source:
        """Opens a source."""

    def bounds(self, number: int) -> Any:
        """What is known about a source before it is opened, or None."""
        return None

    def reading(self) -> AbstractContextManager[None]:
        """The context in which data is read."""
        return nullcontext()


class Scan:
    """Rows and columns of one snapshot, which can be read any number of times.

    pandas, Polars, DuckDB and all other consumers of the Arrow C stream interface accept a scan as it is. It may be
    used by several threads.
    """

    def __init__(
        self,
        dataset: Scannable,
        columns: Sequence[str] | None,
        filter: Any,
        batch_size: int | None,
        parts: Sequence[Part] | None = None,
    ) -> None:
        if isinstance(columns, str):
            raise TypeError(f"Invalid columns: {columns!r} (expected a list of names)")
        if batch_size is not None and batch_size < 1:
            raise ValueError(f"Invalid batch_size: {batch_size} (expected at least 1)")
        self._dataset, self._batch_size = dataset, batch_size
        self._parts: dict[int, set[int]] | None = None
        if parts is not None:
            self._parts = {}
            for part in parts:
                self._parts.setdefault(part.source, set()).add(part.position)
        stored, types = dataset.head.schema, dataset.types
        wanted = Selection()
        for path in dataset.head.fields if columns is None else columns:
            found = [path] if isinstance(path, Field) else find_path(stored, path)
            if found is None:
                raise KeyError(f"Cannot find column {path} in {dataset.uri}")
            if not wanted.add(found):
                raise ValueError(f"Invalid columns: {path} is in the list twice (expected different names)")
        self._wanted = self._fields = wanted.fields()
        self._filter: pc.Expression | None = expression_of(filter, stored)
        self._pruner = self._partitions = None
        if self._filter is not None:
            needed = fields_of(self._filter, stored, types)
            self._fields = (wanted | needed).fields()
            positions = {field.id: i for i, field in enumerate(self._fields)}
            self._needed = [positions[field.id] for field in needed.fields()]
            self._positions = [positions[field.id] for field in self._wanted]
            leaves = leaves_of(needed.fields())
            self._pruner = Pruner(self._filter, types.schema(self._fields, {}), leaves, types)
            specs = dataset.head.message.partition_specs
            if specs:
                self._partitions = PartitionPruner(self._pruner, specs, self._pruner.leaves)
        self._read_schema: pa.Schema = types.schema(self._fields, {})
        self._leaves = leaves_of(self._fields)
        self.schema: pa.Schema = types.schema(self._wanted, dataset.head.properties)

    def __repr__(self) -> str:
        where = "" if self._filter is None else f", filter={self._filter}"
        return f"<pyalbis.Scan of {self._dataset.uri}: {', '.join(self.schema.names)}{where}>"

    def to_table(self) -> pa.Table:
        """Reads everything. Columns that need no conversion refer to mapped memory.

        Reading and checking uses as many threads as `pyarrow.cpu_count()` states.
        """
        parts = list(self._tables())
        if not self._wanted:
            rows = _rows_without_columns(sum(len(part) for part in parts))
            return pa.Table.from_batches([rows.replace_schema_metadata(self.schema.metadata)])
        if not parts:
            return empty_table(self.schema)
        return pa.concat_tables(parts).replace_schema_metadata(self.schema.metadata)

    def to_batches(self) -> Generator[pa.RecordBatch, None, None]:
        """Reads batch by batch. Batches end where a segment of one of the columns ends, or at the batch size."""
        for table in self._tables():
            if not self._wanted:
                size = self._batch_size or max(1, len(table))
                for start in range(0, len(table), size):
                    rows = _rows_without_columns(min(size, len(table) - start))
                    yield rows.replace_schema_metadata(self.schema.metadata)
                continue
            yield from table.replace_schema_metadata(self.schema.metadata).to_batches(max_chunksize=self._batch_size)

    def to_reader(self) -> pa.RecordBatchReader:
        """The batches as a reader, which reads while it is consumed."""
        return pa.RecordBatchReader.from_batches(self.schema, self.to_batches())

    def count_rows(self) -> int:
        """The number of rows. Reads the columns of the filter; without one, nothing."""
        if self._filter is None:
            return self._dataset.num_rows if self._parts is None else sum(part.rows for part in self.parts())
        if self._wanted:
            bare = Scan(self._dataset, [], self._filter, None)
            bare._parts = self._parts
            return bare.count_rows()
        return sum(len(table) for table in self._tables())

    def head(self, num_rows: int = 5) -> pa.Table:
        """The first rows, without reading more row groups than they need."""
        batches, count = [], 0
        reading = self.to_batches()
        while count < num_rows:
            batch = next(reading, None)
            if batch is None:
                break
            batches.append(batch.slice(0, num_rows - count))
            count += len(batches[-1])
        reading.close()
        return pa.Table.from_batches(batches, self.schema) if batches else empty_table(self.schema)

    def parts(self) -> list[Part]:
        """The row groups that statistics and partitions do not rule out."""
        with self._dataset.reading():
            return [Part(number, plan.position, plan.rows) for number, plan in self._numbered_plans()]

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.to_reader().__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self.schema.__arrow_c_schema__()

    # -------------------------------------------------------------- reading

    def _numbered_plans(self) -> Iterator[tuple[int, RowGroupPlan]]:
        dataset = self._dataset
        for number in range(dataset.source_count):
            if self._parts is not None and number not in self._parts:
                continue
            bounds = dataset.bounds(number)
            if bounds is not None and not may_match(dataset.head, bounds, self._pruner, self._partitions):
                continue
            source = dataset.source(number)
            for plan in plan_source(dataset.head, source, self._leaves, self._pruner, self._partitions):
                if self._parts is None or plan.position in self._parts[number]:
                    yield number, plan

    def _tables(self) -> Iterator[pa.Table]:
        """The selected rows, in parts of at most one row group."""
        dataset = self._dataset
        reader = SegmentReader(dataset.types, dataset.checksums)
        with dataset.reading():
            workers = min(8, pa.cpu_count())
            parts = (part for _, plan in self._numbered_plans() for part in self._slices(plan))
            if workers == 1 or not self._leaves:
                for plan in parts:
                    yield self._part(reader, plan, None)
                return
            with ThreadPoolExecutor(workers) as executor, ThreadPoolExecutor(1) as ahead:
                waiting: Future[pa.Table] | None = None
                for plan in parts:
                    if waiting is None and plan.is_in_memory:
                        yield self._part(reader, plan, None)
                        continue
                    coming = ahead.submit(self._part, reader, plan, executor)
                    if waiting is not None:
                        yield waiting.result()
                    waiting = coming
                if waiting is not None:
                    yield waiting.result()

    def _slices(self, plan: RowGroupPlan) -> Iterator[RowGroupPlan]:
        """A plan with open extents, in parts that have at most MOST_ROWS rows."""
        for one in plan.extents:
            one.open(plan.source, self._dataset.types)
        if self._pruner is not None:
            prune_segments(plan, self._pruner)
        taken, count = [], 0
        for start, end in plan.ranges:
            while start < end:
                stop = min(end, start + MOST_ROWS - count)
                taken.append((start, stop))
                count += stop - start
                start = stop
                if count == MOST_ROWS:
                    yield RowGroupPlan(plan.source, plan.position, plan.rows, taken, plan.extents, plan.stored)
                    taken, count = [], 0
        if taken:
            yield RowGroupPlan(plan.source, plan.position, plan.rows, taken, plan.extents, plan.stored)

    def _part(self, reader: SegmentReader, plan: RowGroupPlan, executor: Any) -> pa.Table:
        if not self._fields:
            return pa.Table.from_batches([_rows_without_columns(sum(end - start for start, end in plan.ranges))])
        table = reader.row_group(plan, self._fields, self._read_schema, executor)
        if self._filter is None:
            return table
        try:
            table = filtered(table, self._filter, self._needed, self._positions)
        except pa.ArrowInvalid as error:
            raise AlbisError(f"Cannot filter {self._dataset.uri}: {error}") from error
        return narrowed_table(table, [self._fields[i] for i in self._positions], self._wanted, self._dataset.types)


def _rows_without_columns(count: int) -> pa.RecordBatch:
    return pa.record_batch({"": pa.nulls(count)}).select([])
