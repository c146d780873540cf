// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

/**
 * Samples of what a scan reads.
 *
 * @param rowGroups which row groups; null for all
 * @param rows which rows of these; null for all
 */
public record ScanSample(SampleRange rowGroups, SampleRange rows) {

  /** All row groups and rows. */
  public static final ScanSample ALL = new ScanSample(null, null);

  /** Reads a sample of the row groups. */
  public ScanSample ofRowGroups(SampleRange range) {
    return new ScanSample(range, rows);
  }

  /** Reads a sample of the rows. */
  public ScanSample ofRows(SampleRange range) {
    return new ScanSample(rowGroups, range);
  }
}
