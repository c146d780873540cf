// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.Table;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that scans a part of a {@link PriceTable} twice, and checks the rows. It can be
 * interrupted when it waits, or at some call of a budget or a storage.
 */
final class PriceScanner extends Thread {

  private static final int ROWS = PriceTable.ROWS;

  /** Calls among which the one is chosen at which a thread is interrupted. */
  private static final int POINTS = 80;

  private static final int MAX_PAUSE_NANOS = 300_000;

  private final RefusalTest.Opened opened;
  private final SplittableRandom random;
  private final long first;
  private final long count;
  private boolean isInterruptedAtWaits;
  private int pointsLeft = Integer.MAX_VALUE;
  private volatile long moves;
  private final Object endLock = new Object();

  /** Guarded by the lock. */
  private boolean hasEnded;

  private volatile boolean wasInterrupted;
  private volatile Throwable failure;

  PriceScanner(RefusalTest.Opened opened, SplittableRandom random, long first, long count) {
    super("scanner");
    setDaemon(true);
    this.opened = opened;
    this.random = random.split();
    this.first = first;
    this.count = count;
  }

  /** Scans a part, which begins at the same rows as many others. */
  static PriceScanner ofPart(RefusalTest.Opened opened, SplittableRandom random) {
    long first = random.nextInt(4) * (long) (ROWS / 8);
    long left = ROWS - first;
    return new PriceScanner(
        opened, random, first, random.nextBoolean() ? left : 1 + random.nextLong(left));
  }

  /** Interrupts the thread at some time. */
  void interruptOnce(SplittableRandom random) {
    if (random.nextBoolean()) {
      isInterruptedAtWaits = true;
    } else {
      pointsLeft = random.nextInt(POINTS);
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // Only the thread itself does this.
  private void move() {
    moves++;
  }

  /** Called where the current thread may be interrupted. */
  static void passPoint() {
    if (currentThread() instanceof PriceScanner scanner) {
      scanner.move();
      if (scanner.random.nextInt(4) == 0) {
        // So that others go on from here.
        LockSupport.parkNanos(scanner.random.nextInt(MAX_PAUSE_NANOS));
      }
      if (scanner.pointsLeft-- == 0) {
        scanner.interruptNow();
      }
    }
  }

  private void interruptNow() {
    synchronized (endLock) {
      if (!hasEnded) {
        wasInterrupted = true;
        interrupt();
      }
    }
  }

  /** Interrupts the thread if it waits and has been chosen. */
  void interruptWait() {
    if (isInterruptedAtWaits && isWaiting()) {
      isInterruptedAtWaits = false;
      interruptNow();
    }
  }

  boolean isWaiting() {
    return getState() == State.WAITING || getState() == State.BLOCKED;
  }

  /** A number that changes while the thread does something. */
  long moves() {
    return moves;
  }

  boolean wasInterrupted() {
    return wasInterrupted;
  }

  /** Null if all rows were right. */
  Throwable failure() {
    return failure;
  }

  @Override
  public void run() {
    try {
      for (int i = 0; i < 2; i++) {
        // Those that begin first may have more than their share later.
        LockSupport.parkNanos(10L * random.nextInt(MAX_PAUSE_NANOS));
        scan();
      }
    } catch (RuntimeException | Error e) {
      failure = e;
    }
    synchronized (endLock) {
      hasEnded = true;
      if (wasInterrupted && !isInterrupted()) {
        failure = new AssertionError("The interrupt of the thread is lost", failure);
      }
    }
  }

  private void scan() {
    long row = first;
    Table table = opened.table();
    SharedMemory.Task task = opened.newTask();
    try (BatchCursor batches = table.scan().memoryBudget(task).batches(first, count)) {
      while (batches.next()) {
        passPoint();
        row += check(batches.batch(), row);
        if (random.nextInt(4) == 0) {
          task.growOperators();
        }
      }
    } finally {
      task.releaseOperators();
    }
    assertThat(row).isEqualTo(first + count);
  }

  private int check(ColumnBatch batch, long from) {
    for (int i = 0; i < batch.rowCount(); i++) {
      long row = from + i;
      boolean isNamed = row % 5 != 0;
      if (batch.column(0).getLong(i) != row
          || batch.column(1).isNullAt(i) == isNamed
          || batch.column(2).getDouble(i) != PriceTable.price(row, opened.version())) {
        throw new AssertionError("Wrong values in row " + row);
      }
    }
    return batch.rowCount();
  }
}
