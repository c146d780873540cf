// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.util.IllegalReferenceCountException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** One thread releases a buffer while another thread uses it without a reference. */
@Timeout(60)
class OffHeapBufferRaceTest {
  private static final int ROUNDS = 2000;

  private final BufferAllocator allocator = BufferAllocator.create("race", 64 << 20);
  private final ExecutorService thread = Executors.newSingleThreadExecutor();

  @AfterEach
  void close() throws InterruptedException {
    thread.shutdown();
    assertThat(thread.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    allocator.close();
  }

  static Stream<Arguments> uses() {
    return Stream.of(
        Arguments.of("reads", (Consumer<OffHeapBuffer>) buffer -> buffer.getLong(4096)),
        Arguments.of(
            "copies", (Consumer<OffHeapBuffer>) buffer -> buffer.getBytes(0, new byte[64], 0, 64)),
        Arguments.of("takes its address", (Consumer<OffHeapBuffer>) OffHeapBuffer::address),
        Arguments.of(
            "takes its region",
            (Consumer<OffHeapBuffer>) io.albis.storage.internal.memory.MemoryRegions::of),
        Arguments.of("slices", (Consumer<OffHeapBuffer>) OffHeapBufferRaceTest::useSlice),
        Arguments.of("retains", (Consumer<OffHeapBuffer>) OffHeapBufferRaceTest::useRetained),
        Arguments.of("views", (Consumer<OffHeapBuffer>) OffHeapBufferRaceTest::useView));
  }

  private static void useSlice(OffHeapBuffer buffer) {
    OffHeapBuffer slice = buffer.slice(8, 16);
    try {
      slice.putLong(0, 1);
      assertThat(slice.getLong(0)).isEqualTo(1);
    } finally {
      slice.release();
    }
  }

  private static void useRetained(OffHeapBuffer buffer) {
    buffer.retain();
    try {
      buffer.putLong(0, 2);
      assertThat(buffer.getLong(0)).isEqualTo(2);
    } finally {
      buffer.release();
    }
  }

  private static void useView(OffHeapBuffer buffer) {
    ByteBuf view = buffer.asByteBuf();
    try {
      view.setLongLE(0, 3);
      assertThat(view.getLongLE(0)).isEqualTo(3);
    } finally {
      view.release();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("uses")
  void everyUseAfterReleaseThrows(String what, Consumer<OffHeapBuffer> use) throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    for (int i = 0; i < ROUNDS; i++) {
      OffHeapBuffer buffer = allocator.allocate(i % 2 == 0 ? 8192 : 1 << 20);
      Future<?> result = thread.submit(() -> useUntilReleased(buffer, use, start));
      start.await();
      buffer.release();
      result.get();
      assertThat(allocator.allocatedBytes()).as(what).isZero();
    }
  }

  private static Void useUntilReleased(
      OffHeapBuffer buffer, Consumer<OffHeapBuffer> use, CyclicBarrier start) throws Exception {
    start.await();
    try {
      while (true) {
        use.accept(buffer);
      }
    } catch (IllegalReferenceCountException e) {
      assertThat(buffer.refCnt()).isZero();
    }
    return null;
  }
}
