// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.command;

import io.albis.convert.ProgressListener;
import io.albis.tools.output.Progress;

/** Shows the progress of conversions and exports on the terminal. */
public final class TerminalProgress implements ProgressListener {

  @Override
  public Task start(String name, long rows) {
    Progress progress = Progress.start(name, rows, "rows");
    return new Task() {
      @Override
      public void add(long completed) {
        progress.add(completed);
      }

      @Override
      public void close() {
        progress.close();
      }
    };
  }
}
