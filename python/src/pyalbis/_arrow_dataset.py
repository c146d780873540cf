# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Tables and files as datasets of pyarrow, into which DuckDB, Polars and DataFusion push columns and filters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as pds
import pyarrow.fs

from pyalbis._scan import Part, Scan, Scannable

FRAGMENTS = 4  # for each thread of Arrow


class ArrowDataset(pds.FileSystemDataset):  # type: ignore[misc]
    """A `pyarrow.dataset.Dataset` that reads a table or file of Albis.

    Arrow itself sees one file that does not exist, so that what does not go through the methods of this class fails.
    """

    def __init__(self, dataset: Scannable, filter: pc.Expression | None = None) -> None:
        form = pds.IpcFileFormat()
        name = f"{dataset.uri} (only the methods of this dataset can read it)"
        super().__init__([form.make_fragment(name, pyarrow.fs.LocalFileSystem())], dataset.schema, form)
        self._dataset, self._filter = dataset, filter

    def __reduce__(self) -> Any:
        return ArrowDataset, (self._dataset, self._filter)

    def __repr__(self) -> str:
        return f"<pyarrow.dataset.Dataset of {self._dataset!r}>"

    def scanner(self, columns: Any = None, filter: Any = None, batch_size: int | None = None, **_: Any) -> ArrowScanner:
        """What is read. Other arguments, which are about how pyarrow reads files, are ignored."""
        return ArrowScanner(self._scan(columns, filter, batch_size), self._dataset.schema)

    def _scan(self, columns: Any, filter: Any, batch_size: int | None = None, parts: list[Part] | None = None) -> Scan:
        if isinstance(columns, dict):
            raise TypeError("Cannot compute columns in the scan (expected a list of names)")
        both = self._filter if filter is None else filter if self._filter is None else self._filter & filter
        return Scan(self._dataset, columns, both, batch_size, parts)

    def get_fragments(self, filter: pc.Expression | None = None) -> Iterator[ArrowFragment]:
        """Parts of about equal numbers of rows, without what the filter rules out by statistics and partitions."""
        parts = self._scan([], filter).parts()
        most = max(1, sum(part.rows for part in parts) // (FRAGMENTS * pa.cpu_count()))
        taken: list[Part] = []
        rows = 0
        for part in parts:
            taken.append(part)
            rows += part.rows
            if rows >= most:
                yield ArrowFragment(self, taken)
                taken, rows = [], 0
        if taken:
            yield ArrowFragment(self, taken)

    def to_batches(self, columns: Any = None, filter: Any = None, **options: Any) -> Iterator[pa.RecordBatch]:
        return self.scanner(columns, filter, **options).to_batches()

    def to_table(self, columns: Any = None, filter: Any = None, **options: Any) -> pa.Table:
        return self.scanner(columns, filter, **options).to_table()

    def head(self, num_rows: int, columns: Any = None, filter: Any = None, **options: Any) -> pa.Table:
        return self.scanner(columns, filter, **options).head(num_rows)

    def count_rows(self, filter: Any = None, **options: Any) -> int:
        return self.scanner([], filter, **options).count_rows()

    def take(self, indices: Any, columns: Any = None, filter: Any = None, **options: Any) -> pa.Table:
        return self.scanner(columns, filter, **options).take(indices)

    def filter(self, expression: pc.Expression) -> ArrowDataset:
        """The rows of this dataset that a filter selects."""
        return ArrowDataset(self._dataset, expression if self._filter is None else self._filter & expression)

    # What follows needs all rows in memory.

    def sort_by(self, sorting: Any, **options: Any) -> Any:
        return pds.dataset(self.to_table().sort_by(sorting, **options))

    def join(self, right: Any, *arguments: Any, **options: Any) -> Any:
        return self._in_memory().join(_in_memory(right), *arguments, **options)

    def join_asof(self, right: Any, *arguments: Any, **options: Any) -> Any:
        return self._in_memory().join_asof(_in_memory(right), *arguments, **options)

    def replace_schema(self, schema: pa.Schema) -> Any:
        return self._in_memory().replace_schema(schema)

    def _in_memory(self) -> Any:
        return pds.dataset(self.to_table())


def _in_memory(dataset: Any) -> Any:
    return dataset._in_memory() if isinstance(dataset, ArrowDataset) else dataset


class ArrowScanner:
    """What libraries use of a `pyarrow.dataset.Scanner`."""

    def __init__(self, scan: Scan, schema: pa.Schema) -> None:
        self._scan = scan
        self.dataset_schema, self.projected_schema = schema, scan.schema

    def to_reader(self) -> pa.RecordBatchReader:
        return self._scan.to_reader()

    def to_batches(self) -> Iterator[pa.RecordBatch]:
        return self._scan.to_batches()

    def to_table(self) -> pa.Table:
        return self._scan.to_table()

    def count_rows(self) -> int:
        return self._scan.count_rows()

    def head(self, num_rows: int) -> pa.Table:
        return self._scan.head(num_rows)

    def take(self, indices: Any) -> pa.Table:
        return self.to_table().take(indices)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._scan.__arrow_c_stream__(requested_schema)


class ArrowFragment:
    """What libraries use of a `pyarrow.dataset.Fragment`: some row groups."""

    def __init__(self, dataset: ArrowDataset, parts: Sequence[Part]) -> None:
        self._dataset, self._parts = dataset, list(parts)
        self.physical_schema = dataset.schema
        self.partition_expression = pc.scalar(True)

    def scanner(
        self,
        schema: pa.Schema | None = None,
        columns: Any = None,
        filter: Any = None,
        batch_size: int | None = None,
        **_: Any,
    ) -> ArrowScanner:
        if schema is not None and not schema.equals(self.physical_schema):
            raise ValueError("Cannot read a part of a dataset with another schema")
        scan = self._dataset._scan(columns, filter, batch_size, self._parts)
        return ArrowScanner(scan, self.physical_schema)

    def to_batches(self, schema: pa.Schema | None = None, **options: Any) -> Iterator[pa.RecordBatch]:
        return self.scanner(schema, **options).to_batches()

    def to_table(self, schema: pa.Schema | None = None, **options: Any) -> pa.Table:
        return self.scanner(schema, **options).to_table()

    def head(self, num_rows: int, **options: Any) -> pa.Table:
        return self.scanner(**options).head(num_rows)

    def count_rows(self, filter: Any = None, **options: Any) -> int:
        return self.scanner(columns=[], filter=filter, **options).count_rows()
