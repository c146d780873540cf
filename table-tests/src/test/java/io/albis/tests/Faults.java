// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Which calls of one kind fail: from one of them on, one, two or all. The seed determines them, so
 * they are the same again as far as the order of calls is. Thread-safe.
 */
final class Faults {

  /** Nothing fails. */
  static final Faults NONE = new Faults(0, 0, How.REFUSED);

  /** Calls among which the first one that fails is chosen. */
  private static final int CALLS = 60;

  private final int first;
  private final int count;
  private final How how;
  private final AtomicInteger calls = new AtomicInteger();

  /** How a call fails. */
  enum How {
    /** As its contract says. */
    REFUSED,
    THROWN,
    ERROR
  }

  private Faults(int first, int count, How how) {
    this.first = first;
    this.count = count;
    this.how = how;
  }

  static Faults random(SplittableRandom random) {
    int[] counts = {1, 1, 1, 2, 2, Integer.MAX_VALUE};
    int first = random.nextInt(random.nextBoolean() ? CALLS : CALLS / 10);
    How how = random.nextInt(3) > 0 ? How.REFUSED : How.values()[random.nextInt(3)];
    return new Faults(first, counts[random.nextInt(counts.length)], how);
  }

  /** One call fails as its contract says, after a number of others. */
  static Faults once(int calls) {
    return new Faults(calls, 1, How.REFUSED);
  }

  /** An exception that only these tests throw. */
  static final class InjectedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InjectedException() {
      super("injected");
    }
  }

  /** An error that only these tests throw. */
  static final class InjectedError extends Error {
    private static final long serialVersionUID = 1L;

    InjectedError() {
      super("injected");
    }
  }

  /** Counts a call, and fails if it shall; returns whether it is refused. */
  boolean isRefused() {
    int call = calls.getAndIncrement();
    if (call < first || call - first >= count) {
      return false;
    }
    switch (how) {
      case THROWN -> throw new InjectedException();
      case ERROR -> throw new InjectedError();
      default -> {
        return true;
      }
    }
  }

  /** Counts a read, and fails if it shall. */
  void beforeRead() throws IOException {
    if (isRefused()) {
      throw new IOException("injected");
    }
  }

  /** Counts a call that has no way to refuse, and throws if it shall. */
  void maybeThrow() {
    if (isRefused()) {
      throw new InjectedException();
    }
  }

  /** Whether at most one call was, or will be, refused, and none fails otherwise. */
  boolean isAtMostOneRefusal() {
    return count <= 1 && how == How.REFUSED;
  }

  /** Whether calls that fail throw no {@link InjectedError}. */
  boolean hasNoError() {
    return how != How.ERROR;
  }

  @Override
  public String toString() {
    return count + " from call " + first + " on, " + how;
  }
}
