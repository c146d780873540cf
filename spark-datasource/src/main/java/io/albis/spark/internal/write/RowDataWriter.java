// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.spark.internal.read.TaskMemory;
import io.albis.spark.internal.type.NanosecondMode;
import io.albis.storage.memory.BufferAllocator;
import io.albis.writer.BatchWriter;
import io.albis.writer.DistributedWrite;
import io.albis.writer.TaskResult;
import io.albis.writer.TaskWriter;
import org.apache.spark.TaskContext;
import org.apache.spark.executor.OutputMetrics;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.BasePredicate;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Predicate;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import scala.collection.immutable.Seq;

/** An attempt of a task to write its rows. For one thread. */
final class RowDataWriter implements DataWriter<InternalRow> {

  /** Bytes of the slots of a batch: they stay in the cache of the processor. */
  private static final int BATCH_BYTES = 256 << 10;

  private static final int MIN_BATCH_ROWS = 64;
  private static final int MAX_BATCH_ROWS = 4096;

  /** Bytes of strings, lists and maps after which a batch ends. */
  private static final long MAX_VARIABLE_BYTES = 4L << 20;

  /** Rows after which the bytes of a batch are looked at. */
  private static final int ROWS_BETWEEN_CHECKS = 16;

  /** Rows of vectors that are copied at once: few, as their strings then take memory twice. */
  private static final int VECTOR_ROWS = 1024;

  /** Row groups are not ended for less than this, in bytes. */
  private static final long MIN_RECLAIMED = 1L << 20;

  /** The thread of the task that writes. Spark may ask for memory in others. */
  private final Thread owner = Thread.currentThread();

  private final TaskMemory memory;
  private final TaskWriter writer;
  private final StructType types;
  private final BufferAllocator allocator;
  private final StructRows rows;
  private final BatchWriter batches;
  private final int batchRows;

  /** Whether the rows have other columns than the table. */
  private final boolean isProjected;

  /** Null before the first vectors. */
  private VectorInputs inputs;

  /** Null while all rows have Spark's binary form, and the columns of the table. */
  private UnsafeProjection projection;

  /** Null if there is nothing to check. */
  private final BasePredicate checks;

  /** Whether this is at work, so that it cannot give memory back. Only for the owner. */
  private boolean isWorking = true;

  /** Bytes that another thread has asked for, or that were asked for at work. */
  private volatile long wanted;

  private TaskResult result;

  /**
   * Starts an attempt.
   *
   * @param types of the rows of the table
   * @param columns of the table, computed of the rows; null if they are the same
   * @param checks fails for rows of the table that violate a constraint; null if there is none
   */
  RowDataWriter(
      DistributedWrite write,
      StructType types,
      NanosecondMode nanoseconds,
      Seq<Expression> columns,
      Expression checks,
      int partitionId,
      long attemptId) {
    this.types = types;
    this.isProjected = columns != null;
    this.projection = isProjected ? UnsafeProjection.create(columns) : null;
    this.checks = checks == null ? null : Predicate.create(checks);
    this.memory = new TaskMemory(Long.MAX_VALUE, TaskContext.get(), this::reclaim);
    this.writer = write.openTask(partitionId, attemptId, memory);
    this.allocator = BufferAllocator.create("rows of " + write.uri(), Long.MAX_VALUE);
    StructRows buffer = null;
    try {
      BufferAllocator granted = allocator.within(memory);
      buffer = new StructRows("", writer.schema().fields(), nanoseconds, granted);
      this.batches = writer.newBatchWriter();
      // Memory for a row is taken from the row groups.
      granted.register(batches::reclaim);
    } catch (RuntimeException | Error e) {
      allocator.close();
      writer.abort();
      throw e;
    }
    this.rows = buffer;
    this.batchRows =
        Math.max(MIN_BATCH_ROWS, Math.min(MAX_BATCH_ROWS, BATCH_BYTES / rows.stride()));
    this.isWorking = false;
  }

  /**
   * Ends row groups for operators that need memory. Only the owner may use the writer: if it is
   * asked in another thread, or while it is at work, it does that later.
   */
  private long reclaim(long bytes) {
    if (memory.heldBytes() < MIN_RECLAIMED) {
      return 0;
    }
    if (Thread.currentThread() != owner || isWorking) {
      wanted = bytes;
      return 0;
    }
    isWorking = true;
    try {
      return batches.reclaim(bytes);
    } finally {
      isWorking = false;
    }
  }

  @Override
  public void write(InternalRow row) {
    if (row instanceof BatchRow all) {
      write(all.batch());
      return;
    }
    UnsafeRow binary = row instanceof UnsafeRow unsafe && !isProjected ? unsafe : project(row);
    if (checks != null) {
      checks.eval(binary); // Throws for a row that violates a constraint.
    }
    isWorking = true;
    rows.add(binary.getBaseObject(), binary.getBaseOffset());
    int count = rows.count();
    if (count == batchRows
        || count % ROWS_BETWEEN_CHECKS == 0 && rows.variableBytes() > MAX_VARIABLE_BYTES) {
      endBatch();
    }
    isWorking = false;
  }

  private void write(ColumnarBatch batch) {
    if (inputs == null) {
      inputs = new VectorInputs(writer.schema().fields(), types, batches::column);
    }
    for (int from = 0; from < batch.numRows(); from += VECTOR_ROWS) {
      write(batch, from, Math.min(VECTOR_ROWS, batch.numRows() - from));
    }
  }

  private void write(ColumnarBatch batch, int from, int count) {
    if (!inputs.canSet(batch, from, count)) {
      for (int row = from; row < from + count; row++) {
        write(batch.getRow(row));
      }
      return;
    }
    isWorking = true;
    endBatch();
    inputs.set(batch, from, count);
    batches.endBatch(count);
    isWorking = false;
  }

  private UnsafeRow project(InternalRow row) {
    if (projection == null) {
      projection = UnsafeProjection.create(types);
    }
    return projection.apply(row);
  }

  private void endBatch() {
    if (rows.count() > 0) {
      rows.setTo(batches::column);
      batches.endBatch(rows.count());
      rows.clear();
    }
    if (wanted > 0) {
      long bytes = wanted;
      wanted = 0;
      batches.reclaim(bytes);
    }
  }

  @Override
  public WriterCommitMessage commit() {
    isWorking = true; // From now on, its memory is only released.
    endBatch();
    batches.close();
    result = writer.finish();
    report();
    return new TaskCommit(result);
  }

  /** What Spark's pages of stages and executors show as output, and as memory of the task. */
  private void report() {
    TaskContext task = TaskContext.get();
    if (task != null) {
      OutputMetrics metrics = task.taskMetrics().outputMetrics();
      metrics.setBytesWritten(result.writtenBytes());
      metrics.setRecordsWritten(result.rowCount());
      task.taskMetrics().incPeakExecutionMemory(memory.peakBytes());
    }
  }

  @Override
  public void abort() {
    isWorking = true;
    writer.abort();
  }

  /** Also after {@link #commit} and {@link #abort}. */
  @Override
  public void close() {
    try {
      rows.close();
    } finally {
      // Aborts what was not committed.
      writer.close();
      allocator.close();
    }
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return WriteMetrics.values(result);
  }
}
