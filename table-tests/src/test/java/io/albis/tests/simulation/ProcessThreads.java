// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that run the processes of one history after the other. For one thread.
 *
 * <p>Virtual ones where they can wait in synchronized code (Java 24 and later): only one runs at a
 * time, and the system's threads take many times as long to hand over, most of all on a busy
 * machine.
 */
final class ProcessThreads implements AutoCloseable {

  private static final int VIRTUAL_VERSION = 24;

  private static final MethodHandle NEW_THREAD = newThread();

  private static MethodHandle newThread() {
    if (Runtime.version().feature() < VIRTUAL_VERSION) {
      return null;
    }
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      return MethodHandles.publicLookup()
          .findVirtual(
              Class.forName("java.lang.Thread$Builder"),
              "unstarted",
              MethodType.methodType(Thread.class, Runnable.class))
          .bindTo(builder);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /** Makes a thread that does not keep the virtual machine from ending. */
  static Thread newThread(Runnable task) {
    if (NEW_THREAD == null) {
      Thread thread = new Thread(task, "simulation");
      thread.setDaemon(true);
      return thread;
    }
    try {
      return (Thread) NEW_THREAD.invoke(task);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static final class Runner implements Runnable {
    private final Thread thread = newThread(this);
    private volatile Runnable task;
    private volatile boolean isClosed;

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
      Runner runner = new Runner();
      runners.add(runner);
      runner.thread.start();
    }
    Runner runner = runners.get(index);
    runner.task = task;
    LockSupport.unpark(runner.thread);
    return runner.thread;
  }

  @Override
  public void close() {
    for (Runner runner : runners) {
      runner.isClosed = true;
      LockSupport.unpark(runner.thread);
    }
  }
}
