// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ColumnThreadsTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void runsTheTaskOnceForEachColumn(int count) {
    try (ColumnThreads threads = new ColumnThreads(count)) {
      for (int columns : new int[] {0, 1, 2, 50}) {
        AtomicIntegerArray runs = new AtomicIntegerArray(columns);
        threads.forEach(columns, runs::incrementAndGet);
        for (int i = 0; i < columns; i++) {
          assertThat(runs.get(i)).isEqualTo(1);
        }
      }
    }
  }

  @Test
  void throwsWhatAHelperHasThrown() {
    Thread caller = Thread.currentThread();
    assertThatThrownBy(
            () ->
                runOnTwoThreads(
                    column -> {
                      if (Thread.currentThread() != caller) {
                        throw new IllegalArgumentException("not in this thread");
                      }
                    }))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not in this thread");
  }

  @Test
  void waitsForHelpersAfterAFailure() {
    CountDownLatch failed = new CountDownLatch(1);
    Thread caller = Thread.currentThread();
    AtomicIntegerArray ended = new AtomicIntegerArray(2);
    assertThatThrownBy(
            () ->
                runOnTwoThreads(
                    column -> {
                      if (Thread.currentThread() == caller) {
                        failed.countDown();
                        throw new IllegalArgumentException("first");
                      }
                      await(failed);
                      ended.incrementAndGet(column);
                    }))
        .hasMessage("first");
    assertThat(ended.get(0) + ended.get(1)).isEqualTo(1);
  }

  /** Runs a task for two columns, each on a thread of its own. */
  private static void runOnTwoThreads(IntConsumer task) {
    CountDownLatch bothStarted = new CountDownLatch(2);
    try (ColumnThreads threads = new ColumnThreads(2)) {
      threads.forEach(
          2,
          column -> {
            await(bothStarted);
            task.accept(column);
          });
    }
  }

  private static void await(CountDownLatch latch) {
    latch.countDown();
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
