// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Threads that run the processes of one history after the other. For one thread. */
final class ProcessThreads implements AutoCloseable {

  private static final class Runner extends Thread {
    private volatile Runnable task;
    private volatile boolean isClosed;

    Runner(int index) {
      super("simulated-process-" + index);
      setDaemon(true);
    }

    @Override
    public void run() {
      while (!isClosed) {
        Runnable next = task;
        if (next == null) {
          LockSupport.park(this);
        } else {
          task = null;
          next.run();
        }
      }
    }
  }

  private final List<Runner> runners = new ArrayList<>();

  /** Runs a task; the previous one of the same index must have told its end. */
  Thread start(int index, Runnable task) {
    while (runners.size() <= index) {
      Runner runner = new Runner(runners.size());
      runners.add(runner);
      runner.start();
    }
    Runner runner = runners.get(index);
    runner.task = task;
    LockSupport.unpark(runner);
    return runner;
  }

  @Override
  public void close() {
    for (Runner runner : runners) {
      runner.isClosed = true;
      LockSupport.unpark(runner);
    }
  }
}
