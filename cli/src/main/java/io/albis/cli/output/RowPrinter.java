// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.output;

import java.util.List;

/** Prints rows. Values are those of {@link JsonObjects}. Not thread-safe. */
public interface RowPrinter {

  /**
   * Prints a row, or keeps it until more rows are there.
   *
   * @param values one for each column; null for null
   * @return whether to continue: false if the output cannot be written any more
   */
  boolean row(List<Object> values);

  /** Prints what was kept, and what comes after the rows. */
  void end();

  /**
   * A column of the rows.
   *
   * @param name as given by the table or query
   * @param isNumber whether its values are numbers, which tables align to the right
   */
  record Column(String name, boolean isNumber) {}
}
