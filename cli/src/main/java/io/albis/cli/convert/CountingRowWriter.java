// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.tools.output.Progress;
import io.albis.writer.row.RowWriter;

/** Reports rows as they are written, and delegates to another writer, which it does not own. */
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
    }
  }

  @Override
  public void close() {
    progress.add(untold);
    untold = 0;
  }
}
