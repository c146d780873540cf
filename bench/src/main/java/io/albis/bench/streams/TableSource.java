// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.streams;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The tables in one format, read in one way. Thread-safe. */
public interface TableSource extends AutoCloseable {

  /** Planned scans, until they are closed. */
  interface Plan extends AutoCloseable {

    /** A plan that is not needed. */
    Plan NONE = () -> {};

    @Override
    void close();
  }

  /**
   * Reads columns in row order. Rows outside of the range may be left out, but need not be.
   *
   * @param rows receives blocks of rows, which are valid until it returns
   */
  void scan(ScanSpec spec, Consumer<Columns> rows) throws IOException;

  /** Announces scans of a query that will start soon, each of which will happen once. */
  Plan plan(List<ScanSpec> scans);

  /** The bytes that the reader itself has requested from storage; -1 if it does not count them. */
  long bytesRead();

  /** Counters for people, by name; empty if there are none. */
  Map<String, Long> counters();

  @Override
  void close() throws IOException;
}
