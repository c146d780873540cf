// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.streams;

import io.albis.bench.streams.ScanSpec.KeyRange;
import io.albis.reader.BatchCursor;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.storage.StorageMetrics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Albis tables, each opened once and shared by all streams. */
class AlbisSource implements TableSource {

  private final Map<String, Table> tables = new HashMap<>();

  /** Opens all tables. */
  AlbisSource(StreamTables files, ReadOptions options) {
    try {
      for (String name : TpcdsQueries.TABLES) {
        tables.put(name, Table.open(files.albis(name).toString(), options));
      }
    } catch (RuntimeException | Error e) {
      closeTables();
      throw e;
    }
  }

  final DatasetScan scanOf(ScanSpec spec) {
    DatasetScan scan = tables.get(spec.table()).scan().select(spec.columns());
    KeyRange range = spec.range();
    return range == null
        ? scan
        : scan.pruneBy(
            Predicate.and(
                Predicate.greaterOrEqual(range.column(), range.low()),
                Predicate.lessOrEqual(range.column(), range.high())));
  }

  @Override
  public final void scan(ScanSpec spec, Consumer<Columns> rows) {
    try (BatchCursor cursor = scanOf(spec).batches()) {
      while (cursor.next()) {
        rows.accept(new InPlaceColumns(cursor.batch()));
      }
    }
  }

  @Override
  public Plan plan(List<ScanSpec> scans) {
    return Plan.NONE;
  }

  @Override
  public final long bytesRead() {
    long bytes = 0;
    for (Table table : tables.values()) {
      StorageMetrics metrics = table.metrics();
      bytes += metrics.directBytesRead() + metrics.bufferedBytesRead();
    }
    return bytes;
  }

  @Override
  public Map<String, Long> counters() {
    return Map.of();
  }

  private void closeTables() {
    tables.values().forEach(Table::close);
  }

  @Override
  public void close() {
    closeTables();
  }
}
