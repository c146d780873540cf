// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.crail.nvmf.CheckingTier;
import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.WritableFile;
import io.albis.storage.internal.backend.Reads;
import io.albis.storage.internal.memory.MemoryRegion;
import io.albis.storage.internal.memory.MemoryRegions;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Memory that a device accesses stays registered, and within the limit on locked memory. */
final class DeviceMemoryTest {

  @Test
  void pinsWholeRegionsOnce() throws Exception {
    DeviceMemory memory = new DeviceMemory(LockedMemory.UNLIMITED);
    try (BufferAllocator allocator = BufferAllocator.create("device", 64 << 20)) {
      OffHeapBuffer first = allocator.allocate(1 << 20);
      MemoryRegion region = MemoryRegions.of(first);
      WrappedBuffer whole = memory.regionOf(first);
      assertThat(whole.address()).isEqualTo(region.address());
      assertThat(whole.capacity()).isEqualTo((int) region.length());
      assertThat(memory.regionOf(first)).isSameAs(whole);
      assertThat(memory.pinnedBytes()).isEqualTo(region.length());
      first.release();
    }
    assertThat(memory.pinnedBytes()).isPositive();
  }

  @Test
  void theLimitOnLockedMemoryBoundsWhatIsPinned() {
    long limit = StagingPool.bytes() + (1 << 20);
    DeviceMemory memory = new DeviceMemory(limit);
    try (BufferAllocator allocator = BufferAllocator.create("device", 64 << 20)) {
      OffHeapBuffer buffer = allocator.allocate(2 << 20);
      assertThatThrownBy(() -> memory.regionOf(buffer))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith(
              "Cannot register "
                  + MemoryRegions.of(buffer).length()
                  + " bytes of memory with the device")
          .hasMessageContaining("at most " + limit + " in all")
          .hasMessageContaining("ulimit -l");
      assertThat(memory.pinnedBytes()).isZero();
      buffer.release();
    }
  }

  @Test
  void readsTheLimitOfTheProcess() throws Exception {
    List<String> limits =
        List.of(
            "Limit                     Soft Limit           Hard Limit           Units     ",
            "Max locked memory         8388608              unlimited            bytes     ");
    assertThat(LockedMemory.limit(limits, List.of("CapEff:\t0000000000000000")))
        .isEqualTo(8_388_608);
    assertThat(LockedMemory.limit(limits, List.of("CapEff:\t0000000000004000")))
        .isEqualTo(LockedMemory.UNLIMITED);
    assertThat(
            LockedMemory.limit(
                List.of("Max locked memory         unlimited            unlimited   bytes"),
                List.of()))
        .isEqualTo(LockedMemory.UNLIMITED);
    assertThatThrownBy(() -> LockedMemory.limit(List.of(), List.of()))
        .isInstanceOf(IOException.class);
    assertThat(LockedMemory.limit()).isPositive();
  }

  /**
   * Writes and reads through {@link CheckingTier} in a process of its own, because a process has
   * one configuration of Crail, while other memory comes and goes.
   */
  static final class Workload {

    private static final int ROUNDS = 30;

    private Workload() {}

    public static void main(String[] arguments) throws IOException {
      Map<String, String> options = TestCrail.options("crail.slicesize", "65536");
      options.put("crail.storage.types", CheckingTier.class.getName());
      Random random = new Random(17);
      try (Storage storage = Storage.open(arguments[0], options)) {
        for (int round = 0; round < ROUNDS; round++) {
          byte[] content = new byte[1 + random.nextInt(3 << 20)];
          random.nextBytes(content);
          roundTrip(storage, "file-" + round, content, random);
          fillMemory(random);
        }
      }
      System.out.println(
          "findings: " + CheckingTier.findings() + " in " + CheckingTier.requests() + " requests");
    }

    private static void roundTrip(Storage storage, String path, byte[] content, Random random)
        throws IOException {
      try (BufferAllocator allocator = BufferAllocator.create("workload", 512L << 20)) {
        OffHeapBuffer source = allocator.allocate(content.length);
        source.nioBuffer(0, content.length).put(content);
        try (WritableFile file = storage.createFile(path)) {
          int cut = random.nextInt(content.length);
          file.write(source, 0, cut);
          file.write(source, cut, content.length - cut);
          file.finish();
        }
        source.release();
        try (ReadableFile file = storage.openFile(path)) {
          List<CompletableFuture<Void>> reads = new ArrayList<>();
          List<OffHeapBuffer> targets = new ArrayList<>();
          for (int i = 0; i < 8; i++) {
            OffHeapBuffer target = allocator.allocate(content.length + 4096L * i);
            targets.add(target);
            reads.add(
                file.readAsync(List.of(new ReadRequest(0, content.length, target, 512L * i))));
          }
          for (int i = 0; i < 8; i++) {
            Reads.await(reads.get(i));
            byte[] found = new byte[content.length];
            targets.get(i).nioBuffer(512L * i, content.length).get(found);
            if (!Arrays.equals(found, content)) {
              throw new IOException(path + " was read wrongly");
            }
            targets.get(i).release();
          }
        }
      }
    }

    /** Uses so much memory, in pieces, that idle memory is given back to the system. */
    private static void fillMemory(Random random) {
      try (BufferAllocator allocator = BufferAllocator.create("filler", 1L << 30)) {
        List<OffHeapBuffer> buffers = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
          OffHeapBuffer buffer = allocator.allocate(4096 + random.nextInt(20 << 20));
          buffer.putLong(0, i);
          buffers.add(buffer);
        }
        buffers.forEach(OffHeapBuffer::release);
      }
    }
  }

  @Test
  void requestsStayInRegisteredMemory() throws Exception {
    try (TestCrail cluster = TestCrail.start(1, 256 << 20)) {
      assertThat(ChildJvm.start(Workload.class, entry -> true, cluster.uri("/device")).output())
          .matches("findings: 0 in \\d{3,} requests");
    }
  }
}
