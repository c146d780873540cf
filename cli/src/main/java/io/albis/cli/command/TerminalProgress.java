// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.command;

import io.albis.convert.ProgressListener;
import io.albis.tools.output.Progress;

/** Shows the progress of conversions and exports on the terminal. */
public final class TerminalProgress implements ProgressListener {

  /** Of the task; null before one starts. */
  private Progress progress;

  @Override
  public ProgressListener start(String task, long rows) {
    progress = Progress.start(task, rows, "rows");
    return this;
  }

  @Override
  public void add(long completed) {
    progress.add(completed);
  }

  @Override
  public void close() {
    progress.close();
  }
}
