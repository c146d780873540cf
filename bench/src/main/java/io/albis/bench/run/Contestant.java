// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.result.ScanCase;
import io.albis.bench.scan.FormatReader;

/**
 * A way to read, by the name it has in results.
 *
 * @param name as in {@code parquet-columns}
 * @param description what it is, in a few words
 * @param files what it reads
 * @param kind what the comparison needs to know of it
 * @param reader does it
 */
public record Contestant(
    String name, String description, FileKind files, Kind kind, FormatReader reader) {

  /** Whether this can read a case. */
  boolean canRead(ScanCase of) {
    boolean isWhole = of.projectivity() >= 100 && of.selectivity() >= 100;
    return switch (kind) {
      case RAW -> isWhole;
      case FLAT -> isWhole && (of.dataSet().equals("store_sales") || of.dataSet().equals("ints"));
      case MAPPED -> of.storage().equals("warm");
      case FILTERED -> true;
    };
  }

  /** What a contestant can do. */
  public enum Kind {
    /** Reads bytes only: the ceiling of the others. */
    RAW,
    /** Takes all rows and columns of int32, int64 and float64. */
    FLAT,
    /** Keeps files mapped into memory, so that the kernel cannot drop them from its cache. */
    MAPPED,
    /** Can leave out rows. */
    FILTERED
  }
}
