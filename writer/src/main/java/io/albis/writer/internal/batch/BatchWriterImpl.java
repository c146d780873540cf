// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.batch;

import io.albis.format.schema.Field;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import io.albis.writer.BatchColumn;
import io.albis.writer.BatchWriter;
import io.albis.writer.internal.input.ColumnInput;
import io.albis.writer.internal.memory.WriterOwner;
import io.albis.writer.internal.plan.WritePlan;
import io.albis.writer.internal.rowgroup.ColumnNames;
import io.albis.writer.internal.rowgroup.RowGroupBuilder;
import java.util.ArrayList;
import java.util.List;

/** The batch API over {@link RowGroupBuilder}. */
public final class BatchWriterImpl implements BatchWriter {

  private final RowGroupBuilder builder;
  private final WriterOwner owner;

  /** Per top-level field. */
  private final List<ColumnInput> fields = new ArrayList<>();

  /** Per top-level field. */
  private final List<ColumnTarget> targets = new ArrayList<>();

  private final long[] areaMarks;

  /** Writes to a builder, which it owns. */
  public BatchWriterImpl(WritePlan plan, RowGroupBuilder builder) {
    this.builder = builder;
    this.owner = builder.owner();
    this.areaMarks = new long[builder.flat().areaCount()];
    for (Field field : plan.schema().fields()) {
      ColumnInput input = new ColumnInput(field, path(plan, field), owner);
      fields.add(input);
      targets.add(ColumnTarget.of(field, input, plan, builder));
    }
  }

  private static String path(WritePlan plan, Field field) {
    return plan.schema().hasLeaf(field.id()) ? plan.schema().leaf(field.id()).path() : field.name();
  }

  @Override
  public BatchColumn column(int ordinal) {
    return fields.get(ordinal);
  }

  @Override
  public void endBatch(int count) {
    owner.requireNotAborted();
    if (count < 0) {
      throw new IllegalArgumentException("Cannot end a batch of " + count + " rows");
    }
    for (ColumnInput field : fields) {
      field.check(count, count);
    }
    write(count);
    fields.forEach(ColumnInput::clear);
  }

  private void write(int count) {
    int most = count;
    int done = 0;
    while (done < count) {
      int size = Math.min(Math.min(builder.room(), most), count - done);
      try {
        put(done, size);
      } catch (OutOfOffHeapMemoryException e) {
        most = builder.makeRoom() ? count : fewer(size, e);
        continue;
      }
      builder.advance(size);
      done += size;
    }
  }

  private static int fewer(int size, OutOfOffHeapMemoryException refusal) {
    if (size == 1) {
      throw refusal;
    }
    return size / 2;
  }

  @Override
  public long reclaim(long bytes) {
    return builder.reclaim(bytes);
  }

  /** Puts rows into the chunk; if that fails, none of them is there. */
  private void put(int from, int count) {
    builder.flat().markAreas(areaMarks);
    int filled = 0;
    try {
      for (; filled < targets.size(); filled++) {
        targets.get(filled).put(from, count, 0);
      }
    } catch (RuntimeException | Error e) {
      for (int i = 0; i < filled; i++) {
        targets.get(i).removeNested(count);
      }
      builder.flat().undo(count, areaMarks);
      throw e;
    }
  }

  @Override
  public long rowCount() {
    return builder.rows();
  }

  @Override
  public void close() {
    builder.finishAndClose(this::requireNoOpenBatch);
  }

  private void requireNoOpenBatch() {
    List<String> set = new ArrayList<>();
    fields.forEach(field -> field.addSetPaths(set));
    if (!set.isEmpty()) {
      throw new IllegalStateException(
          "Cannot close the batch writer: a batch after row "
              + builder.rows()
              + " was not ended, and has values for "
              + ColumnNames.list(set)
              + "; call endBatch");
    }
  }
}
