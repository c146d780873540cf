// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.reader.internal.row.LeafValues;
import io.albis.reader.internal.row.RowAddresses;
import io.albis.reader.internal.row.RowShapeBuilder;

/** Tells rows how and where the vectors of a batch lie. For one thread. */
final class RowPlaces {

  private final ColumnVector[] vectors;
  private final LeafValues[] values;

  /** For so many leaves, with presence leaves. */
  RowPlaces(int leaves) {
    this.vectors = new ColumnVector[leaves];
    this.values = new LeafValues[leaves];
  }

  /** Says it for all leaves of a batch. */
  void locate(ColumnBatch batch, RowShapeBuilder shape, RowAddresses addresses) {
    for (int i = 0; i < vectors.length; i++) {
      ColumnVector vector = batch.vectors().get(i);
      if (vector != vectors[i]) {
        vectors[i] = vector;
        values[i] = new Values(vector);
      }
      if (vector.rowStride() > 0) {
        // Group 0 stands for none.
        shape.row(
            i, vector.rowGroup() + 1L, vector.rowStride(), vector.rowOffset(), vector.rowNullBit());
        addresses.start(vector.valuesAddress() - vector.rowOffset());
      } else {
        shape.column(i, (int) vector.stride(), vector.isBitPacked(), (int) vector.nullBitStep());
      }
      addresses.leaf(i, vector.valuesAddress(), vector.nullBitAddress(), values[i]);
      addresses.heap(i, vector.heapAddress(), vector.heapLength());
    }
  }

  /** What a row view does not read by address. */
  private record Values(ColumnVector vector) implements LeafValues {
    @Override
    public Object objectAt(int row) {
      return vector.getObject(row);
    }

    @Override
    public BytesView bytesAt(int row, BytesView view) {
      return vector.getBytes(row, view);
    }
  }
}
