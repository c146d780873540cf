// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.storage.internal.memory.NativeMemory;
import java.util.BitSet;

/**
 * A batch that a task reads, or will read: its memory stays until this is closed. Of a batch in a
 * mapped file, the columns that are read come into memory, each with few calls of the system. For
 * the thread of the task.
 */
final class BatchLease implements AutoCloseable {

  private final AlbisCachedBatch batch;
  private final Region region;
  private final BitSet columns;
  private final PageCacheAdmission admission;

  /** The columns that had to be read from the device. */
  private final BitSet missed = new BitSet();

  /**
   * Takes a reference of a batch.
   *
   * @param columns positions of the columns that are read
   * @param admission decides what stays in memory afterwards
   */
  BatchLease(AlbisCachedBatch batch, BitSet columns, PageCacheAdmission admission) {
    this.batch = batch;
    this.region = batch.region();
    this.columns = columns;
    this.admission = admission;
    region.retain();
  }

  AlbisCachedBatch batch() {
    return batch;
  }

  /** Starts to bring the columns into memory, without waiting for them. */
  void readAhead() {
    if (!(region instanceof MappedFile.Mapped mapped)) {
      return;
    }
    long[] bytes = new long[2];
    forEachRange(
        columns,
        false,
        (address, length, column) -> {
          // A column was read, or evicted, as a whole.
          if (!NativeMemory.isInMemory(address + length / 2)) {
            missed.set(column);
            bytes[0] += length;
            bytes[1] += mapped.isEvicted(column) ? 0 : length;
          }
        });
    if (!missed.isEmpty()) {
      admission.noteRead(bytes[0], bytes[1], MappedFile.allBytes());
      forEachRange(
          columns, true, (address, length, column) -> NativeMemory.willNeed(address, length));
    }
  }

  /** Brings the columns into memory. */
  void load() {
    if (region instanceof MappedFile.Mapped) {
      forEachRange(
          columns, true, (address, length, column) -> NativeMemory.populate(address, length));
    }
  }

  /**
   * Gives up the reference. The system takes back pages sooner, and with less work, to which no
   * process has access; and pages with access count as memory of the process where control groups
   * do not count.
   */
  @Override
  public void close() {
    if (region instanceof MappedFile.Mapped mapped) {
      if (!missed.isEmpty()) {
        boolean isEvicted = !admission.keeps();
        mapped.setEvicted(missed, isEvicted);
        if (isEvicted) {
          forEachRange(
              missed, true, (address, length, column) -> NativeMemory.evict(address, length));
        }
      }
      NativeMemory.unpopulate(region.address(), region.length());
    }
    region.release();
  }

  private interface Range {
    void accept(long address, long length, int firstColumn);
  }

  /**
   * Calls a function with the bytes of columns.
   *
   * @param areMerged whether adjacent columns are one range
   */
  private void forEachRange(BitSet selected, boolean areMerged, Range function) {
    long address = region.address();
    int column = 0;
    for (int first = selected.nextSetBit(0); first >= 0; first = selected.nextSetBit(column)) {
      for (; column < first; column++) {
        address += batch.columnBytes(column);
      }
      int end = areMerged ? selected.nextClearBit(first) : first + 1;
      long length = 0;
      for (; column < end; column++) {
        length += batch.columnBytes(column);
      }
      if (length > 0) {
        function.accept(address, length, first);
      }
      address += length;
    }
  }
}
