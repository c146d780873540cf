// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.partition;

import io.albis.format.internal.schema.PartitionField;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.schema.PartitionTuple;
import io.albis.writer.internal.flat.FlatRows;
import io.albis.writer.internal.plan.WritePlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sorts the rows of a chunk by their partition; rows of a partition keep their order. Computes
 * column by column, without allocation for values that were met before. For one thread.
 */
public final class ChunkPartitions {

  /** The most values and combinations that are remembered from chunk to chunk. */
  private static final int MAX_KNOWN = 1 << 16;

  private final PartitionSpec spec;
  private final List<FieldCodes> fields = new ArrayList<>();

  /** Of the first fields, each combined with the next one; one less than there are fields. */
  private final List<LongCodes> combined = new ArrayList<>();

  /** By number; null if it was not needed yet. */
  private final List<PartitionTuple> tuples = new ArrayList<>();

  private int[] codes;
  private int[] next;

  /** Row numbers, by partition. */
  private int[] sorted;

  /** By number of a partition: its index in the chunk, or -1. */
  private int[] indexes = new int[0];

  /** Numbers of the partitions of the chunk, and where their rows start in {@link #sorted}. */
  private int[] present;

  private int[] starts;
  private int count;

  /**
   * Prepares the partitioning of the rows of chunks.
   *
   * @param rows staged
   */
  public ChunkPartitions(WritePlan plan, FlatRows rows) {
    this.spec = plan.partitions().spec();
    for (PartitionField field : spec.fields()) {
      fields.add(FieldCodes.of(rows, plan.leafIndex(field.sourceId()), field));
    }
    for (int i = 1; i < fields.size(); i++) {
      combined.add(new LongCodes());
    }
    allocate(FlatRows.CHUNK);
  }

  private void allocate(int rows) {
    this.codes = new int[rows];
    this.next = new int[rows];
    this.sorted = new int[rows];
    this.present = new int[rows];
    this.starts = new int[rows + 1];
  }

  /** Sorts the first rows of the chunk. */
  public void sort(int rowCount) {
    if (rowCount > codes.length) {
      allocate(rowCount);
    }
    if (known() > MAX_KNOWN) {
      fields.forEach(FieldCodes::clear);
      combined.forEach(LongCodes::clear);
      tuples.clear();
    }
    fields.get(0).find(codes, rowCount);
    for (int i = 1; i < fields.size(); i++) {
      fields.get(i).find(next, rowCount);
      LongCodes pairs = combined.get(i - 1);
      for (int row = 0; row < rowCount; row++) {
        codes[row] = pairs.codeOf((long) codes[row] << Integer.SIZE | next[row]);
      }
    }
    group(rowCount);
  }

  private int known() {
    int most = 0;
    for (FieldCodes field : fields) {
      most = Math.max(most, field.size());
    }
    for (LongCodes pairs : combined) {
      most = Math.max(most, pairs.size());
    }
    return most;
  }

  private void group(int rowCount) {
    int numbers = combined.isEmpty() ? fields.get(0).size() + 1 : last(combined).size();
    if (indexes.length < numbers) {
      int old = indexes.length;
      indexes = Arrays.copyOf(indexes, Math.max(numbers, 2 * old));
      Arrays.fill(indexes, old, indexes.length, -1);
    }
    count = 0;
    for (int row = 0; row < rowCount; row++) {
      int index = indexes[codes[row]];
      if (index < 0) {
        index = count++;
        indexes[codes[row]] = index;
        present[index] = codes[row];
        starts[index] = 0;
      }
      starts[index]++;
    }
    // From the numbers of rows to where the rows of each end, and then back to where they start.
    int end = 0;
    for (int index = 0; index < count; index++) {
      end += starts[index];
      starts[index] = end;
    }
    starts[count] = end;
    for (int row = rowCount - 1; row >= 0; row--) {
      sorted[--starts[indexes[codes[row]]]] = row;
    }
    for (int index = 0; index < count; index++) {
      indexes[present[index]] = -1;
    }
  }

  /** Number of partitions of the chunk. */
  public int count() {
    return count;
  }

  /** The partition of an index in the chunk; they are in the order of their first rows. */
  public PartitionTuple partition(int index) {
    int code = present[index];
    while (tuples.size() <= code) {
      tuples.add(null);
    }
    PartitionTuple tuple = tuples.get(code);
    if (tuple == null) {
      tuple = tuple(code);
      tuples.set(code, tuple);
    }
    return tuple;
  }

  private PartitionTuple tuple(int code) {
    byte[][] values = new byte[fields.size()][];
    int rest = code;
    for (int i = values.length - 1; i > 0; i--) {
      long pair = combined.get(i - 1).value(rest);
      values[i] = fields.get(i).value((int) pair);
      rest = (int) (pair >>> Integer.SIZE);
    }
    values[0] = fields.get(0).value(rest);
    return new PartitionTuple(spec.id(), Arrays.asList(values));
  }

  /** Rows of the chunk, sorted by partition; those of an index start at {@link #start}. */
  public int[] rows() {
    return sorted;
  }

  /** Where the rows of a partition start, and those of the one before end. */
  public int start(int index) {
    return starts[index];
  }

  private static <T> T last(List<T> list) {
    return list.get(list.size() - 1);
  }
}
