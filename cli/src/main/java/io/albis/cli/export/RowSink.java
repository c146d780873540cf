// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** An output file that receives rows and is complete when closed. Not thread-safe. */
interface RowSink extends Closeable {

  /**
   * Adds a row.
   *
   * @param row the values, in the form of {@code RowView.materialize()}
   */
  void write(List<Object> row) throws IOException;
}
