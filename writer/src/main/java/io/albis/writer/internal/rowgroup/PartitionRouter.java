// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.rowgroup;

import io.albis.format.internal.layout.FileLayout;
import io.albis.format.schema.PartitionTuple;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import io.albis.writer.internal.file.RowGroupOutput;
import io.albis.writer.internal.flat.FlatRows;
import io.albis.writer.internal.memory.WriterMemory;
import io.albis.writer.internal.memory.WriterOwner;
import io.albis.writer.internal.nested.NestedColumn;
import io.albis.writer.internal.partition.ChunkPartitions;
import io.albis.writer.internal.plan.PartitionPlan;
import io.albis.writer.internal.plan.WritePlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Copies the rows of each chunk to the row groups of their partitions.
 *
 * <p>The number of partitions with a row group that is being filled is bounded, and so is their
 * memory. If there are too many, the row group of the partition that was not written to for the
 * longest time is ended early. If they take too much memory, that is done with a partition that has
 * at least the average, so that row groups are not ended for little. For the owner of the writer.
 */
final class PartitionRouter implements RowSink {

  /** Values of variable length are copied on before the chunk is full if they take this much. */
  private static final long MAX_STAGED_BYTES = 1L << 20;

  /** How much larger chunks become if most row groups are ended early. */
  private static final int GROWTH = 2;

  /** Bytes of the rows of a chunk, without values of variable length. */
  private static final long MAX_CHUNK_BYTES = 2L << 20;

  /** The part of the memory of partitions that rows of a chunk may take. */
  private static final int MAX_SHARE = 4;

  private final WritePlan plan;
  private final PartitionPlan limits;
  private final FlatRows staged;

  /** By leaf; null for others than lists and maps. */
  private final NestedColumn[] nested;

  private final WriterOwner owner;
  private final WriterMemory memory;
  private final RowGroupOutput output;
  private final Runnable endedEarly;
  private final ChunkPartitions partitions;
  private long maxStagedBytes;

  /** Row groups that were ended early since the chunk was last divided. */
  private int shortRowGroups;

  /** The least recently used one first. */
  private final Map<PartitionTuple, OpenPartition> open = new LinkedHashMap<>(16, 0.75f, true);

  /** Memory of the open partitions. */
  private long openBytes;

  /** The partition whose rows are divided into segments; null while none are. */
  private OpenPartition growing;

  /** Memory of a partition without rows. */
  private long leastBytes;

  private long rowsBefore;

  /**
   * Starts without rows.
   *
   * @param staged the chunk
   * @param nested the lists and maps of its rows
   * @param endedEarly run for each row group that is ended early
   */
  PartitionRouter(
      WritePlan plan,
      FlatRows staged,
      NestedColumn[] nested,
      WriterOwner owner,
      WriterMemory memory,
      RowGroupOutput output,
      Runnable endedEarly) {
    this.plan = plan;
    this.limits = plan.partitions();
    this.staged = staged;
    this.nested = nested;
    this.owner = owner;
    this.memory = memory;
    this.output = output;
    this.endedEarly = endedEarly;
    this.partitions = new ChunkPartitions(plan, staged);
    this.maxStagedBytes = Math.min(MAX_STAGED_BYTES, limits.memory() / 8);
  }

  @Override
  public long rowsBefore() {
    return rowsBefore;
  }

  @Override
  public boolean hasOpenRows() {
    return open.values().stream().anyMatch(OpenPartition::hasRows);
  }

  @Override
  public int rowsUntilCheck() {
    int room = staged.chunkRoom();
    return plan.hasVariable()
        ? Math.min(
            room,
            FileLayout.ROW_COUNT_MULTIPLE - staged.chunkRows() % FileLayout.ROW_COUNT_MULTIPLE)
        : room;
  }

  @Override
  public void check() {
    if (staged.chunkRoom() == 0 || stagedBytes() >= maxStagedBytes) {
      route();
    }
  }

  /** Bytes of the values of variable length, without those that fit in slots. */
  private long stagedBytes() {
    long bytes = 0;
    for (int g = 0; g < plan.groups().size(); g++) {
      NestedColumn column = nested[plan.leavesOfGroup(g)[0]];
      bytes += column == null ? staged.areaBytes(g) : column.bytes();
    }
    return bytes;
  }

  private void route() {
    int count = staged.chunkRows();
    staged.settleDefaults();
    partitions.sort(count);
    for (int i = 0; i < partitions.count(); i++) {
      append(partitions.partition(i), partitions.start(i), partitions.start(i + 1));
    }
    rowsBefore += count;
    staged.discardChunk();
    for (NestedColumn column : nested) {
      if (column != null) {
        column.clear();
      }
    }
    if (shortRowGroups > partitions.count() / 2) {
      growChunk();
    }
    shortRowGroups = 0;
  }

  /**
   * Collects more rows before they are divided, as most row groups get no more rows than one chunk
   * has of their partition.
   */
  private void growChunk() {
    long most = limits.memory() / MAX_SHARE;
    maxStagedBytes = Math.min(GROWTH * maxStagedBytes, most);
    int rows = GROWTH * staged.chunkSize();
    if (rows * plan.rowBytes() <= Math.min(MAX_CHUNK_BYTES, most)) {
      staged.growChunk(rows);
    }
  }

