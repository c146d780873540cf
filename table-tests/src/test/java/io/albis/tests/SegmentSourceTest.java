// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.ClosedException;
import io.albis.reader.BatchCursor;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.ReadOptions;
import io.albis.reader.Split;
import io.albis.reader.Table;
import io.albis.reader.cache.PlannedScans;
import io.albis.reader.internal.replay.ForwardingSegmentSource;
import io.albis.reader.source.PendingSegments;
import io.albis.reader.source.SegmentKey;
import io.albis.reader.source.SegmentLease;
import io.albis.reader.source.SegmentReader;
import io.albis.reader.source.SegmentSource;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.MemoryBudget;
import io.albis.storage.memory.OffHeapBuffer;
import io.albis.storage.tck.TestRoot;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which segments scans request from a source, and that scans work with any source. */
class SegmentSourceTest {

  private static final int ROWS = PriceTable.ROWS;

  @TempDir private static Path directory;
  private static String uri;

  @BeforeAll
  static void write() {
    uri = TestRoot.uri(directory.resolve("t"));
    PriceTable.write(uri);
  }

  /** Records what is requested or skipped, and forwards it to another source. */
  private static final class Noting extends ForwardingSegmentSource {

    private final Set<SegmentKey> asked;

    Noting(SegmentSource source, Set<SegmentKey> asked) {
      super(source);
      this.asked = asked;
    }

    @Override
    protected SegmentSource forwardingTo(SegmentSource other) {
      return new Noting(other, asked);
    }

    @Override
    public SegmentLease tryAcquire(SegmentKey key) {
      asked.add(key);
      return super.tryAcquire(key);
    }

    @Override
    public PendingSegments acquire(List<SegmentKey> keys, SegmentReader reader) {
      asked.addAll(keys);
      return super.acquire(keys, reader);
    }

    @Override
    public void skipped(SegmentKey key, long rows) {
      asked.add(key);
      super.skipped(key, rows);
    }

    @Override
    public PendingSegments prefetch(List<SegmentKey> keys, SegmentReader reader) {
      asked.addAll(keys);
      return super.prefetch(keys, reader);
    }
  }

  @Test
  @Timeout(60)
  void cursorsReadAheadBeforeTheyAreMoved() {
    AtomicReference<MapSource> source = new AtomicReference<>();
    ReadOptions options =
        ReadOptions.defaults()
            .segmentSource(
                (reader, allocator) -> {
                  source.set(new MapSource());
                  return source.get();
                });
    try (Table table = Table.open(uri, options)) {
      BatchCursor cursor = table.scan().batches();
      cursor.prefetch();
      while (source.get().misses() == 0) {
        Thread.onSpinWait();
      }
      cursor.prefetch();
      assertThat(readAll(cursor)).isEqualTo(ROWS);
      assertThatThrownBy(cursor::prefetch).isInstanceOf(ClosedException.class);

      try (BatchCursor unread = table.scan().batches()) {
        unread.prefetch();
      }
      try (BatchCursor moved = table.scan().batches()) {
        assertThat(moved.next()).isTrue();
        moved.prefetch();
        assertThat(moved.batch().firstRow()).isZero();
      }
    }
  }

  private static long readAll(BatchCursor batches) {
    long rows = 0;
    try (batches) {
      while (batches.next()) {
        rows += batches.batch().rowCount();
      }
    }
    return rows;
  }

  @Test
  void listsTheSegmentsThatAScanReads() {
    Set<SegmentKey> asked = ConcurrentHashMap.newKeySet();
    ReadOptions options =
        ReadOptions.defaults()
            .segmentSource((reader, allocator) -> new Noting(new MapSource(), asked));
    try (Table table = Table.open(uri, options)) {
      for (DatasetScan scan :
          List.of(
              table.scan(),
              table.scan().select("price", "id"),
              table.scan().select(),
              table.scan().select("name").pruneBy(Predicate.lessThan("id", 300L)),
              table.scan().select("name").filter(Predicate.lessThan("id", 300L)),
              table.scan().filter(Predicate.lessThan("id", -1L)))) {
        asked.clear();
        List<SegmentKey> listed = scan.segments();
        assertThat(asked).isEmpty();
        readAll(scan.batches());
        assertThat(listed).doesNotHaveDuplicates();
        assertThat(asked).isEqualTo(new HashSet<>(listed));
      }
      List<SegmentKey> all = table.scan().segments();
      assertThat(all.stream().mapToLong(SegmentKey::length).sum())
          .isEqualTo(
              table.layout().rowGroups().stream()
                  .flatMap(rowGroup -> rowGroup.extents().stream())
                  .mapToLong(extent -> extent.segmentBytes())
                  .sum());
      assertThat(all).extracting(SegmentKey::tableId).containsOnly(all.get(0).tableId());
    }
  }

