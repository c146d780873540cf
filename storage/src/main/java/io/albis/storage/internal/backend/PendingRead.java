// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.backend;

/** Tasks of a queue that were submitted together. */
final class PendingRead extends TaskGroup {

  private final ReadQueue queue;

  PendingRead(ReadQueue queue, int tasks) {
    super(tasks);
    this.queue = queue;
  }

  void run(ReadTask task) {
    Throwable thrown = null;
    try {
      task.run();
    } catch (Throwable e) {
      thrown = e;
    }
    ended(1, thrown);
  }

  @Override
  protected int withdraw() {
    return queue.withdraw(this);
  }
}
