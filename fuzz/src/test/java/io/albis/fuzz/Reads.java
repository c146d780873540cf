// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import io.albis.format.error.AlbisException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.reader.ArrowExport;
import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.Dataset;
import io.albis.reader.Predicate;
import io.albis.reader.ReadOptions;
import io.albis.reader.RowCursor;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.OutOfMemoryException;
import org.apache.arrow.memory.RootAllocator;

/** Reads a table or file in every way. Reads end with rows or a documented exception. */
final class Reads {

  /** Of the off-heap memory of each table. */
  private static final long MEMORY = 64 << 20;

  /** Metadata of few bytes can describe rows without end, of which nothing is stored. */
  private static final int MAX_ROWS = 2000;

  /** What scans may allocate on the heap beside what their input justifies. */
  static final long BASE_BYTES = 64 << 20;

  private Reads() {}

  static ReadOptions options() {
    return ReadOptions.defaults().memoryLimit(MEMORY);
  }

  static void everything(Dataset data) {
    tolerate(() -> rows(data));
    tolerate(() -> batches(data));
    tolerate(() -> arrow(data));
    tolerate(() -> data.scan().splits(1000));
    tolerate(data::columnStatistics);
    tolerate(data::layout);
    if (data.rowCount() > 0) {
      tolerate(
          () ->
              data.rowGroupLayout(0)
                  .extents()
                  .forEach(extent -> data.segmentStatistics(0, extent.columnGroupId())));
    }
    if (data.rowCount() <= MAX_ROWS) {
      tolerate(() -> data.verify(bytes -> {}));
    }
    if (data.peakMemoryUsed() > MEMORY) {
      throw new AssertionError(data.peakMemoryUsed() + " bytes of off-heap memory");
    }
  }

  private static void tolerate(Runnable reading) {
    try {
      reading.run();
    } catch (AlbisException e) {
      if (e.getMessage().length() > Bounded.MAX_MESSAGE) {
        throw new AssertionError("A message that is too long", e);
      }
    }
  }

  private static void rows(Dataset data) {
    try (RowCursor rows = data.scan().limit(MAX_ROWS).rows()) {
      while (rows.next()) {
        rows.row().materialize();
      }
    }
  }

  private static void batches(Dataset data) {
    List<Predicate> conditions = new ArrayList<>();
    for (Field field : data.schema().fields()) {
      if (field.type().children().isEmpty()) {
        conditions.add(Predicate.isNull(quoted(field.name())));
        conditions.add(condition(quoted(field.name()), field.type()));
      }
    }
    Predicate filter = conditions.size() < 2 ? null : Predicate.or(conditions);
    var scan = data.scan().limit(MAX_ROWS);
    try (BatchCursor batches = (filter == null ? scan : scan.filter(filter)).batches()) {
      while (batches.next()) {
        ColumnBatch batch = batches.batch();
        for (int c = 0; c < batch.columnCount(); c++) {
          for (int i = 0; i < Math.min(batch.selectedCount(), MAX_ROWS); i++) {
            batch.column(c).getObject(batch.selectedRow(i));
          }
        }
      }
    }
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  private static Predicate condition(String column, Type type) {
    if (type.kind() == TypeKind.STRING) {
      return Predicate.contains(column, "a");
    }
    return type.kind() == TypeKind.INT32 || type.kind() == TypeKind.INT64
        ? Predicate.greaterOrEqual(column, 3)
        : Predicate.isNotNull(column);
  }

  private static void arrow(Dataset data) {
    try (BufferAllocator allocator = new RootAllocator(MEMORY);
        ArrowExport export = new ArrowExport(data.schema(), allocator);
        BatchCursor batches = data.scan().limit(MAX_ROWS).batches()) {
      while (batches.next()) {
        export.load(batches.batch());
      }
    } catch (OutOfMemoryException e) {
      // Of Arrow: the batch does not fit the limit of its allocator.
    }
  }
}
