// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import java.util.function.Supplier;

/** Decides which row groups a scan reads, by where they are. */
@FunctionalInterface
public interface RowGroupFilter {

  /**
   * Returns whether to read a row group. Called again and again for the same row group, by planners
   * and cursors and by several threads, and must always give the same answer.
   *
   * @param number identifies the row group in all snapshots of the table
   * @param file the {@linkplain io.albis.reader.ColumnBatch#file data file} of the row group; may
   *     read metadata
   */
  boolean accepts(long number, Supplier<String> file);
}
