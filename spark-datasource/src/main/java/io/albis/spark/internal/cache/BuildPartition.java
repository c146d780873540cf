// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NoSuchElementException;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.columnar.CachedBatch;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.util.TaskCompletionListener;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction2;

/** Makes cached batches of the rows of a partition. */
abstract sealed class BuildPartition<T>
    extends AbstractFunction2<Object, Iterator<T>, Iterator<CachedBatch>> implements Serializable {

  private static final long serialVersionUID = 1L;

  /** Bytes after which a batch ends, as with Spark's serializer. */
  private static final long MAX_BYTES = 4L << 20;

  private final CacheSchema schema;
  private final int batchRows;
  private final Mapping mapping;

  /**
   * Creates a function.
   *
   * @param batchRows maximum number of rows of a batch
   * @param mapping whether batches stay in memory
   */
  private BuildPartition(CacheSchema schema, int batchRows, Mapping mapping) {
    this.schema = schema;
    this.batchRows = batchRows;
    this.mapping = mapping;
  }

  @Override
  public Iterator<CachedBatch> apply(Object partition, Iterator<T> rows) {
    return new Batches((Integer) partition, input(rows));
  }

  abstract Input input(Iterator<T> rows);

  /** The rows that are not in batches yet. */
  private interface Input {
    boolean hasNext();

    /**
     * Adds at least one row.
     *
     * @param most how many, at most
     */
    void addTo(BatchBuilder builder, int most);
  }

  /** Of rows of any form. */
  static final class OfRows extends BuildPartition<InternalRow> {

    private static final long serialVersionUID = 1L;

    OfRows(CacheSchema schema, int batchRows, Mapping mapping) {
      super(schema, batchRows, mapping);
    }

    @Override
    Input input(Iterator<InternalRow> rows) {
      return new Input() {

        @Override
        public boolean hasNext() {
          return rows.hasNext();
        }

        @Override
        public void addTo(BatchBuilder builder, int most) {
          builder.add(rows.next());
        }
      };
    }
  }

  /** Of vectors, which remain those of their iterator. */
  static final class OfVectors extends BuildPartition<ColumnarBatch> {

    private static final long serialVersionUID = 1L;

    /** Rows after which the size of a batch is looked at. */
    private static final int ROWS_BETWEEN_CHECKS = 512;

    OfVectors(CacheSchema schema, int batchRows, Mapping mapping) {
      super(schema, batchRows, mapping);
    }

    @Override
    Input input(Iterator<ColumnarBatch> batches) {
      return new Input() {

        private ColumnarBatch batch;
        private int rowCount;
        private int added;

        @Override
        public boolean hasNext() {
          while (added == rowCount && batches.hasNext()) {
            batch = batches.next();
            rowCount = batch.numRows();
            added = 0;
          }
          return added < rowCount;
        }

        @Override
        public void addTo(BatchBuilder builder, int most) {
          int count = Math.min(Math.min(most, ROWS_BETWEEN_CHECKS), rowCount - added);
          builder.add(batch, added, count);
          added += count;
        }
      };
    }
  }

  private final class Batches extends AbstractIterator<CachedBatch>
      implements TaskCompletionListener {

    private final int partition;
    private final Input rows;
    private final BatchBuilder builder = new BatchBuilder(schema);

    /** Batches that were returned, and that are not closed yet. */
    private final Deque<AlbisCachedBatch> returned = new ArrayDeque<>();

    private boolean isClosed;

    Batches(int partition, Input rows) {
      this.partition = partition;
      this.rows = rows;
      TaskContext task = TaskContext.get();
      if (task != null) {
        task.addTaskCompletionListener((TaskCompletionListener) this);
      }
    }

    private void close() {
      if (!isClosed) {
        isClosed = true;
        builder.close();
      }
    }

    @Override
    public void onTaskCompletion(TaskContext context) {
      close();
    }

    @Override
    public boolean hasNext() {
      boolean hasNext = !isClosed && rows.hasNext();
      if (!hasNext) {
        close();
      }
      return hasNext;
    }

    @Override
    public CachedBatch next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      closeWritten();
      while (builder.rowCount() < batchRows && builder.bytes() < MAX_BYTES && rows.hasNext()) {
        rows.addTo(builder, batchRows - builder.rowCount());
      }
      AlbisCachedBatch batch = builder.build(mapping);
      TaskBatches.addBuilt(batch, partition);
      returned.add(batch);
      return batch;
    }

    /** If blocks are written while they are built, their batches are not read again. */
    private void closeWritten() {
      while (!returned.isEmpty() && returned.peek().isWritten()) {
        TaskBatches.close(returned.remove());
      }
    }
  }
}
