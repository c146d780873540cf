// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

/** The row group of a batch. For the thread of its cursor. */
public interface RowGroupPosition {

  /** Its number in the table. */
  long number();

  /** Number in the table of its first row. */
  long tableRow();

  /** Path of the data file that stands for the row group; may read metadata at the first call. */
  String file();
}
