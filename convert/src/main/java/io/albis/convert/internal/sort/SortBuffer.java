// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.sort;

import io.albis.storage.internal.memory.Memory;
import io.albis.storage.internal.memory.UnsignedBytes;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import org.apache.hadoop.util.IndexedSortable;
import org.apache.hadoop.util.QuickSort;

/**
 * Rows with keys in off-heap memory of fixed size. Rows grow from its start; from its end grows an
 * index, of which an entry is the first bytes of a key and the place of the row. For one thread.
 */
final class SortBuffer implements IndexedSortable, SortedRows {

  private static final int ENTRY = 2 * Long.BYTES;

  /** Bytes before each row: lengths of key and row. */
  private static final int LENGTHS = 2 * Integer.BYTES;

  private final OffHeapBuffer buffer;
  private final long capacity;
  private long end;
  private int count;
  private int read;
  private boolean isReleased;

  /** Allocates the memory, in bytes. */
  SortBuffer(BufferAllocator allocator, long capacity) {
    this.buffer = allocator.allocate(capacity);
    // Entries at multiples of their size.
    this.capacity = capacity / ENTRY * ENTRY;
  }

  /**
   * Adds a row.
   *
   * @return false if it does not fit
   */
  boolean add(RowBytes key, RowBytes row) {
    long needed = (long) LENGTHS + key.length() + row.length() + ENTRY;
    if (end + needed > entry(count - 1) - buffer.address() || count == Integer.MAX_VALUE) {
      return false;
    }
    long place = buffer.address() + end;
    Memory.putInt(place, key.length());
    Memory.putInt(place + Integer.BYTES, row.length());
    Memory.copyFromArray(key.array(), 0, place + LENGTHS, key.length());
    Memory.copyFromArray(row.array(), 0, place + LENGTHS + key.length(), row.length());
    long entry = entry(count);
    Memory.putLong(entry, prefix(key));
    Memory.putLong(entry + Long.BYTES, end);
    end += needed - ENTRY;
    count++;
    return true;
  }

  private static long prefix(RowBytes key) {
    long prefix = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      prefix = prefix << 8 | (i < key.length() ? key.array()[i] & 0xff : 0);
    }
    return prefix;
  }

  /** Address of an entry; that of -1 is the end of the memory. */
  private long entry(int index) {
    return buffer.address() + capacity - (index + 1L) * ENTRY;
  }

  int count() {
    return count;
  }

  /** Sorts the rows; equal ones keep their order. They can be read then. */
  void sort() {
    if (count > 1) {
      new QuickSort().sort(this, 0, count);
    }
    read = 0;
  }

  /** Removes all rows. */
  void clear() {
    end = 0;
    count = 0;
    read = 0;
  }

  @Override
  public int compare(int i, int j) {
    long a = entry(i);
    long b = entry(j);
    int order = Long.compareUnsigned(Memory.getLong(a), Memory.getLong(b));
    return order != 0
        ? order
        : compareRest(Memory.getLong(a + Long.BYTES), Memory.getLong(b + Long.BYTES));
  }

  private int compareRest(long placeA, long placeB) {
    long a = buffer.address() + placeA;
    long b = buffer.address() + placeB;
    int order = UnsignedBytes.compare(a + LENGTHS, Memory.getInt(a), b + LENGTHS, Memory.getInt(b));
    // Rows lie in the order in which they were added.
    return order != 0 ? order : Long.compare(placeA, placeB);
  }

  @Override
  public void swap(int i, int j) {
    long a = entry(i);
    long b = entry(j);
    long prefix = Memory.getLong(a);
    long place = Memory.getLong(a + Long.BYTES);
    Memory.putLong(a, Memory.getLong(b));
    Memory.putLong(a + Long.BYTES, Memory.getLong(b + Long.BYTES));
    Memory.putLong(b, prefix);
    Memory.putLong(b + Long.BYTES, place);
  }

  @Override
  public boolean next(RowBytes key, RowBytes row) {
    if (read == count) {
      return false;
    }
    long place = buffer.address() + Memory.getLong(entry(read++) + Long.BYTES);
    int keyLength = Memory.getInt(place);
    int rowLength = Memory.getInt(place + Integer.BYTES);
    copy(place + LENGTHS, keyLength, key);
    copy(place + LENGTHS + keyLength, rowLength, row);
    return true;
  }

  private static void copy(long source, int length, RowBytes target) {
    target.clear();
    int at = target.extend(length);
    Memory.copyToArray(source, target.array(), at, length);
  }

  @Override
  public void release() {
    if (!isReleased) {
      isReleased = true;
      buffer.release();
    }
  }
}
