// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.writer.TableWriter;

/**
 * Opens tables for tests: with segments from storage or, if the property {@value #PROPERTY} is
 * {@code cache}, from a column cache with little memory. Tests of the reader run with both.
 */
final class TestTables {

  /** The property that selects the source of segments; not set for storage. */
  static final String PROPERTY = "albis.tests.segments";

  /** Enough for the buffers of many columns, which take whole pages. */
  private static final int WRITER_MEMORY = 1 << 20;

  private TestTables() {}

  /** Whether segments come directly from storage. */
  static boolean readDirectly() {
    return System.getProperty(PROPERTY) == null;
  }

  /** Skips a test of the memory limit if segments are not in memory of the table. */
  static void assumeMemoryIsTheTables() {
    assumeTrue(readDirectly(), "the source has its own memory");
  }

  /**
   * Makes row groups smaller than the least size that can be set, through the share of a thread in
   * the memory. The writer may have only one row writer at a time.
   *
   * @param bytes at most 64 KiB
   */
  static TableWriter.Builder smallRowGroups(TableWriter.Builder builder, int bytes) {
    return builder.memoryLimit(WRITER_MEMORY).threads(WRITER_MEMORY / 2 / bytes);
  }

  static Table open(String uri) {
    return open(uri, ReadOptions.defaults());
  }

  static Table open(String uri, ReadOptions options) {
    return Table.open(uri, readDirectly() ? options : options.segmentSource(CacheOfTable::open));
  }
}
