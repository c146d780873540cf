// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.scan;

import java.io.IOException;

/** An opened file, which is read once and closed. */
public interface OpenFormat extends AutoCloseable {

  /**
   * Sums every value of every requested column in one part of the file. The parts together are the
   * whole file; each is read by its own thread.
   *
   * @param part the index of the part, from 0
   * @param parts the number of parts; a unit of the format (row group, stripe, record batch)
   *     belongs to one of them
   * @param totals receives the sums of this part
   */
  void scan(int part, int parts, Totals totals) throws Exception;

  @Override
  void close() throws IOException;
}
