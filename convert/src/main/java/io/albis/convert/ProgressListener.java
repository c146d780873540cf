// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert;

/** Is told about the progress of conversions and exports, which do one task after the other. */
@FunctionalInterface
public interface ProgressListener extends AutoCloseable {

  /** Ignores progress. */
  ProgressListener NONE = (task, rows) -> ProgressListener.NONE;

  /**
   * Starts a task.
   *
   * @param task in a word, such as {@code Sorting}
   * @param rows the number of rows that it will complete
   * @return what is told about the task, which may be this
   */
  ProgressListener start(String task, long rows);

  /**
   * Reports rows of the task that have been completed since the last report; several threads may
   * report at the same time.
   */
  default void add(long completed) {}

  /** Ends the task, whether it has succeeded or not. */
  @Override
  default void close() {}
}
