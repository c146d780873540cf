// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NoSuchElementException;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.columnar.CachedBatch;
import org.apache.spark.util.TaskCompletionListener;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction2;

/** Makes cached batches of the rows of a partition. */
final class BuildPartition
    extends AbstractFunction2<Object, Iterator<InternalRow>, Iterator<CachedBatch>>
    implements Serializable {

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
  BuildPartition(CacheSchema schema, int batchRows, Mapping mapping) {
    this.schema = schema;
    this.batchRows = batchRows;
    this.mapping = mapping;
  }

  @Override
  public Iterator<CachedBatch> apply(Object partition, Iterator<InternalRow> rows) {
    return new Batches((Integer) partition, rows);
  }

  private final class Batches extends AbstractIterator<CachedBatch>
      implements TaskCompletionListener {

    private final int partition;
    private final Iterator<InternalRow> rows;
    private final BatchBuilder builder = new BatchBuilder(schema);

    /** Batches that were returned, and that are not closed yet. */
    private final Deque<AlbisCachedBatch> returned = new ArrayDeque<>();

    /** Null while all rows have Spark's binary form. */
    private UnsafeProjection projection;

    private boolean isClosed;

    Batches(int partition, Iterator<InternalRow> rows) {
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
        builder.add(binary(rows.next()));
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

    private UnsafeRow binary(InternalRow row) {
      if (row instanceof UnsafeRow binary) {
        return binary;
      }
      if (projection == null) {
        projection = UnsafeProjection.create(schema.columns());
      }
      return projection.apply(row);
    }
  }
}
