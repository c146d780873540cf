// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert;

/** Is told about the progress of conversions and exports. */
@FunctionalInterface
public interface ProgressListener {

  /** Ignores progress. */
  ProgressListener NONE =
      (name, rows) ->
          new Task() {
            @Override
            public void add(long completed) {}

            @Override
            public void close() {}
          };

  /** A task whose progress is reported; several threads may report at the same time. */
  interface Task extends AutoCloseable {

    /** Reports rows that have been completed since the last report. */
    void add(long completed);

    /** Ends the task, whether it has succeeded or not. */
    @Override
    void close();
  }

  /**
   * Starts a task.
   *
   * @param name in a word, such as {@code Sorting}
   * @param rows the number of rows that it will complete
   */
  Task start(String name, long rows);
}
