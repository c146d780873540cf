// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.data;

import io.albis.format.schema.Schema;
import io.albis.writer.TableWriter;
import java.util.List;

/** Rows that are made anew, and the same, each time. Immutable. */
public interface DataSet {

  /** As on the command line, and in names of directories. */
  String name();

  /** What it is, in a sentence. */
  String description();

  /** The columns. */
  Schema schema();

  /** How many rows there are at a scale; 1 is a good size for this data. */
  long rows(double scale);

  /** Whether the first column is the number of the row, so that rows can be selected by it. */
  default boolean isSorted() {
    return false;
  }

  /** Bytes of a row group of Albis and of Parquet, and of a stripe of ORC. */
  default long rowGroupSize() {
    return 128L << 20;
  }

  /**
   * Writes the first rows to all tables, in order.
   *
   * @param rows how many
   * @param tables of this schema; not committed here
   */
  void write(long rows, List<TableWriter> tables) throws Exception;
}