  @Test
  void listsTheSegmentsOfEachSplit() {
    Set<SegmentKey> asked = ConcurrentHashMap.newKeySet();
    ReadOptions options =
        ReadOptions.defaults()
            .segmentSource((reader, allocator) -> new Noting(new MapSource(), asked));
    try (Table table = Table.open(uri, options)) {
      DatasetScan scan = table.scan();
      List<SegmentKey> ofSplits = new ArrayList<>();
      long rows = 0;
      for (Split split : scan.splits(64 << 10)) {
        asked.clear();
        List<SegmentKey> listed = scan.segments(split);
        rows += readAll(scan.batches(split));
        assertThat(asked).isEqualTo(new HashSet<>(listed));
        ofSplits.addAll(listed);
      }
      assertThat(rows).isEqualTo(ROWS);
      assertThat(new HashSet<>(ofSplits)).isEqualTo(new HashSet<>(scan.segments()));
    }
  }

  @Test
  void cachedSegmentsAreNotReadAgain() {
    AtomicReference<MapSource> source = new AtomicReference<>();
    ReadOptions options =
        ReadOptions.defaults()
            .segmentSource(
                (reader, allocator) -> {
                  source.set(new MapSource());
                  return source.get();
                });
    try (Table table = Table.open(uri, options)) {
      int segments = table.scan().segments().size();
      assertThat(readAll(table.scan().batches())).isEqualTo(ROWS);
      assertThat(source.get().misses()).isEqualTo(segments);
      long read = table.metrics().bytesRead();
      int hits = source.get().hits();
      assertThat(readAll(table.scan().batches())).isEqualTo(ROWS);
      table.scan().forEachBatch(3, batch -> assertThat(batch.rowCount()).isPositive());
      assertThat(source.get().misses()).isEqualTo(segments);
      assertThat(source.get().hits()).isGreaterThanOrEqualTo(hits + 2 * segments);
      assertThat(table.metrics().bytesRead()).isEqualTo(read);
    }
  }

  @Test
  void retainedShortSegmentHoldsItsRequest() {
    int readSize = 128 << 10;
    try (Table table = Table.open(uri, ReadOptions.defaults().readSize(readSize))) {
      OffHeapBuffer kept;
      long address;
      try (BatchCursor batches = table.scan().select("id").batches()) {
        assertThat(batches.next()).isTrue();
        kept = batches.batch().column(0).memory().orElseThrow().retain();
        address = batches.batch().column(0).valuesAddress();
      }
      SegmentKey first = table.scan().select("id").segments().get(0);
      assertThat(kept.capacity()).isEqualTo(first.length());
      assertThat(kept.address()).isEqualTo(address);
      assertThat(kept.getLong(8)).isEqualTo(1);
      assertThat(table.memoryUsed()).isBetween((long) first.length(), (long) readSize);
      kept.release();
      assertThat(table.memoryUsed()).isZero();
    }
  }

  /** Refuses a segment once after it was requested, for lack of memory to load it again. */
  private static final class RefusingOnce extends ForwardingSegmentSource {
    private final Runnable refusal;
    private final AtomicInteger left;

    RefusingOnce(SegmentSource source, int refused, Runnable refusal) {
      super(source);
      this.left = new AtomicInteger(refused);
      this.refusal = refusal;
    }

    @Override
    protected SegmentSource forwardingTo(SegmentSource other) {
      return new RefusingOnce(other, left.get(), refusal);
    }

