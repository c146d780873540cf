// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** A file that rows are written to. Closing it completes it. For one thread. */
interface RowSink extends Closeable {

  /**
   * Adds a row.
   *
   * @param row as of {@code RowView.materialize()}
   */
  void write(List<Object> row) throws IOException;
}
