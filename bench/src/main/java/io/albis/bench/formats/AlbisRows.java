// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.formats.AlbisReader.BatchSums;
import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import io.albis.bench.scan.ValueKind;
import io.albis.format.schema.Field;
import io.albis.format.schema.Type;
import io.albis.reader.BytesView;
import io.albis.reader.ColumnBatch;
import io.albis.reader.ColumnVector;
import io.albis.reader.RowCursor;
import io.albis.reader.RowView;
import io.albis.storage.internal.memory.Memory;
import java.util.List;

/** Sums by row view, for any schema; {@link StoreSalesRows} is specialized for one. */
final class AlbisRows implements BatchSums {

  /**
   * A column of a row, or a field of a struct.
   *
   * @param leaf index of its leaf in {@link Totals}
   * @param fields of a struct; otherwise null
   */
  @SuppressWarnings("ArrayRecordComponent") // They are never compared.
  private record Column(Type type, ValueKind kind, int leaf, Column[] fields) {}

  private final Column[] columns;

  /** Number of leaves of the columns so far. */
  private int leaves;

  private final BytesView view = new BytesView();

  private AlbisRows(ScanRequest request) {
    this.columns = columns(request.schema().fields());
  }

  private Column[] columns(List<Field> fields) {
    return fields.stream().map(field -> column(field.type())).toArray(Column[]::new);
  }

  private Column column(Type type) {
    ValueKind kind = ValueKind.of(type);
    return kind == ValueKind.STRUCT
        ? new Column(type, kind, leaves, columns(type.children()))
        : new Column(type, kind, leaves++, null);
  }

  static BatchSums of(ScanRequest request) {
    List<String> names = request.schema().fields().stream().map(Field::name).toList();
    return names.equals(StoreSalesRows.COLUMNS) ? new StoreSalesRows() : new AlbisRows(request);
  }

  @Override
  public void add(ColumnBatch batch, Totals totals) {
    Sums sums = new Sums(new long[leaves], new long[leaves], new double[leaves]);
    try (RowCursor cursor = batch.rows()) {
      while (cursor.next()) {
        addRow(cursor.row(), columns, sums);
      }
    }
    for (int leaf = 0; leaf < leaves; leaf++) {
      totals.addIntegers(leaf, sums.values[leaf], sums.integers[leaf]);
      totals.addReals(leaf, 0, sums.reals[leaf]);
    }
  }

  /** Of each leaf. */
  @SuppressWarnings("ArrayRecordComponent") // They are never compared.
  private record Sums(long[] values, long[] integers, double[] reals) {}

  private void addRow(RowView row, Column[] fields, Sums sums) {
    for (int i = 0; i < fields.length; i++) {
      Column column = fields[i];
      if (column.fields != null) {
        addRow(row.getStruct(i), column.fields, sums);
      } else if (!row.isNullAt(i)) {
        addValue(row, i, column, sums);
      }
    }
  }

  private void addValue(RowView row, int i, Column column, Sums sums) {
    int leaf = column.leaf;
    long[] values = sums.values;
    long[] integers = sums.integers;
    Type type = column.type;
    if (type.isNested()) {
      ColumnVector lists = row.column(i);
      ColumnVector elements = lists.children().get(0);
      int start = lists.elementStart(row.rowInBatch());
      int end = start + lists.elementCount(row.rowInBatch());
      for (int element = start; element < end; element++) {
        values[leaf] += elements.isNullAt(element) ? 0 : 1;
        integers[leaf] += elements.getInt(element);
      }
      return;
    }
    values[leaf]++;
    switch (column.kind) {
      case DOUBLE -> sums.reals[leaf] += row.getDouble(i);
      case BOOLEAN -> integers[leaf] += row.getBoolean(i) ? 1 : 0;
      case INT, DATE -> integers[leaf] += row.getInt(i);
      case LONG, TIMESTAMP -> integers[leaf] += row.getLong(i);
      case TEXT -> integers[leaf] += AlbisColumns.number(row.getBytes(i, view));
      case DECIMAL -> integers[leaf] += decimal(row, i, type);
      case STRUCT, LIST -> throw new IllegalStateException("Cannot add " + type);
    }
  }

  private long decimal(RowView row, int i, Type type) {
    return type.precision() <= 18
        ? row.getUnscaledLong(i)
        : Memory.getLong(row.getBytes(i, view).address());
  }
}