    @Override
    public PendingSegments prefetch(List<SegmentKey> keys, SegmentReader reader) {
      return null;
    }

    @Override
    public PendingSegments acquire(List<SegmentKey> keys, SegmentReader reader) {
      PendingSegments found = super.acquire(keys, reader);
      return new PendingSegments() {
        @Override
        public boolean isDone() {
          return found.isDone();
        }

        @Override
        public SegmentLease take(int index) {
          if (left.getAndDecrement() == 0) {
            refusal.run();
          }
          return found.take(index);
        }

        @Override
        public void close() {
          found.close();
        }
      };
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 7})
  void aSegmentThatIsRefusedWhenItIsTakenIsRequestedAgain(int refused) {
    try (BufferAllocator none = BufferAllocator.create("none", 0)) {
      ReadOptions options =
          ReadOptions.defaults()
              .segmentSource(
                  (reader, allocator) ->
                      new RefusingOnce(new MapSource(), refused, () -> none.allocate(1)));
      try (Table table = Table.open(uri, options)) {
        assertThat(readAll(table.scan().batches())).isEqualTo(ROWS);
      }
    }
  }

  /** A source that knows only the public interfaces can do what the column cache does. */
  @Test
  void aSourceKeepsPlannedSegmentsAndMetadata() {
    try (PlannedSource source = new PlannedSource()) {
      ReadOptions options = ReadOptions.defaults().segmentSource(source.source());
      try (Table table = Table.open(uri, options)) {
        DatasetScan scan = table.scan().select("price");
        source.plan(scan.planned("q", 1));
        assertThat(List.copyOf(source.plan().keySet())).isEqualTo(scan.segments());
        assertThat(readAll(scan.batches())).isEqualTo(ROWS);
        assertThat(scan.metrics().segmentsCached()).isZero();
      }
      int metadataReads = source.metadataReads();
      assertThat(metadataReads).isPositive();
      try (Table table = Table.open(uri, options)) {
        DatasetScan scan = table.scan().select("price");
        assertThat(readAll(scan.batches())).isEqualTo(ROWS);
        assertThat(scan.metrics().bytesRead()).isZero();
        assertThat(scan.metrics().segmentsCached()).isEqualTo(source.plan().size());
        assertThat(source.metadataReads()).isEqualTo(metadataReads);
      }
    }
  }

  @Test
  void aSourceThatFailsWhenTheTableIsOpenIsClosed() {
    AtomicLong closed = new AtomicLong();
    ReadOptions options =
        ReadOptions.defaults()
            .segmentSource(
                (reader, allocator) ->
                    new MapSource() {
                      @Override
                      public void opened(
                          long snapshotId, Function<PlannedScans, Map<SegmentKey, Long>> planned) {
                        throw new IllegalStateException("refused");
                      }

                      @Override
                      public void close() {
                        closed.incrementAndGet();
                        super.close();
                      }
                    });
    assertThatThrownBy(() -> Table.open(uri, options)).hasMessage("refused");
    assertThat(closed).hasValue(1);
  }

  @Test
  void aSourceReadsWhatItDoesNotKeepIntoTheMemoryOfTheScan() {
    AtomicLong reserved = new AtomicLong();
    AtomicLong most = new AtomicLong();
    MemoryBudget budget =
        new MemoryBudget() {
          @Override
          public boolean tryReserve(long bytes) {
            most.accumulateAndGet(reserved.addAndGet(bytes), Math::max);
            return true;
          }

          @Override
          public void release(long bytes) {
            reserved.addAndGet(-bytes);
          }
        };
    try (PlannedSource source = new PlannedSource()) {
      ReadOptions options = ReadOptions.defaults().segmentSource(source.source());
      try (Table table = Table.open(uri, options)) {
        DatasetScan scan = table.scan().select("price").memoryBudget(budget);
        source.plan(scan.planned("q", 1));
        readAll(scan.batches());
        assertThat(most).hasValue(0);
        readAll(table.scan().select("id").memoryBudget(budget).batches());
        assertThat(most.get()).isPositive();
      }
      assertThat(reserved).hasValue(0);
    }
  }
}
