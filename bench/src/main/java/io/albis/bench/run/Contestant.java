// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.result.ScanCase;
import io.albis.bench.scan.FormatReader;

/**
 * A named reader of the comparison.
 *
 * @param name the name in results, such as {@code parquet-columns}
 * @param files the kind of files it reads
 * @param kind its capabilities
 * @param reader the implementation
 */
public record Contestant(String name, DataSetFormat files, Kind kind, FormatReader reader) {

  /** Returns whether this can read a case. */
  boolean canRead(ScanCase of) {
    return switch (kind) {
      case RAW -> of.readsAll();
      case MAPPED, CACHED -> of.storage().equals("warm");
      case FILTERED -> true;
    };
  }

  /** The capabilities of a contestant. */
  public enum Kind {
    /** Reads bytes only: the ceiling for all others. */
    RAW,
    /** Maps files into memory, so that the kernel cannot drop them from the page cache. */
    MAPPED,
    /** Keeps what it has read in memory of its own. */
    CACHED,
    /** Can select rows. */
    FILTERED
  }
}
