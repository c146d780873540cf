// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.table;

import io.albis.reader.source.SegmentSource;
import io.albis.storage.memory.BufferAllocator;

/**
 * The shared context of everything that reads an open table.
 *
 * @param files reads its metadata
 * @param rowGroups of the snapshot that is open
 * @param source of the segments of data files
 * @param allocator of the memory that all cursors of the table share
 * @param settings how to read
 * @param uses operations that read the table now
 */
public record ReadContext(
    TableFiles files,
    RowGroups rowGroups,
    SegmentSource source,
    BufferAllocator allocator,
    ReadSettings settings,
    TableUses uses) {

  /** Returns the same context with another source. */
  public ReadContext withSource(SegmentSource other) {
    return new ReadContext(files, rowGroups, other, allocator, settings, uses);
  }
}
