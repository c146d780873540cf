// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import java.util.Arrays;
import org.apache.spark.unsafe.Platform;

/**
 * Elements with bytes outside of their slots: those of all lists are written as a column of rows of
 * which each has one slot, where the slots of the arrays are.
 */
final class VariableElements extends ArrayElements {

  private final RowColumn column;

  /** The first element of those whose sizes are known. */
  private int firstSized;

  private int[] sizesOfElements = new int[0];
  private int[] elementStarts = new int[0];
  private int[] elementEnds = new int[0];

  /**
   * Creates an instance.
   *
   * @param column the first and only column of its rows
   */
  VariableElements(RowColumn column) {
    this.column = column;
  }

  @Override
  void batch(NodePlaces places, long base) {
    column.batch(places, base);
  }

  @Override
  void addSizes(long offsets, int count, int[] sizes) {
    firstSized = offset(offsets, 0);
    int elements = offset(offsets, count) - firstSized;
    sizesOfElements = RowBlock.withRoom(sizesOfElements, elements);
    Arrays.fill(sizesOfElements, 0, elements, 0);
    column.addSizes(firstSized, elements, sizesOfElements);
    int element = 0;
    for (int i = 0; i < count; i++) {
      int end = offset(offsets, i + 1) - firstSized;
      long bytes = headerBytes(end - element) + (long) (end - element) * Long.BYTES;
      for (; element < end; element++) {
        bytes += sizesOfElements[element];
      }
      sizes[i] = Math.toIntExact(sizes[i] + bytes);
    }
  }

  @Override
  void write(long offsets, int count, byte[] rows, int[] ends) {
    int first = offset(offsets, 0);
    int elements = offset(offsets, count) - first;
    elementStarts = RowBlock.withRoom(elementStarts, elements);
    elementEnds = RowBlock.withRoom(elementEnds, elements);
    int element = 0;
    for (int i = 0; i < count; i++) {
      int end = offset(offsets, i + 1) - first;
      int slot = writeHeader(end - element, rows, ends[i]);
      int place = slot + (end - element) * Long.BYTES;
      for (; element < end; element++, slot += Long.BYTES) {
        elementStarts[element] = slot - RowBlock.nullBytes(1);
        elementEnds[element] = place;
        place += sizesOfElements[first - firstSized + element];
      }
      ends[i] = place;
    }
    column.writeValues(first, elements, rows, elementStarts, elementEnds);
    finishSlots(offsets, count, rows);
  }

  /** Makes places relative to the arrays, and sets the bits of nulls. */
  private void finishSlots(long offsets, int count, byte[] rows) {
    int first = offset(offsets, 0);
    int element = 0;
    for (int i = 0; i < count; i++) {
      int end = offset(offsets, i + 1) - first;
      int firstOfArray = element;
      int toArray = headerBytes(end - element) - RowBlock.nullBytes(1);
      for (; element < end; element++, toArray += Long.BYTES) {
        long slot = elementStarts[element] + column.slot;
        if (column.hasNulls() && column.isNull(first + element)) {
          setNull(element - firstOfArray, rows, elementStarts[element] - toArray);
          Platform.putLong(rows, slot, 0);
        } else {
          Platform.putLong(rows, slot, Platform.getLong(rows, slot) + ((long) toArray << 32));
        }
      }
    }
  }
}
