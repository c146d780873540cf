// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import io.albis.format.schema.Field;
import io.albis.format.schema.Type;
import java.util.List;
import java.util.OptionalLong;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;

/**
 * Sums Arrow vectors by their buffers: in a loop over all values if none is null, otherwise over
 * the validity bits, one word at a time.
 */
final class ArrowSums {

  private final List<Field> fields;
  private final OptionalLong below;
  private final Totals totals;

  ArrowSums(ScanRequest request, Totals totals) {
    this.fields = request.schema().fields();
    this.below = request.below();
    this.totals = totals;
  }

  /** Adds the rows of a batch that are selected. */
  void add(List<FieldVector> columns, int rowCount) {
    int rows = below.isPresent() ? rowsBelow(columns.get(0), rowCount) : rowCount;
    int leaf = 0;
    for (int i = 0; rows > 0 && i < columns.size(); i++) {
      leaf = field(fields.get(i), columns.get(i), rows, null, leaf);
    }
  }

  /** Number of leading rows of the sorted batch whose value is below the bound. */
  private int rowsBelow(FieldVector column, int rowCount) {
    ArrowBuf data = column.getDataBuffer();
    boolean isInt = fields.get(0).type().equals(Type.int32());
    int rows = 0;
    while (rows < rowCount
        && (isInt ? data.getInt(rows * 4L) : data.getLong(rows * 8L)) < below.getAsLong()) {
      rows++;
    }
    return rows;
  }

  /**
   * Adds a field.
   *
   * @param around validity bits of the enclosing structs; null if none is null
   * @return the leaf after its leaves
   */
  private int field(Field field, FieldVector vector, int rows, long[] around, int firstLeaf) {
    long[] valid = Validity.of(vector, rows, around);
    Type type = field.type();
    switch (type.kind()) {
      case STRUCT -> {
        int leaf = firstLeaf;
        for (int i = 0; i < type.children().size(); i++) {
          FieldVector child = vector.getChildrenFromFields().get(i);
          leaf = field(type.children().get(i), child, rows, valid, leaf);
        }
        return leaf;
      }
      case LIST -> {
        FieldVector elements = vector.getChildrenFromFields().get(0);
        int end = vector.getOffsetBuffer().getInt(rows * 4L);
        long[] inLists = Validity.elements(vector, rows, valid);
        field(type.children().get(0), elements, end, inLists, firstLeaf);
      }
      case FLOAT, DOUBLE ->
          totals.addReals(
              firstLeaf,
              Validity.count(valid, rows),
              ArrowReals.sum(type.kind(), vector.getDataBuffer(), rows, valid));
      case BOOLEAN, INT8, INT16, INT32, INT64, DECIMAL, DATE, TIMESTAMP, STRING, BINARY ->
          totals.addIntegers(
              firstLeaf,
              Validity.count(valid, rows),
              ArrowIntegers.sum(type.kind(), vector, rows, valid));
      case TIME, FIXED_BINARY, UUID, YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL, MAP ->
          throw new IllegalStateException("Cannot add values of " + type);
    }
    return firstLeaf + 1;
  }
}
