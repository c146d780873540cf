// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.storage.ReadRequest;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests which ranges form one request. */
class ReadBatchesTest {

  private static final int MAX_GAP = 4096;

  private final BufferAllocator allocator = BufferAllocator.create("batches", 64 << 20);
  private final OffHeapBuffer target = allocator.allocate(20 << 20);

  @AfterEach
  void release() {
    target.release();
    allocator.close();
  }

  /** Batches, as text, for ranges given as pairs of offset and length. */
  private List<String> batches(long... ranges) {
    List<ReadRequest> requests = new ArrayList<>();
    for (int i = 0; i < ranges.length; i += 2) {
      requests.add(new ReadRequest(ranges[i], ranges[i + 1], target, 0));
    }
    return ReadBatches.of(requests, MAX_GAP).stream()
        .map(
            batch ->
                batch.stream()
                    .map(r -> r.offset() + "+" + r.length() + "@" + r.targetOffset())
                    .reduce((a, b) -> a + " " + b)
                    .orElseThrow())
        .toList();
  }

  @Test
  void joinsNeighboursInAnyOrder() {
    assertThat(batches(0, 100, 100, 50, 4246, 10)).containsExactly("0+100@0 100+50@0 4246+10@0");
    assertThat(batches(4246, 10, 0, 100, 100, 50)).containsExactly("0+100@0 100+50@0 4246+10@0");
  }

  @Test
  void doesNotJoinDistantOrOverlappingRanges() {
    assertThat(batches(0, 100, 4197, 50)).containsExactly("0+100@0", "4197+50@0");
    assertThat(batches(0, 100, 99, 50)).containsExactly("0+100@0", "99+50@0");
  }

  @Test
  void dropsEmptyRanges() {
    assertThat(batches(7, 0)).isEmpty();
    assertThat(batches()).isEmpty();
    assertThat(batches(0, 10, 10, 0, 10, 5)).containsExactly("0+10@0 10+5@0");
  }

  @Test
  void splitsLongRanges() {
    int max = ReadBatches.MAX_BYTES;
    assertThat(batches(5, max)).containsExactly("5+" + max + "@0");
    assertThat(batches(5, 2L * max + 3, 2L * max + 8, 10))
        .containsExactly(
            "5+" + max + "@0",
            (5 + max) + "+" + max + "@" + max,
            (5 + 2L * max) + "+3@" + 2L * max + " " + (2L * max + 8) + "+10@0");
  }

  @Test
  void limitsTheLengthOfBatches() {
    long[] large = {0, 3 << 20, 3 << 20, 1 << 20, 4 << 20, 1};
    assertThat(batches(large)).containsExactly("0+3145728@0 3145728+1048576@0", "4194304+1@0");
    long[] many = new long[2 * 513];
    Arrays.setAll(many, i -> i % 2 == 0 ? i / 2 : 1);
    assertThat(batches(many)).hasSize(2).last().isEqualTo("512+1@0");
  }

  @Test
  void copiesTheList() {
    List<ReadRequest> requests = new ArrayList<>(List.of(new ReadRequest(0, 10, target, 0)));
    List<List<ReadRequest>> batches = ReadBatches.of(requests, MAX_GAP);
    requests.clear();
    assertThat(batches.get(0)).hasSize(1);
  }
}
