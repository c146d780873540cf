// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.albis.reader.ReadOptions;
import io.albis.reader.Table;

/**
 * Opens tables for tests: with segments from storage, or, where the property {@value #PROPERTY} is
 * {@code map}, from a {@link MapSource}. So tests of the reader run with both.
 */
final class TestTables {

  /** Names the source of segments; it is not set where they come from storage. */
  static final String PROPERTY = "albis.tests.segments";

  private TestTables() {}

  /** Whether segments come directly from storage. */
  static boolean readDirectly() {
    return System.getProperty(PROPERTY) == null;
  }

  /** Skips a test of the bound on memory where segments lie in memory that is not the table's. */
  static void assumeMemoryIsTheTables() {
    assumeTrue(readDirectly(), "the source has memory of its own");
  }

  static Table open(String uri) {
    return open(uri, ReadOptions.defaults());
  }

  static Table open(String uri, ReadOptions options) {
    return Table.open(
        uri,
        readDirectly()
            ? options
            : options.segmentSource((reader, allocator) -> new MapSource(reader)));
  }
}
