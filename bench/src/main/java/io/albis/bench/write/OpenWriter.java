// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.write;

import java.io.IOException;

/** Something that is being written. */
public interface OpenWriter extends AutoCloseable {

  /** What one thread writes to. */
  interface Part extends AutoCloseable {

    /** Writes rows. */
    void write(SalesChunk chunk) throws IOException;

    /** Ends this part; on the thread that wrote it. */
    @Override
    void close() throws IOException;
  }

  /**
   * Opens a part.
   *
   * @param number from 0
   */
  Part part(int number) throws IOException;

  /** Called when all parts are closed; what was written is durable when it returns. */
  void finish() throws IOException;

  @Override
  void close() throws IOException;
}
