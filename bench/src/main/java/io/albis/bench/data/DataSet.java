// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.data;

import io.albis.format.schema.Schema;
import io.albis.writer.TableWriter;
import java.util.List;

/** A reproducible set of generated rows. Immutable. */
public interface DataSet {

  /** Returns the name, as used on the command line and in directory names. */
  String name();

  /** Returns the columns. */
  Schema schema();

  /** Returns the number of rows at a scale; 1 is a good size for this data. */
  long rows(double scale);

  /** Returns whether the first column is the row number, so that rows can be selected by it. */
  default boolean isSorted() {
    return false;
  }

  /** Returns the size of Albis and Parquet row groups and ORC stripes, in bytes. */
  default long rowGroupSize() {
    return 128L << 20;
  }

  /**
   * Writes the first rows to all tables, in order.
   *
   * @param rows the number of rows
   * @param tables tables of this schema, which the caller commits
   */
  void write(long rows, List<TableWriter> tables) throws Exception;
}
