// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

/** Which column groups share a data file. */
public enum Packing {

  /**
   * All column groups: a file holds whole row groups, in the column order of the table. Best for
   * reading, because neighbouring columns are read by one request.
   */
  ALL_GROUPS,

  /**
   * One: each file holds the extents of one column group, for as many row groups as its size
   * permits. For tables whose columns are often added or rewritten one by one. With more than 32
   * column groups, each file holds one row group only.
   */
  SINGLE_GROUP
}
