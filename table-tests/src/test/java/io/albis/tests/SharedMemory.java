// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.storage.memory.MemoryBudget;
import java.util.HashMap;
import java.util.Map;

/**
 * Memory that tasks share by the rules of Spark's memory manager: a task gets at most its share of
 * what there is, and waits for others to release some while it has less than half of that. So tasks
 * do not wait for each other, unless they do so for something else.
 */
final class SharedMemory {

  private final long size;

  /** Bytes of the tasks that have some or wait for some. Guarded by this. */
  private final Map<Task, Long> held = new HashMap<>();

  SharedMemory(long size) {
    this.size = size;
  }

  /** A task whose requests are refused now and then, besides. */
  Task task(Faults faults) {
    return new Task(faults);
  }

  synchronized long heldBytes() {
    return size - free();
  }

  private long free() {
    return size - held.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Guarded by this. */
  private void release(Task task, long bytes) {
    held.computeIfPresent(task, (key, own) -> own == bytes ? null : (Long) (own - bytes));
    notifyAll();
  }

  /** The memory of a task: that of a scan, and that of what the task does with the rows. */
  final class Task implements MemoryBudget {
    private final Faults faults;

    /** What the task can release itself. Guarded by the shared memory. */
    private long ofOperators;

    private Task(Faults faults) {
      this.faults = faults;
    }

    @Override
    public boolean tryReserve(long bytes) {
      return reserve(bytes, true);
    }

    @Override
    public boolean tryReserveFree(long bytes) {
      return reserve(bytes, false);
    }

    private boolean reserve(long bytes, boolean mayWait) {
      PriceScanner.passPoint();
      if (faults.isRefused()) {
        return false;
      }
      synchronized (SharedMemory.this) {
        try {
          while (true) {
            long own = held.merge(this, 0L, Long::sum);
            long share = size / held.size();
            long granted = Math.min(bytes, Math.min(Math.max(0, share - own), free()));
            if (granted == bytes) {
              held.put(this, own + bytes);
              return true;
            }
            if (ofOperators > 0 && mayWait) {
              releaseOperators();
            } else if (!mayWait || own + granted >= share / 2) {
              return false;
            } else {
              SharedMemory.this.wait();
            }
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new Faults.InjectedException();
        } finally {
          held.remove(this, 0L);
          SharedMemory.this.notifyAll();
        }
      }
    }

    /** Takes all that is free, until the scan needs some. */
    void growOperators() {
      synchronized (SharedMemory.this) {
        long bytes = free();
        ofOperators += bytes;
        held.merge(this, bytes, Long::sum);
      }
    }

    void releaseOperators() {
      synchronized (SharedMemory.this) {
        long bytes = ofOperators;
        ofOperators = 0;
        SharedMemory.this.release(this, bytes);
      }
    }

    @Override
    public void release(long bytes) {
      PriceScanner.passPoint();
      synchronized (SharedMemory.this) {
        SharedMemory.this.release(this, bytes);
      }
    }
  }
}
