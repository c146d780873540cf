// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests scheduling and the number of threads. */
@Timeout(60)
class ReadPoolTest {

  private final List<String> served = Collections.synchronizedList(new ArrayList<>());

  /** Reads that complete one by one, when the test says so. */
  private final Semaphore device = new Semaphore(0);

  private final Semaphore started = new Semaphore(0);

  private ReadTask task(String name) {
    return () -> {
      started.release();
      device.acquireUninterruptibly();
      served.add(name);
    };
  }

  private List<ReadTask> tasks(String name, int count) {
    List<ReadTask> tasks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tasks.add(task(name));
    }
    return tasks;
  }

  @Test
  void filesTakeTurns() throws IOException {
    ReadPool pool = new ReadPool("turns", 1, 0);
    CompletableFuture<Void> greedy = pool.newQueue().submit(tasks("greedy", 6));
    started.acquireUninterruptibly();
    CompletableFuture<Void> modest = pool.newQueue().submit(tasks("modest", 2));
    CompletableFuture<Void> late = pool.newQueue().submit(tasks("late", 1));

    device.release(9);
    Reads.await(CompletableFuture.allOf(greedy, modest, late));
    assertThat(served)
        .containsExactly(
            "greedy", "greedy", "modest", "late", "greedy", "modest", "greedy", "greedy", "greedy");
  }

  @Test
  void limitsRequestsInFlightToItsDepth() throws IOException {
    ReadPool pool = new ReadPool("depth", 3, 0);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<CompletableFuture<Void>> reads = new ArrayList<>();
    CountDownLatch isFull = new CountDownLatch(3);
    for (int i = 0; i < 50; i++) {
      reads.add(
          pool.newQueue()
              .submit(
                  List.of(
                      () -> {
                        most.accumulateAndGet(running.incrementAndGet(), Math::max);
                        isFull.countDown();
                        await(isFull);
                        running.decrementAndGet();
                      })));
    }
    for (CompletableFuture<Void> read : reads) {
      Reads.await(read);
    }
    assertThat(most).hasValue(3);
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Test
  void threadsAreDaemonsAndEndWhenIdle() throws Exception {
    ReadPool pool = new ReadPool("idle", 4, 0);
    Thread thread = pool.newQueue().call(Thread::currentThread);

    assertThat(thread.isDaemon()).isTrue();
    assertThat(thread.getName()).startsWith("albis-read-idle-");
    thread.join();
    assertThat(pool.threads()).isZero();
    assertThat(pool.newQueue().<Integer>call(() -> 7)).isEqualTo(7);
  }

  @Test
  void storagesOfOneDeviceAndDepthShareThreads() {
    assertThat(ReadPool.shared("device", 5)).isSameAs(ReadPool.shared("device", 5));
    assertThat(ReadPool.shared("device", 5)).isNotSameAs(ReadPool.shared("other", 5));
    assertThat(ReadPool.shared("device", 5)).isNotSameAs(ReadPool.shared("device", 6));
    assertThatThrownBy(() -> ReadPool.shared("device", 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid depth: 0 (expected at least 1)");
  }

  @Test
  void readEndsWhenTheLastOfItsTasksHasEnded() throws IOException {
    ReadPool pool = new ReadPool("last", 2, 0);
    CompletableFuture<Void> read = pool.newQueue().submit(tasks("a", 2));
    started.acquireUninterruptibly(2);
    device.release();
    assertThat(read).isNotDone();
    device.release();
    Reads.await(read);
    assertThat(served).containsExactly("a", "a");
  }

  @Test
  void failureCancelsPendingTasksAndWaitsForRunningOnes() {
    ReadPool pool = new ReadPool("failure", 2, 0);
    IOException failure = new IOException("no such block");
    List<ReadTask> tasks = new ArrayList<>(tasks("runs", 1));
    CountDownLatch mayFail = new CountDownLatch(1);
    tasks.add(
        () -> {
          await(mayFail);
          throw failure;
        });
    tasks.addAll(tasks("never", 5));
    CompletableFuture<Void> read = pool.newQueue().submit(tasks);
    started.acquireUninterruptibly();
    mayFail.countDown();
    CompletableFuture<Void> other = pool.newQueue().submit(tasks("other", 1));
    started.acquireUninterruptibly();
    assertThat(read).isNotDone();

    device.release(2);
    assertThatThrownBy(() -> Reads.await(read)).isSameAs(failure);
    assertThat(other).succeedsWithin(java.time.Duration.ofSeconds(30));
    assertThat(served).containsExactlyInAnyOrder("runs", "other");
  }

  @Test
  void cancelledTasksLeaveTheQueue() throws IOException {
    ReadPool pool = new ReadPool("cancel", 1, 0);
    CompletableFuture<Void> running = pool.newQueue().submit(tasks("running", 3));
    started.acquireUninterruptibly();
    CompletableFuture<Void> waiting = pool.newQueue().submit(tasks("waiting", 3));
    CompletableFuture<Void> other = pool.newQueue().submit(tasks("other", 1));

    assertThat(waiting.cancel(true)).isTrue();
    assertThat(running.cancel(true)).isFalse();
    assertThat(running).isNotDone();
    device.release(2);
    Reads.await(other);
    assertThatThrownBy(() -> Reads.await(running)).isInstanceOf(CancellationException.class);
    assertThatThrownBy(() -> Reads.await(waiting)).isInstanceOf(CancellationException.class);
    assertThat(served).containsExactly("running", "other");
    assertThat(other.cancel(true)).isFalse();
  }

  @Test
  void errorsReachTheCallerAndLeaveTheThreadAlive() throws IOException {
    ReadPool pool = new ReadPool("error", 1, Long.MAX_VALUE);
    AssertionError error = new AssertionError("thrown by a task");
    ReadQueue queue = pool.newQueue();
    CompletableFuture<Void> read =
        queue.submit(
            List.of(
                () -> {
                  throw error;
                }));
    assertThatThrownBy(() -> Reads.await(read)).isSameAs(error);
    Thread one = queue.call(Thread::currentThread);
    assertThat(queue.<Thread>call(Thread::currentThread)).isSameAs(one);
    one.interrupt();
    assertThat(queue.<Integer>call(() -> 7)).isEqualTo(7);
  }
}
