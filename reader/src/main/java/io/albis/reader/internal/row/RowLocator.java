// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

import io.albis.reader.BytesView;
import io.albis.reader.ColumnVector;
import io.albis.reader.VectorOwner;
import io.albis.reader.internal.row.BatchColumns.Column;
import java.util.List;

/** Describes the columns of batches to row views: their shape and addresses. Not thread-safe. */
final class RowLocator {

  private final List<Column> columns;
  private final IndirectValues[] values;

  RowLocator(List<Column> columns) {
    this.columns = columns;
    this.values = columns.stream().map(Values::new).toArray(IndirectValues[]::new);
  }

  /** Describes all columns of a batch. */
  void locate(RowShapeBuilder shape, RowAddresses addresses) {
    for (int i = 0; i < values.length; i++) {
      VectorOwner owner = columns.get(i).owner();
      ColumnVector vector = owner.vector();
      if (owner.rowStride() > 0) {
        // Group 0 stands for none.
        shape.row(
            i, owner.rowGroup() + 1L, owner.rowStride(), owner.rowOffset(), owner.rowNullBit());
        addresses.start(vector.valuesAddress() - owner.rowOffset());
      } else {
        shape.column(i, (int) vector.stride(), vector.isBitPacked(), (int) vector.nullBitStep());
      }
      addresses.column(i, vector.valuesAddress(), vector.nullBitAddress(), values[i]);
      addresses.data(i, vector.dataAddress(), vector.dataLength());
    }
  }

  /** Reads values that a row view cannot read by address alone. */
  private record Values(Column column) implements IndirectValues {
    @Override
    public ColumnVector vector() {
      return column.owner().vector();
    }

    @Override
    public Object objectAt(int row) {
      return vector().getObject(row);
    }

    @Override
    public BytesView bytesAt(int row, BytesView view) {
      return vector().getBytes(row, view);
    }

    @Override
    public RowLocator fields() {
      return new RowLocator(column.fields());
    }
  }
}
