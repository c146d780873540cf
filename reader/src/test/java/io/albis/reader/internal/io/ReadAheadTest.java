// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.reader.ReadOptions;
import io.albis.storage.FileIdentity;
import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How much is on the way, and what becomes of it. */
class ReadAheadTest {

  private static final int SIZE = 8192;
  private static final long MISSING = 13 * SIZE;

  private final BufferAllocator allocator = BufferAllocator.create("read ahead", 64 * SIZE);
  private final Device device = new Device();
  private final List<ReadAhead.Chunk> chunks = new ArrayList<>();

  /** Answers as many requests as it is told to. */
  private static final class Device implements ReadableFile {
    private final Semaphore answers = new Semaphore(0);
    private final Semaphore answered = new Semaphore(0);

    @Override
    public void read(List<ReadRequest> requests) throws IOException {
      answers.acquireUninterruptibly();
      for (ReadRequest request : requests) {
        if (request.offset() == MISSING) {
          throw new IOException("no such block");
        }
        request.target().putLong(request.targetOffset(), request.offset());
      }
    }

    @Override
    public CompletableFuture<Void> readAsync(List<ReadRequest> requests) {
      throw new UnsupportedOperationException();
    }

    void answer(int count) {
      answers.release(count);
      answered.acquireUninterruptibly(count);
    }

    @Override
    public String path() {
      return "device";
    }

    @Override
    public long length() {
      return Long.MAX_VALUE;
    }

    @Override
    public FileIdentity identity() {
      return new FileIdentity("device", length(), 0);
    }

    @Override
    public byte[] readBytes(long offset, int length) {
      return new byte[length];
    }

    @Override
    public void close() {}
  }

  private ReadAhead.Chunk start(ReadAhead ahead, long offset, ReadAhead.Check check) {
    return ahead.start(SIZE, buffer -> device.read(offset, buffer, 0, SIZE), check);
  }

  private int fill(ReadAhead ahead) {
    int started = 0;
    while (ahead.hasRoom()) {
      chunks.add(start(ahead, (long) started * SIZE, buffer -> device.answered.release()));
      started++;
    }
    return started;
  }

  private void takeAll(ReadAhead ahead) throws IOException {
    for (ReadAhead.Chunk chunk : chunks) {
      ahead.take(chunk).release();
    }
    chunks.clear();
  }

  @AfterEach
  void everythingIsGivenBack() {
    assertThat(allocator.allocatedBytes()).isZero();
    allocator.close();
  }

  @Test
  void asksForMoreWhereTheDeviceHasBeenIdleAndForLessWhereNot() throws IOException {
    ReadAhead ahead = ReadAhead.in(allocator, SIZE, 1);
    assertThat(fill(ahead)).isEqualTo(2);
    device.answer(2);
    await(chunks);
    ahead.arrive();
    takeAll(ahead);
    assertThat(fill(ahead)).isEqualTo(4);
    ahead.arrive();
    device.answer(4);
    takeAll(ahead);
    assertThat(fill(ahead)).isEqualTo(2);
    device.answer(2);
    takeAll(ahead);
  }

  @Test
  void asksForAsManyAsItIsTold() throws IOException {
    ReadAhead ahead = ReadAhead.in(allocator, SIZE, 1, 9);
    for (int round = 0; round < 2; round++) {
      assertThat(fill(ahead)).isEqualTo(9);
      device.answer(9);
      ahead.arrive();
      takeAll(ahead);
    }
    assertThatThrownBy(() -> ReadOptions.defaults().requestsAhead(17))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid number of requests ahead: 17 (expected 1 to 16)");
  }

  @Test
  void keepsBetweenItsBounds() throws IOException {
    ReadAhead ahead = ReadAhead.in(allocator, SIZE, 7);
    for (int round = 0; round < 5; round++) {
      int started = fill(ahead);
      assertThat(started).isLessThanOrEqualTo(7);
      device.answer(started);
      await(chunks);
      ahead.arrive();
      takeAll(ahead);
    }
    assertThat(fill(ahead)).isEqualTo(7);
    for (int i = 0; i < 5; i++) {
      ahead.arrive();
    }
    device.answer(7);
    takeAll(ahead);
    assertThat(fill(ahead)).isEqualTo(2);
    device.answer(2);
    takeAll(ahead);
  }

  @Test
  void handsOutWhatWasRead() throws IOException {
    ReadAhead ahead = ReadAhead.in(allocator, SIZE, 1);
    ReadAhead.Chunk chunk = start(ahead, 4711, buffer -> device.answered.release());
    device.answer(1);
    OffHeapBuffer read = ahead.take(chunk);
    assertThat(read.getLong(0)).isEqualTo(4711);
    read.release();
  }

  @Test
  void throwsWhatWentWrong() {
    ReadAhead ahead = ReadAhead.in(allocator, SIZE, 1);
    ReadAhead.Chunk failing = start(ahead, MISSING, buffer -> {});
    ReadAhead.Chunk refused =
        start(
            ahead,
            0,
            buffer -> {
              throw new IllegalStateException("not what was written");
            });
    device.answers.release(2);
    assertThatThrownBy(() -> ahead.take(failing))
        .isInstanceOf(IOException.class)
        .hasMessage("no such block");
    assertThatThrownBy(() -> ahead.take(refused))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("not what was written");
  }

  @Test
  void whatWasDroppedIsNotHandedOut() throws IOException {
    ReadAhead ahead = ReadAhead.in(allocator, SIZE, 1);
    fill(ahead);
    device.answers.release(2);
    assertThat(ahead.dropAll()).isTrue();
    assertThat(ahead.dropAll()).isFalse();
    assertThat(ahead.take(chunks.get(0))).isNull();
    assertThat(allocator.allocatedBytes()).isZero();
  }

  @Test
  void takesNoMoreThanHalfOfTheMemory() {
    OffHeapBuffer other = allocator.allocate(31 * SIZE);
    ReadAhead ahead = ReadAhead.in(allocator, SIZE, 1);
    ReadAhead.Chunk first = start(ahead, 0, buffer -> {});
    assertThat(first).isNotNull();
    assertThat(start(ahead, 0, buffer -> {})).isNull();
    device.answers.release(1);
    ahead.drop(first);
    other.release();
  }

  /** Answers are counted before they are done. */
  private static void await(List<ReadAhead.Chunk> chunks) {
    while (!chunks.stream().allMatch(ReadAhead.Chunk::isDone)) {
      Thread.onSpinWait();
    }
  }
}
