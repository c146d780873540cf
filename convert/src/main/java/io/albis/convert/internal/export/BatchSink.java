// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import io.albis.reader.ColumnBatch;
import java.io.Closeable;
import java.io.IOException;

/** An output file that receives batches. Not thread-safe. */
interface BatchSink extends Closeable {

  /**
   * Adds rows of a batch, whose rows are all selected.
   *
   * @param start the first row
   * @param count the number of rows
   * @throws io.albis.format.error.InvalidArgumentException if the format cannot represent a value
   */
  void write(ColumnBatch batch, int start, int count) throws IOException;

  /** Completes the file. Called once, after the last batch. */
  void finish() throws IOException;

  /** Releases all resources. Without {@link #finish}, the file is incomplete. */
  @Override
  void close() throws IOException;
}
