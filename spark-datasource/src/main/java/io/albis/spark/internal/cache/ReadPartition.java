// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.reader.VectorOwner;
import io.albis.spark.internal.vector.SparkVectors;
import java.io.Serializable;
import org.apache.spark.sql.columnar.CachedBatch;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.storage.RDDBlockId;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction2;

/**
 * Reads columns of the cached batches of a partition in place. A batch can be read until the next
 * one is asked for, or the task ends; its memory stays as long, also if the cache drops it.
 */
final class ReadPartition
    extends AbstractFunction2<Object, Iterator<CachedBatch>, Iterator<ColumnarBatch>>
    implements Serializable {

  private static final long serialVersionUID = 1L;

  private final CacheSchema schema;
  private final CachedBlocks blocks;
  private final int[] selected;

  /**
   * Creates a function.
   *
   * @param blocks the blocks of partitions
   * @param selected positions of the columns that are read
   */
  ReadPartition(CacheSchema schema, CachedBlocks blocks, int[] selected) {
    this.schema = schema;
    this.blocks = blocks;
    this.selected = selected;
  }

  @Override
  public Iterator<ColumnarBatch> apply(Object partition, Iterator<CachedBatch> batches) {
    return new Batches(blocks.of((Integer) partition), batches);
  }

  private final class Batches extends AbstractIterator<ColumnarBatch> {

    private final LeasedBatches batches;
    private VectorOwner[] owners = {};

    Batches(RDDBlockId block, Iterator<CachedBatch> batches) {
      this.batches = new LeasedBatches(batches, block, selected, this::closeVectors);
    }

    private void closeVectors() {
      for (VectorOwner owner : owners) {
        owner.close();
      }
    }

    @Override
    public boolean hasNext() {
      return batches.hasNext();
    }

    @Override
    public ColumnarBatch next() {
      AlbisCachedBatch batch = batches.next();
      BatchVectors source = new BatchVectors(batch.places(), batch.region().address());
      owners = new VectorOwner[selected.length];
      ColumnVector[] vectors = new ColumnVector[selected.length];
      for (int i = 0; i < vectors.length; i++) {
        int column = selected[i];
        owners[i] = source.vector(schema.fields().get(column), schema.firstNode(column));
        vectors[i] =
            SparkVectors.of(owners[i].vector(), schema.columns().fields()[column].dataType());
      }
      return new ColumnarBatch(vectors, batch.numRows());
    }
  }
}
