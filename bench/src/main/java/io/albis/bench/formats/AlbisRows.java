// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.formats.AlbisReader.BatchSums;
import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import io.albis.bench.scan.ValueKind;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Type;
import io.albis.reader.ColumnBatch;
import io.albis.reader.RowCursor;
import io.albis.reader.vector.BytesView;
import io.albis.reader.vector.ColumnVector;
import io.albis.reader.vector.RowView;
import io.albis.storage.memory.Memory;
import java.util.List;

/** Sums by row view, for any schema; {@link StoreSalesRows} is specialized for one. */
final class AlbisRows implements BatchSums {

  private final List<Leaf> leaves;
  private final ValueKind[] kinds;
  private final BytesView view = new BytesView();

  private AlbisRows(ScanRequest request) {
    this.leaves = request.leaves();
    this.kinds = leaves.stream().map(leaf -> ValueKind.of(leaf.type())).toArray(ValueKind[]::new);
  }

  static BatchSums of(ScanRequest request) {
    List<String> columns = request.schema().fields().stream().map(Field::name).toList();
    return columns.equals(StoreSalesRows.COLUMNS) ? new StoreSalesRows() : new AlbisRows(request);
  }

  @Override
  public void add(ColumnBatch batch, Totals totals) {
    int columns = leaves.size();
    long[] values = new long[columns];
    long[] integers = new long[columns];
    double[] reals = new double[columns];
    try (RowCursor cursor = batch.rows()) {
      while (cursor.next()) {
        RowView row = cursor.row();
        for (int i = 0; i < columns; i++) {
          if (!row.isNullAt(i)) {
            addValue(row, i, values, integers, reals);
          }
        }
      }
    }
    for (int i = 0; i < columns; i++) {
      totals.addIntegers(i, values[i], integers[i]);
      totals.addReals(i, 0, reals[i]);
    }
  }

  private void addValue(RowView row, int i, long[] values, long[] integers, double[] reals) {
    Type type = leaves.get(i).type();
    if (type.isNested()) {
      ColumnVector lists = row.column(i);
      ColumnVector elements = lists.children().get(0);
      int start = lists.elementStart(row.rowInBatch());
      int end = start + lists.elementCount(row.rowInBatch());
      for (int element = start; element < end; element++) {
        values[i] += elements.isNullAt(element) ? 0 : 1;
        integers[i] += elements.getInt(element);
      }
      return;
    }
    values[i]++;
    switch (kinds[i]) {
      case DOUBLE -> reals[i] += row.getDouble(i);
      case BOOLEAN -> integers[i] += row.getBoolean(i) ? 1 : 0;
      case INT, DATE -> integers[i] += row.getInt(i);
      case LONG, TIMESTAMP -> integers[i] += row.getLong(i);
      case TEXT -> integers[i] += AlbisColumns.number(row.getBytes(i, view));
      case DECIMAL -> integers[i] += decimal(row, i, type);
      case STRUCT, LIST -> throw new IllegalStateException("Cannot add " + type);
    }
  }

  private long decimal(RowView row, int i, Type type) {
    return type.precision() <= 18
        ? row.getUnscaledLong(i)
        : Memory.getLong(row.getBytes(i, view).address());
  }
}
