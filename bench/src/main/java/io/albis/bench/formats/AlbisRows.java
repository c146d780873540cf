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
   * The columns of a row, or the fields of a struct.
   *
   * @param first index of the first of their leaves in {@link Totals}
   * @param structs null for other columns
   */
  @SuppressWarnings("ArrayRecordComponent") // They are never compared.
  private record Columns(int first, Type[] types, ValueKind[] kinds, Columns[] structs) {

    static Columns of(List<Field> fields, int first) {
      int count = fields.size();
      Columns columns =
          new Columns(first, new Type[count], new ValueKind[count], new Columns[count]);
      int next = first;
      for (int i = 0; i < count; i++) {
        Type type = fields.get(i).type();
        columns.types[i] = type;
        columns.kinds[i] = ValueKind.of(type);
        if (columns.kinds[i] == ValueKind.STRUCT) {
          columns.structs[i] = of(type.children(), next);
          next += columns.structs[i].leaves();
        } else {
          next++;
        }
      }
      return columns;
    }

    int leaves() {
      int leaves = 0;
      for (Columns struct : structs) {
        leaves += struct == null ? 1 : struct.leaves();
      }
      return leaves;
    }
  }

  private final Columns columns;
  private final BytesView view = new BytesView();

  private AlbisRows(ScanRequest request) {
    this.columns = Columns.of(request.schema().fields(), 0);
  }

  static BatchSums of(ScanRequest request) {
    List<String> names = request.schema().fields().stream().map(Field::name).toList();
    return names.equals(StoreSalesRows.COLUMNS) ? new StoreSalesRows() : new AlbisRows(request);
  }

  @Override
  public void add(ColumnBatch batch, Totals totals) {
    int leaves = columns.leaves();
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

  private void addRow(RowView row, Columns fields, Sums sums) {
    int leaf = fields.first;
    for (int i = 0; i < fields.kinds.length; i++) {
      Columns struct = fields.structs[i];
      if (struct != null) {
        addRow(row.getStruct(i), struct, sums);
        leaf += struct.leaves();
      } else {
        if (!row.isNullAt(i)) {
          addValue(row, i, fields, leaf, sums);
        }
        leaf++;
      }
    }
  }

  private void addValue(RowView row, int i, Columns fields, int leaf, Sums sums) {
    long[] values = sums.values;
    long[] integers = sums.integers;
    Type type = fields.types[i];
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
    switch (fields.kinds[i]) {
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
