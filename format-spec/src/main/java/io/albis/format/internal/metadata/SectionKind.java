// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

/** What a section contains (SPEC.md, section 4). Files may have sections of other kinds, too. */
public enum SectionKind {
  /** The extents of a column group: {@link ColumnGroupSection}. */
  EXTENTS(1),
  /** Statistics of the table or data file. */
  STATISTICS(2),
  /** Reserved: sketches of the distinct values of a column group. */
  SKETCHES(3),
  /** Reserved: Bloom filters of a column group. */
  BLOOM_FILTERS(4);

  private final int code;

  SectionKind(int code) {
    this.code = code;
  }

  /** The number in {@link Sections}. */
  public int code() {
    return code;
  }
}