  private void append(PartitionTuple tuple, int from, int to) {
    int most = to - from;
    int done = from;
    while (done < to) {
      OpenPartition partition = opened(tuple);
      int count = Math.min(Math.min(most, partition.room()), to - done);
      openBytes -= partition.bytes();
      try {
        partition.append(staged, nested, partitions.rows(), done, count);
        done += count;
        growing = partition;
        partition.check();
      } catch (OutOfOffHeapMemoryException e) {
        if (growing != null || !memory.isGranted()) {
          throw e;
        }
        openBytes += partition.bytes();
        most = endLargest() ? to - from : fewer(count, e);
        continue;
      } finally {
        growing = null;
      }
      openBytes += partition.bytes();
    }
    while (openBytes > limits.memory() && open.size() > 1) {
      endEarly(largeAndUnused());
    }
  }

  private static int fewer(int count, OutOfOffHeapMemoryException refusal) {
    if (count == 1) {
      throw refusal;
    }
    return count / 2;
  }

  /** A partition that rows can be appended to, which may have been ended before. */
  private OpenPartition opened(PartitionTuple tuple) {
    OpenPartition partition = open.get(tuple);
    while (partition == null) {
      try {
        partition = begin(tuple);
      } catch (OutOfOffHeapMemoryException e) {
        if (!memory.isGranted() || !endLargest()) {
          throw e;
        }
      }
    }
    return partition;
  }

  private OpenPartition begin(PartitionTuple tuple) {
    while (open.size() >= limits.openPartitions()) {
      endEarly(open.keySet().iterator().next());
    }
    while (openBytes + leastBytes > limits.memory() && !open.isEmpty()) {
      endEarly(largeAndUnused());
    }
    WriterMemory part = memory.newPart();
    OpenPartition begun = null;
    try {
      begun =
          new OpenPartition(
              plan, owner, part, output, tuple, this::growthLimit, this::makeRoomElsewhere);
    } finally {
      if (begun == null) {
        memory.release(part);
      }
    }
    leastBytes = begun.bytes();
    openBytes += begun.bytes();
    open.put(tuple, begun);
    return begun;
  }

  /** Ends the largest partition; false if that would release nothing. */
  private boolean endLargest() {
    Map.Entry<PartitionTuple, OpenPartition> largest = largest();
    boolean isEmpty =
        largest == null
            || open.size() == 1
                && !largest.getValue().hasRows()
                && largest.getValue().bytes() <= leastBytes;
    if (!isEmpty) {
      endEarly(largest.getKey());
    }
    return !isEmpty;
  }

  /** Ends a partition that is larger than the one that needs memory; false if there is none. */
  private boolean makeRoomElsewhere() {
    Map.Entry<PartitionTuple, OpenPartition> largest = largest();
    boolean isElsewhere = largest.getValue().bytes() > growing.bytes();
    if (isElsewhere) {
      endEarly(largest.getKey());
    }
    return isElsewhere;
  }

  /** The partition with the most memory, the least recently used one among equals, or null. */
  private Map.Entry<PartitionTuple, OpenPartition> largest() {
    Map.Entry<PartitionTuple, OpenPartition> largest = null;
    for (Map.Entry<PartitionTuple, OpenPartition> entry : open.entrySet()) {
      if (largest == null || entry.getValue().bytes() > largest.getValue().bytes()) {
        largest = entry;
      }
    }
    return largest;
  }

  @Override
  public boolean makeRoom() {
    if (endLargest()) {
      return true;
    }
    if (staged.chunkRows() > 0) {
      route();
      return true;
    }
    boolean isOpen = !open.isEmpty();
    finish();
    long before = memory.allocatedBytes();
    shrinkStaged();
    return isOpen || memory.allocatedBytes() < before;
  }

  private void shrinkStaged() {
    staged.shrink();
    for (NestedColumn column : nested) {
      if (column != null) {
        column.shrink();
      }
    }
    memory.settle();
  }

  @Override
  public void reclaim(long bytes) {
    int shortBefore = shortRowGroups;
    long released = 0;
    while (released < bytes && !open.isEmpty()) {
      Map.Entry<PartitionTuple, OpenPartition> largest = largest();
      released += largest.getValue().bytes();
      endEarly(largest.getKey());
    }
    shortRowGroups = shortBefore; // Larger chunks would not help.
  }

  /** The memory up to which a partition may grow its regions, so that all together may. */
  private long growthLimit() {
    return Math.min(plan.rowGroupSize(), limits.memory()) / (2L * Math.max(1, open.size()));
  }

  /** Of the partitions that have at least the average memory, the least recently used one. */
  private PartitionTuple largeAndUnused() {
    PartitionTuple found = null;
    for (Map.Entry<PartitionTuple, OpenPartition> entry : open.entrySet()) {
      if (found == null && entry.getValue().bytes() >= openBytes / open.size()) {
        found = entry.getKey();
      }
    }
    return found;
  }

  private void endEarly(PartitionTuple tuple) {
    OpenPartition partition = open.remove(tuple);
    boolean hasRows = partition.hasRows();
    openBytes -= partition.bytes();
    end(partition);
    if (hasRows) {
      shortRowGroups++;
      endedEarly.run();
    }
  }

  private void end(OpenPartition partition) {
    partition.finish();
    memory.release(partition.memory());
  }

  @Override
  public void finish() {
    if (staged.chunkRows() > 0) {
      route();
    }
    List<OpenPartition> remaining = new ArrayList<>(open.values());
    open.clear();
    openBytes = 0;
    remaining.forEach(this::end);
  }
}
