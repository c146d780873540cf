// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.plan;

import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Type;
import io.albis.storage.memory.BufferAllocator;
import java.util.List;

/**
 * The sizes that a row writer aims at.
 *
 * @param segmentSize of segments, in bytes
 * @param rowGroupSize of row groups, in bytes
 * @param memory of the row writer, in bytes
 */
public record WriteSizes(long segmentSize, long rowGroupSize, long memory) {

  /** Row groups are small if the memory is enough for this many. */
  private static final int SMALL = 6;

  /** Buffers of values in one place of the schema: values or offsets, data, null flags. */
  private static final int BUFFERS = 3;

  /**
   * The most memory of segments under construction, in bytes.
   *
   * <p>Small row groups are built as a whole, so that no segment ends before its row group does:
   * that takes as much again when they are sealed, and the row group before may wait to be written.
   * Each buffer takes whole pages. Others have segments that are handed over one by one.
   */
  long growthLimit(List<Leaf> leaves) {
    long buffers = leaves.stream().mapToLong(leaf -> BUFFERS * places(leaf.type())).sum();
    long size = rowGroupSize + rowGroupSize / 4;
    boolean isSmall = size + buffers * BufferAllocator.heldBytes(1) <= memory / SMALL;
    return isSmall ? size : rowGroupSize / 2;
  }

  private static long places(Type type) {
    return 1 + type.children().stream().map(Field::type).mapToLong(WriteSizes::places).sum();
  }
}
