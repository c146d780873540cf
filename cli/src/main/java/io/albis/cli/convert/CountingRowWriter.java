// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.tools.output.Progress;
import io.albis.writer.row.RowWriter;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;

/**
 * Reports rows as they are written, and delegates to another writer, which it does not own. Stops
 * when the thread is interrupted, because another one has failed.
 */
final class CountingRowWriter extends ForwardingRowWriter {

  private static final int STEP = 4096;

  private final Progress progress;
  private int untold;

  CountingRowWriter(RowWriter rows, Progress progress) {
    super(rows);
    this.progress = progress;
  }

  @Override
  public void endRow() {
    super.endRow();
    if (++untold == STEP) {
      progress.add(untold);
      untold = 0;
      if (Thread.currentThread().isInterrupted()) {
        throw new UncheckedIOException(new ClosedByInterruptException());
      }
    }
  }

  @Override
  public void close() {
    progress.add(untold);
    untold = 0;
  }
}
