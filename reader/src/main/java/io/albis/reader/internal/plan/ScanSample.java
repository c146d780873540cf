// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

import java.util.function.BiPredicate;
import java.util.function.Supplier;

/**
 * Which row groups and rows a scan reads, whatever their values are.
 *
 * @param rowGroups which row groups; null for all
 * @param rows which rows of these; null for all
 * @param filter of row groups, by number and file; null for none
 */
public record ScanSample(
    SampleRange rowGroups, SampleRange rows, BiPredicate<Long, Supplier<String>> filter) {

  /** All row groups and rows. */
  public static final ScanSample ALL = new ScanSample(null, null, null);

  /** Reads a sample of the row groups. */
  public ScanSample ofRowGroups(SampleRange range) {
    return new ScanSample(range, rows, filter);
  }

  /** Reads a sample of the rows. */
  public ScanSample ofRows(SampleRange range) {
    return new ScanSample(rowGroups, range, filter);
  }

  /** Reads the row groups that a filter accepts. */
  public ScanSample ofRowGroups(BiPredicate<Long, Supplier<String>> other) {
    return new ScanSample(rowGroups, rows, other);
  }

  /** Whether a row group is read. */
  boolean has(long rowGroup, Supplier<String> file) {
    return (rowGroups == null || rowGroups.has(rowGroup))
        && (filter == null || filter.test(rowGroup, file));
  }
}
