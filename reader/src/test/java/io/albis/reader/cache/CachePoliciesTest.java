// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.reader.internal.selection.ChunkId;
import io.albis.reader.internal.selection.ChunkSelection;
import io.albis.reader.internal.selection.ChunkUse;
import io.albis.reader.internal.selection.SelectingPolicy;
import io.albis.reader.source.SegmentKey;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests what the policies keep and in which order they evict. */
class CachePoliciesTest {

  private static final UUID TABLE = new UUID(3, 4);

  private record Segment(int plannedScans, long recentUses, long loadNanos, boolean isSelected)
      implements CachedSegment {

    @Override
    public SegmentKey key() {
      return new SegmentKey(TABLE, "f", 0, 4096, 0, 4096, 1, 0);
    }

    @Override
    public long heldBytes() {
      return 4096;
    }

    @Override
    public long lastUse() {
      return 0;
    }
  }

  private static Segment segment(int planned, long uses, long nanos) {
    return new Segment(planned, uses, nanos, false);
  }

  private static ChunkUse use(int number, long bytes, long requests) {
    return new ChunkUse(
        new ChunkId(TABLE, "f", number), 1, bytes, requests / 2, requests - requests / 2);
  }

  @Test
  void scanCountKeepsWhatIsPlannedOrRepeated() {
    CachePolicy policy = CachePolicy.scanCount();
    assertThat(policy.admits(segment(0, 1, 1))).isFalse();
    assertThat(policy.admits(segment(1, 1, 1))).isTrue();
    assertThat(policy.admits(segment(0, 2, 1))).isTrue();
    assertThat(policy.rank(segment(0, 9, 9))).isLessThan(policy.rank(segment(1, 1, 1)));
    assertThat(policy.rank(segment(1, 9, 9))).isLessThan(policy.rank(segment(2, 1, 1)));
    assertThat(policy.rank(segment(1, 2, 9))).isLessThan(policy.rank(segment(1, 3, 1)));
  }

  @Test
  void costPrefersWhatTakesLongToLoadAgain() {
    CachePolicy policy = CachePolicy.cost();
    assertThat(policy.rank(segment(2, 1, 1000))).isLessThan(policy.rank(segment(1, 1, 5000)));
    assertThat(policy.rank(segment(0, 2, 1000))).isLessThan(policy.rank(segment(0, 9, 1000)));
    assertThat(policy.mayReplace(2, 1)).isFalse();
  }

  @Test
  void lazySelectsTheMostEfficientChunks() {
    SelectingPolicy policy = (SelectingPolicy) CachePolicy.lazy(Duration.ZERO);
    List<ChunkUse> uses =
        List.of(use(1, 100, 50), use(2, 100, 60), use(3, 10, 30), use(4, 900, 90));
    ChunkSelection chosen = policy.select(uses, 250, ChunkSelection.NONE);
    assertThat(chosen.chunks())
        .containsExactlyInAnyOrder(use(1, 0, 0).id(), use(2, 0, 0).id(), use(3, 0, 0).id());
    // A workload that has hardly changed changes nothing.
    List<ChunkUse> similar =
        List.of(use(1, 100, 50), use(2, 100, 60), use(3, 10, 30), use(5, 90, 51));
    assertThat(policy.select(similar, 250, chosen)).isSameAs(chosen);
    List<ChunkUse> other =
        List.of(use(1, 100, 50), use(2, 100, 60), use(3, 10, 30), use(5, 90, 500));
    assertThat(policy.select(other, 250, chosen).chunks()).contains(use(5, 0, 0).id());
  }

  @Test
  void lazyDoesNotSelectWhatWasReadOnce() {
    SelectingPolicy policy = (SelectingPolicy) CachePolicy.lazy(Duration.ZERO);
    ChunkUse once = new ChunkUse(new ChunkId(TABLE, "f", 9), 3, 30, 0, 3);
    assertThat(policy.select(List.of(once), 250, ChunkSelection.NONE))
        .isSameAs(ChunkSelection.NONE);
    assertThat(policy.select(List.of(once, use(1, 100, 2)), 250, ChunkSelection.NONE).chunks())
        .containsExactly(use(1, 0, 0).id());
  }

  @Test
  void selectionsAreSavedAndLoaded() throws IOException {
    ChunkSelection selection =
        new ChunkSelection(
            Set.of(
                new ChunkId(TABLE, "data/a b.albis", 5), new ChunkId(TABLE, "data/c", 1L << 40)));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    selection.write(out);
    assertThat(ChunkSelection.read(new ByteArrayInputStream(out.toByteArray())))
        .isEqualTo(selection);
    assertThatThrownBy(() -> ChunkSelection.read(new ByteArrayInputStream(new byte[] {'x', '\n'})))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("its header is 'x'");
    byte[] broken = "albis-cache-selection 1\nnot a line\n".getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> ChunkSelection.read(new ByteArrayInputStream(broken)))
        .isInstanceOf(IOException.class)
        .hasMessage("Cannot read line 2 of a cache selection: not a line");
  }

  @Test
  void policiesHaveNames() {
    for (String name : List.of("scan-count", "lru", "cost", "lazy")) {
      assertThat(CachePolicy.byName(name).name()).isEqualTo(name);
    }
    assertThatThrownBy(() -> CachePolicy.byName("clock"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("clock");
  }
}
