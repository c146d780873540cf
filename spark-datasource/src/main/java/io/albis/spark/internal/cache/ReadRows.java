// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.columnar.CachedBatch;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.storage.RDDBlockId;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction2;

/**
 * Reads the cached batches of a partition as rows of Spark's binary form. This is what most queries
 * read: Spark asks for columns only where the operator above takes columns.
 */
final class ReadRows extends AbstractFunction2<Object, Iterator<CachedBatch>, Iterator<InternalRow>>
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
  ReadRows(CacheSchema schema, CachedBlocks blocks, int[] selected) {
    this.schema = schema;
    this.blocks = blocks;
    this.selected = selected;
  }

  @Override
  public Iterator<InternalRow> apply(Object partition, Iterator<CachedBatch> batches) {
    List<RowColumn> columns = columns();
    return columns.contains(null)
        ? new ProjectedRows(
            new ReadPartition(schema, blocks, selected).apply(partition, batches),
            UnsafeProjection.create(types()))
        : new BlockRows(batches, blocks.of((Integer) partition), new RowBlock(columns));
  }

  private List<RowColumn> columns() {
    List<RowColumn> columns = new ArrayList<>();
    for (int i = 0; i < selected.length; i++) {
      int column = selected[i];
      columns.add(
          RowColumn.of(
              schema.fields().get(column).type(),
              schema.columns().fields()[column].dataType(),
              schema.firstNode(column),
              i,
              selected.length));
    }
    return columns;
  }

  private StructType types() {
    StructField[] fields = new StructField[selected.length];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = schema.columns().fields()[selected[i]];
    }
    return new StructType(fields);
  }

  /** Rows that are written column by column. */
  private final class BlockRows extends AbstractIterator<InternalRow> {

    private final LeasedBatches batches;
    private final RowBlock block;
    private int batchRows;

    /** The row of the batch after those of the block. */
    private int batchRow;

    private int blockRows;
    private int blockRow;

    BlockRows(Iterator<CachedBatch> partition, RDDBlockId stored, RowBlock block) {
      this.batches = new LeasedBatches(partition, stored, selected, this::forget);
      this.block = block;
    }

    /** Reads no further rows of a batch that is released. */
    private void forget() {
      batchRows = 0;
      batchRow = 0;
    }

    @Override
    public boolean hasNext() {
      return blockRow < blockRows || fill();
    }

    private boolean fill() {
      while (batchRow == batchRows) {
        if (!batches.hasNext()) {
          return false;
        }
        AlbisCachedBatch batch = batches.next();
        block.batch(batch);
        batchRows = batch.numRows();
        batchRow = 0;
      }
      blockRows = block.fill(batchRow, batchRows - batchRow);
      batchRow += blockRows;
      blockRow = 0;
      return true;
    }

    @Override
    public InternalRow next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return block.row(blockRow++);
    }
  }

  /** Rows that Spark's generated code writes one by one. */
  private static final class ProjectedRows extends AbstractIterator<InternalRow> {

    private final Iterator<ColumnarBatch> batches;
    private final UnsafeProjection projection;
    private java.util.Iterator<InternalRow> rows = Collections.emptyIterator();

    ProjectedRows(Iterator<ColumnarBatch> batches, UnsafeProjection projection) {
      this.batches = batches;
      this.projection = projection;
    }

    @Override
    public boolean hasNext() {
      while (!rows.hasNext() && batches.hasNext()) {
        rows = batches.next().rowIterator();
      }
      return rows.hasNext();
    }

    @Override
    public InternalRow next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return projection.apply(rows.next());
    }
  }
}
