// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

import io.albis.reader.vector.BytesView;
import io.albis.reader.vector.ColumnVector;
import io.albis.reader.vector.VectorOwner;
import java.util.List;

/** Describes the vectors of a batch to row views: their shape and addresses. Not thread-safe. */
public final class RowLocator {

  private final VectorOwner[] vectors;
  private final LeafValues[] values;

  /** Creates a locator for this many leaves, including presence leaves. */
  public RowLocator(int leaves) {
    this.vectors = new VectorOwner[leaves];
    this.values = new LeafValues[leaves];
  }

  /** Describes all leaves of a batch. */
  public void locate(List<VectorOwner> batch, RowShapeBuilder shape, RowAddresses addresses) {
    for (int i = 0; i < vectors.length; i++) {
      VectorOwner owner = batch.get(i);
      ColumnVector vector = owner.vector();
      if (owner != vectors[i]) {
        vectors[i] = owner;
        values[i] = new Values(vector);
      }
      if (owner.rowStride() > 0) {
        // Group 0 stands for none.
        shape.row(
            i, owner.rowGroup() + 1L, owner.rowStride(), owner.rowOffset(), owner.rowNullBit());
        addresses.start(vector.valuesAddress() - owner.rowOffset());
      } else {
        shape.column(i, (int) vector.stride(), vector.isBitPacked(), (int) vector.nullBitStep());
      }
      addresses.leaf(i, vector.valuesAddress(), vector.nullBitAddress(), values[i]);
      addresses.data(i, vector.dataAddress(), vector.dataLength());
    }
  }

  /** Reads values that a row view cannot read by address alone. */
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
