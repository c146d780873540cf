// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.internal.metadata.DataFileRef;
import io.albis.format.internal.metadata.RowGroups;
import java.util.Map;

/**
 * A data file that is durable, and not part of the table yet.
 *
 * @param ref how a manifest refers to it
 * @param rowGroups in its order
 * @param numbers of the row groups in the table
 * @param groups its column groups by id
 * @param bytes length of its extents
 */
@SuppressWarnings("ArrayRecordComponent")
record RewrittenFile(
    DataFileRef ref,
    RowGroups rowGroups,
    long[] numbers,
    Map<Integer, PlannedLayout.Group> groups,
    long bytes) {

  /** A file that was written as planned. */
  static RewrittenFile of(DataFileRef ref, PlannedLayout layout, PlannedFile planned) {
    return new RewrittenFile(
        ref, layout.rowGroups(), layout.numbers(), layout.groups(), planned.bytes());
  }
}
