// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.format.error.AlbisIOException;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SourceTable;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * A reader whose segments contain their keys, and which fails, waits or completes requests as the
 * test says.
 */
final class FakeDevice extends SeparateReader {

  static final UUID TABLE = new UUID(1, 2);

  private final Object identity;
  private final List<List<SegmentKey>> requests = Collections.synchronizedList(new ArrayList<>());
  private final Queue<Pending> pending = new ArrayDeque<>();
  private final AtomicInteger accessChecks = new AtomicInteger();
  private volatile Predicate<SegmentKey> fails = key -> false;
  private volatile Runnable beforeRead = () -> {};
  private volatile boolean isForbidden;
  private volatile boolean isHeld;
  private volatile boolean isStarted;

  FakeDevice(Object identity) {
    this.identity = identity;
  }

  FakeDevice() {
    this("reader");
  }

  /** A request that the test has not completed. */
  private record Pending(
      List<SegmentKey> keys, List<OffHeapBuffer> targets, CompletableFuture<Void> answer) {}

  static SegmentKey key(String path, long offset, int length) {
    return new SegmentKey(TABLE, path, offset, length, 0, offset + length, 7, offset & ~0xFFFFFL);
  }

  /** The n-th of consecutive segments of 4 KiB. */
  static SegmentKey key(int n) {
    return key("f", n * 4096L, 4096);
  }

  static List<SegmentKey> keys(int... numbers) {
    List<SegmentKey> keys = new ArrayList<>();
    for (int n : numbers) {
      keys.add(key(n));
    }
    return keys;
  }

  static void fill(SegmentKey key, OffHeapBuffer target) {
    for (int i = 0; i + Long.BYTES <= key.length(); i += Long.BYTES) {
      target.putLong(i, value(key, i));
    }
  }

  static long value(SegmentKey key, int index) {
    return (key.hashCode() * 31L + key.offset()) * 0x9E3779B97F4A7C15L + index;
  }

  /** Whether a buffer has the bytes of a segment, at its ends and in the middle. */
  static boolean isRight(SegmentKey key, OffHeapBuffer bytes) {
    int last = (key.length() / Long.BYTES - 1) * Long.BYTES;
    int middle = last / 2 / Long.BYTES * Long.BYTES;
    return bytes.getLong(0) == value(key, 0)
        && bytes.getLong(middle) == value(key, middle)
        && bytes.getLong(last) == value(key, last);
  }

  /** The keys that were read, one list for each request. */
  List<List<SegmentKey>> requests() {
    return requests;
  }

  int accessChecks() {
    return accessChecks.get();
  }

  void failIf(Predicate<SegmentKey> condition) {
    fails = condition;
  }

  void beforeRead(Runnable action) {
    beforeRead = action;
  }

  void forbid() {
    isForbidden = true;
  }

  /** Lets asynchronous requests wait for {@link #completeAll}. */
  void hold() {
    isHeld = true;
  }

  /** Requests that are held cannot be withdrawn. */
  void start() {
    isStarted = true;
  }

  void completeAll() {
    List<Pending> all;
    synchronized (pending) {
      all = List.copyOf(pending);
      pending.clear();
    }
    all.forEach(this::complete);
  }

  private void complete(Pending request) {
    try {
      transfer(request.keys, request.targets);
      request.answer.complete(null);
    } catch (AlbisIOException e) {
      request.answer.completeExceptionally(e);
    }
  }

  private void transfer(List<SegmentKey> keys, List<OffHeapBuffer> targets) {
    for (int i = 0; i < keys.size(); i++) {
      if (fails.test(keys.get(i))) {
        throw new AlbisIOException("Failed to read " + keys.get(i));
      }
      fill(keys.get(i), targets.get(i));
    }
  }

  @Override
  public void read(List<SegmentKey> keys, List<OffHeapBuffer> targets) {
    requests.add(List.copyOf(keys));
    beforeRead.run();
    transfer(keys, targets);
  }

  @Override
  public CompletableFuture<Void> readAsync(List<SegmentKey> keys, List<OffHeapBuffer> targets) {
    requests.add(List.copyOf(keys));
    CompletableFuture<Void> answer = new Answer();
    Pending request = new Pending(keys, targets, answer);
    if (isHeld) {
      synchronized (pending) {
        pending.add(request);
      }
    } else {
      complete(request);
    }
    return answer;
  }

  private final class Answer extends CompletableFuture<Void> {
    @Override
    public boolean cancel(boolean mayInterrupt) {
      boolean isWithdrawn;
      synchronized (pending) {
        isWithdrawn = !isStarted && pending.removeIf(request -> request.answer == this);
      }
      return isWithdrawn && completeExceptionally(new CancellationException());
    }
  }

  @Override
  public SourceTable table() {
    return new SourceTable(TABLE, "table", identity, true, group -> "column " + group);
  }

  @Override
  public void checkAccess(String path) {
    accessChecks.incrementAndGet();
    if (isForbidden) {
      throw new AlbisIOException("Failed to read " + path + ": no permission");
    }
  }
}
