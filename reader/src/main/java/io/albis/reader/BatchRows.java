/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.reader;

import io.albis.reader.internal.row.LeafValues;
import io.albis.reader.internal.row.RowAddresses;
import io.albis.reader.internal.row.RowShapeBuilder;
import io.albis.reader.internal.row.RowSource;

/** The batches of a {@link BatchCursor} as a row cursor wants them. Owns the cursor. */
final class BatchRows implements RowSource {

  private final BatchCursor cursor;
  private final ColumnVector[] vectors;
  private final LeafValues[] values;

  BatchRows(BatchCursor cursor) {
    this.cursor = cursor;
    int leaves = cursor.plan().rowFields().leaves().size();
    this.vectors = new ColumnVector[leaves];
    this.values = new LeafValues[leaves];
  }

  @Override
  public boolean nextBatch() {
    return cursor.next();
  }

  @Override
  public int rowCount() {
    return cursor.batch().rowCount();
  }

  @Override
  public int[] selection() {
    return cursor.batch().selection();
  }

  @Override
  public int selectedCount() {
    return cursor.batch().selectedCount();
  }

  @Override
  public void locate(RowShapeBuilder shape, RowAddresses addresses) {
    for (int i = 0; i < vectors.length; i++) {
      if (vectors[i] == null) {
        vectors[i] = cursor.batch().vectors().get(i);
        values[i] = new Values(vectors[i]);
      }
      ColumnVector vector = vectors[i];
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

  @Override
  public void close() {
    cursor.close();
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
