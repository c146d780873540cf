// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.flat;

import io.albis.format.internal.layout.FileLayout;
import io.albis.storage.internal.memory.Memory;
import io.albis.writer.internal.memory.GrowableBuffer;
import io.albis.writer.internal.plan.LeafPlan;
import io.albis.writer.internal.plan.WritePlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The values that are stored where a row gives none. They are put into the slots of a chunk before
 * its rows are written, with a flag of their own, so that a row that gives a value, or null,
 * replaces them: nothing is done per row. Strings and binaries lie at the start of their area, for
 * all rows.
 */
final class WriteDefaults {

  /**
   * Flag of a row that has the default. Its lowest bit is set, as in the flag of a row that was
   * given a value, so that {@link #settle} only needs to clear the other one.
   */
  static final byte FLAG = 3;

  private static final long LOWEST_BITS = 0x0101010101010101L;

  /**
   * A default.
   *
   * @param offset in the area of the leaf
   */
  @SuppressWarnings("ArrayRecordComponent")
  private record WriteDefault(int leaf, byte[] value, int offset) {}

  private final List<WriteDefault> all = new ArrayList<>();

  /** By leaf; null if it has none. */
  private final WriteDefault[] byLeaf;

  private WriteDefaults(int leaves) {
    byLeaf = new WriteDefault[leaves];
  }

  /** No leaf has a default. */
  static WriteDefaults none(WritePlan plan) {
    return new WriteDefaults(plan.leaves().size());
  }

  /**
   * Appends values of variable length to the areas, which must be empty.
   *
   * @param areas by leaf
   */
  static WriteDefaults of(WritePlan plan, GrowableBuffer[] areas) {
    WriteDefaults defaults = none(plan);
    defaults.addAll(plan, areas);
    return defaults;
  }

  private void addAll(WritePlan plan, GrowableBuffer[] areas) {
    for (int i = 0; i < byLeaf.length; i++) {
      LeafPlan leaf = plan.leaves().get(i);
      byte[] value = leaf.leaf().isPresence() ? null : plan.writeDefault(leaf.leaf().id());
      if (value != null) {
        byLeaf[i] = new WriteDefault(i, value, append(value, areas[i]));
        all.add(byLeaf[i]);
      }
    }
  }

  private static int append(byte[] value, GrowableBuffer area) {
    if (area == null) {
      return 0;
    }
    int offset = Math.toIntExact(area.position());
    Memory.copyFromArray(value, 0, area.reserve(value.length), value.length);
    area.advance(value.length);
    return offset;
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  boolean has(int leaf) {
    return byLeaf[leaf] != null;
  }

  /** Bytes at the start of an area that are values of these leaves. */
  long areaLength(int[] leaves) {
    return Arrays.stream(leaves)
        .filter(i -> byLeaf[i] != null)
        .mapToLong(i -> byLeaf[i].offset + byLeaf[i].value.length)
        .max()
        .orElse(0);
  }

  /**
   * Puts the default of a leaf into the slots of consecutive rows.
   *
   * @param isVariable whether a slot is a place in the area
   */
  void put(int leaf, long slot, long step, int count, boolean isVariable) {
    WriteDefault one = byLeaf[leaf];
    for (int row = 0; row < count; row++) {
      long target = slot + row * step;
      if (isVariable) {
        Memory.putInt(target, one.offset);
        Memory.putInt(target + Integer.BYTES, one.value.length);
      } else {
        Memory.copyFromArray(one.value, 0, target, one.value.length);
      }
    }
  }

  /**
   * Gives rows that have the default the flag of those that were given a value. Also those after
   * the last one, because flags are read 64 at a time.
   */
  void settle(FlatRows rows, int count) {
    long end = FileLayout.align(count, FileLayout.ROW_COUNT_MULTIPLE);
    for (WriteDefault one : all) {
      long flags = rows.chunkFlag(one.leaf);
      for (int row = 0; row < end; row += Long.BYTES) {
        Memory.putLong(flags + row, Memory.getLong(flags + row) & LOWEST_BITS);
      }
    }
  }

  /** The leaves that have a default. */
  int[] leaves() {
    return all.stream().mapToInt(WriteDefault::leaf).toArray();
  }
}
