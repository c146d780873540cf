// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.write;

import java.io.IOException;

/** An output that is being written. */
public interface OpenWriter extends AutoCloseable {

  /** The part of the output that one thread writes. */
  interface Part extends AutoCloseable {

    /** Writes rows. */
    void write(SalesChunk chunk) throws IOException;

    /** Completes this part; called by the thread that wrote it. */
    @Override
    void close() throws IOException;
  }

  /**
   * Opens a part.
   *
   * @param number the number of the part, from 0
   */
  Part part(int number) throws IOException;

  /** Completes the output after all parts are closed. The output is durable when this returns. */
  void finish() throws IOException;

  @Override
  void close() throws IOException;
}
