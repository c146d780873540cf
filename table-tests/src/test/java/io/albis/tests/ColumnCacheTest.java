// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.reader.BatchCursor;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.ReadOptions;
import io.albis.reader.RowCursor;
import io.albis.reader.Split;
import io.albis.reader.Table;
import io.albis.reader.cache.CachePolicy;
import io.albis.reader.cache.CacheStatistics;
import io.albis.reader.cache.ColumnCache;
import io.albis.reader.cache.MemoryPressure;
import io.albis.reader.cache.PlannedScans;
import io.albis.reader.cache.RegisteredPlan;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the column cache with tables. */
class ColumnCacheTest {

  private static final int ROWS = PriceTable.ROWS;
  private static final long LIMIT = 16 << 20;

  @TempDir private static Path directory;
  private static String uri;

  @BeforeAll
  static void write() {
    uri = directory.resolve("t").toString();
    PriceTable.write(uri);
  }

  private static ColumnCache cache(CachePolicy policy) {
    return ColumnCache.builder()
        .limit(LIMIT)
        .policy(policy)
        .pressure(MemoryPressure.none())
        .build();
  }

  private static Table open(ColumnCache cache) {
    return Table.open(uri, ReadOptions.defaults().cache(cache));
  }

  /** The memory of segments, also of those that are only retained. */
  private static long segmentBytes(ColumnCache cache) {
    CacheStatistics statistics = cache.statistics();
    return statistics.heldBytes() - statistics.metadataBytes() - statistics.entryBytes();
  }

  /**
   * Checks that no segment is held, once the threads that have loaded them have released the last.
   */
  private static void assertNoSegmentIsHeld(ColumnCache cache) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (segmentBytes(cache) > 0 && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertThat(segmentBytes(cache)).isZero();
  }

  private static void read(BatchCursor batches) {
    try (batches) {
      while (batches.next()) {
        assertThat(batches.batch().rowCount()).isPositive();
      }
    }
  }

  /** Reads all rows and checks every value. */
  private static void readRows(Table table) {
    try (RowCursor rows = table.scan().rows()) {
      int i = 0;
      while (rows.next()) {
        assertThat(rows.row().getLong(0)).isEqualTo(i);
        assertThat(rows.row().getObject(1)).isEqualTo(i % 5 == 0 ? null : "name " + i);
        assertThat(rows.row().getDouble(2)).isEqualTo(i / 2.0);
        i++;
      }
      assertThat(i).isEqualTo(ROWS);
    }
  }

  @Test
  void aSecondScanReadsNothingAndCopiesNothing() {
    try (ColumnCache cache = cache(CachePolicy.lru());
        Table table = open(cache)) {
      readRows(table);
      DatasetScan scan = table.scan();
      try (BatchCursor batches = scan.batches()) {
        while (batches.next()) {
          // Not a byte in memory of the table: the vectors point into that of the cache.
          assertThat(table.memoryUsed()).isZero();
        }
      }
      assertThat(scan.metrics().bytesRead()).isZero();
      assertThat(scan.metrics().requests()).isZero();
      assertThat(scan.metrics().checksumNanos()).isZero();
      assertThat(scan.metrics().segmentsCached()).isEqualTo(scan.segments().size());
      readRows(table);
      CacheStatistics statistics = cache.statistics();
      assertThat(statistics.misses()).isEqualTo(scan.segments().size());
      assertThat(statistics.hits()).isEqualTo(2L * scan.segments().size());
      assertThat(statistics.columns())
          .extracting(column -> column.columns())
          .containsExactlyInAnyOrder("id", "name", "price");
      assertThat(statistics.cachedBytes())
          .isEqualTo(statistics.heldBytes() - statistics.metadataBytes() - statistics.entryBytes());
    }
  }

  @Test
  void whatIsReadOnceIsNotHeld() {
    try (ColumnCache cache = cache(CachePolicy.scanCount());
        Table table = open(cache)) {
      readRows(table);
      assertNoSegmentIsHeld(cache);
      readRows(table);
      assertThat(segmentBytes(cache)).isPositive();
      DatasetScan third = table.scan();
      read(third.batches());
      assertThat(third.metrics().bytesRead()).isZero();
    }
  }

  @Test
  void metadataIsReadAndParsedOnce() {
    try (ColumnCache cache = cache(CachePolicy.scanCount())) {
      long files;
      long bytes;
      try (Table first = open(cache)) {
        readRows(first);
        files = cache.statistics().metadataReads();
        bytes = first.metrics().bytesRead();
        assertThat(files).isPositive();
      }
      CacheStatistics kept = cache.statistics();
      // A scan that is not repeated leaves metadata alone.
      assertThat(kept.entries()).isZero();
      assertNoSegmentIsHeld(cache);
      assertThat(kept.metadataBytes()).isPositive();
      assertThat(kept.metadataFiles()).isEqualTo(files);
      try (Table second = open(cache);
          Table third = open(cache)) {
        long opened = second.metrics().bytesRead();
        DatasetScan scan = second.scan();
        assertThat(scan.segments()).isEqualTo(third.scan().segments());
        // Neither the list of segments nor the statistics of a filter read anything.
        assertThat(second.scan().filter(Predicate.lessThan("id", 5L)).splits(1 << 20)).hasSize(1);
        assertThat(second.metrics().bytesRead()).isEqualTo(opened);
        assertThat(opened).isLessThan(bytes);
        readRows(second);
      }
      CacheStatistics statistics = cache.statistics();
      assertThat(statistics.metadataReads()).isEqualTo(files);
      assertThat(statistics.metadataHits()).isGreaterThanOrEqualTo(2 * files);
      cache.clear();
      assertThat(cache.statistics().metadataBytes()).isZero();
    }
  }

  @Test
  void metadataHasABoundOfItsOwn() {
    for (long limit : new long[] {0, 2000, 1 << 20}) {
      try (ColumnCache cache =
              ColumnCache.builder()
                  .limit(LIMIT)
                  .metadataLimit(limit)
                  .policy(CachePolicy.lru())
                  .pressure(MemoryPressure.none())
                  .build();
          Table table = open(cache)) {
        readRows(table);
        assertThat(cache.statistics().metadataBytes()).isLessThanOrEqualTo(limit);
        assertThat(cache.reclaim(LIMIT)).isPositive();
        if (limit == 1 << 20) {
          // Metadata is not given back.
          assertThat(cache.statistics().metadataBytes()).isPositive();
        }
        cache.limit(100);
        // The counts of three columns.
        assertThat(cache.heldBytes()).isLessThanOrEqualTo(1300);
        readRows(table);
      }
    }
  }

  @Test
  void verificationReadsMetadataAgain() throws IOException {
    Path copy = copy("damaged");
    try (ColumnCache cache = cache(CachePolicy.lru())) {
      try (Table table = Table.open(copy.toString(), ReadOptions.defaults().cache(cache))) {
        readRows(table);
        assertThat(table.verify(bytes -> {}).problems()).isEmpty();
      }
      damageManifests(copy);
      try (Table table = Table.open(copy.toString(), ReadOptions.defaults().cache(cache))) {
        readRows(table);
        assertThat(table.verify(bytes -> {}).problems()).isNotEmpty();
      }
    }
  }

  /** Changes a byte of each manifest. */
  private static void damageManifests(Path table) throws IOException {
    try (var files = Files.list(table.resolve(TablePaths.MANIFEST_DIRECTORY))) {
      for (Path file : files.toList()) {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
      }
    }
  }

  private static Path copy(String name) throws IOException {
    Path copy = directory.resolve(name);
    try (var files = Files.walk(Path.of(uri))) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(Path.of(uri).relativize(file).toString()));
      }
    }
    return copy;
  }

  @Test
  void plannedScansKeepWhatTheyWillRead() throws Exception {
    try (ColumnCache cache = cache(CachePolicy.scanCount());
        Table table = open(cache)) {
      Predicate some = Predicate.lessThan("id", 5000L);
      DatasetScan scan = table.scan().select("price").filter(some);
      PlannedScans planned = JavaSerialization.copy(scan.planned("query 1", 2));
      assertThat(planned.columns()).containsExactlyInAnyOrder("price", "id");
      PlannedScans pruned = table.scan().select("price").pruneBy(some).planned("query 2", 1);
      assertThat(pruned.columns()).containsExactly("price");
      assertThat(pruned.filter()).isEqualTo(some);
      try (RegisteredPlan plan = cache.plan(planned)) {
        long segments = plan.remainingScans() / 2;
        assertThat(segments).isBetween(1L, (long) table.scan().segments().size() - 1);
        assertThat(segments).isGreaterThanOrEqualTo(scan.segments().size());
        read(scan.batches());
        assertThat(plan.remainingScans()).isEqualTo(segments);
        assertThat(cache.statistics().reservedBytes()).isPositive();
        DatasetScan second = scan.filter(some);
        read(second.batches());
        assertThat(second.metrics().bytesRead()).isZero();
        assertThat(plan.remainingScans()).isZero();
      }
      assertThat(cache.statistics().openPlans()).isZero();
      assertThat(cache.statistics().reservedBytes()).isZero();
    }
  }

  @Test
  void plansOfSplitsAndTablesThatAreOpenedLater() {
    try (ColumnCache cache = cache(CachePolicy.scanCount())) {
      PlannedScans planned;
      List<Split> splits;
      try (Table table = Table.open(uri, ReadOptions.defaults().withoutCache())) {
        splits = table.scan().splits(64 << 10);
        planned = table.scan().planned("q", splits.subList(1, 3), 3);
      }
      try (RegisteredPlan plan = cache.plan(planned)) {
        assertThat(plan.remainingScans()).isZero();
        try (Table table = open(cache)) {
          long segments =
              splits.subList(1, 3).stream()
                  .flatMap(split -> table.scan().segments(split).stream())
                  .distinct()
                  .count();
          assertThat(plan.remainingScans()).isEqualTo(3 * segments);
          read(table.scan().batches(splits.get(1)));
          assertThat(plan.remainingScans()).isLessThan(3 * segments);
          assertThat(segmentBytes(cache)).isPositive();
        }
      }
      assertNoSegmentIsHeld(cache);
    }
  }

  @Test
  void splitsThatShareSegmentsCountAScanOnce() {
    try (ColumnCache cache = cache(CachePolicy.scanCount());
        Table table = open(cache)) {
      DatasetScan scan = table.scan();
      long rows = table.rowCount();
      long segments = scan.segments().size();
      try (RegisteredPlan whole = cache.plan(scan.planned("q", 2))) {
        assertThat(whole.remainingScans()).isEqualTo(2 * segments);
        for (int pass = 1; pass <= 2; pass++) {
          // Borders that are in the middle of segments.
          for (long first = 0; first < rows; first += 777) {
            read(scan.batches(first, Math.min(777, rows - first)));
          }
          assertThat(whole.remainingScans()).isEqualTo((2 - pass) * segments);
        }
      }
      CacheStatistics statistics = cache.statistics();
      assertThat(statistics.finishedScans()).isEqualTo(2 * segments);
      assertThat(statistics.withdrawnScans()).isZero();
      // Each segment was loaded once: no part of a scan has ended it for the others.
      assertThat(statistics.misses()).isEqualTo(segments);
    }
  }

  @Test
  void prefetchLoadsWhatIsPlanned() {
    try (ColumnCache cache = cache(CachePolicy.scanCount());
        Table table = open(cache)) {
      DatasetScan scan = table.scan();
      try (RegisteredPlan plan = cache.plan(scan.planned("q", 1))) {
        plan.prefetch(LIMIT);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!isInMemory(cache, plan.remainingScans()) && System.nanoTime() < end) {
          Thread.onSpinWait();
        }
        read(scan.batches());
        assertThat(scan.metrics().bytesRead()).isZero();
        assertThat(plan.remainingScans()).isZero();
      }
      assertNoSegmentIsHeld(cache);
    }
  }

  /** Whether segments are loaded, and their load has ended its leases, too: it ends none later. */
  private static boolean isInMemory(ColumnCache cache, long segments) {
    CacheStatistics statistics = cache.statistics();
    return statistics.entries() == segments
        && statistics.loadingBytes() == 0
        && statistics.leasedBytes() == 0;
  }

  @Test
  void plansOfUnknownColumnsAreRefused() {
    try (ColumnCache cache = cache(CachePolicy.scanCount());
        Table table = open(cache)) {
      PlannedScans known = table.scan().planned("q", 1);
      PlannedScans unknown =
          new PlannedScans(
              "q", known.tableId(), known.snapshotId(), List.of("prise"), null, Map.of(), 1);
      assertThatThrownBy(() -> cache.plan(unknown))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("prise");
      assertThat(cache.statistics().openPlans()).isZero();
    }
  }

  @Test
  void theLazyPolicyHoldsItsSelection() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ColumnCache cache = cache(CachePolicy.lazy(Duration.ZERO));
        Table table = open(cache)) {
      readRows(table);
      for (int i = 0; i < 4; i++) {
        read(table.scan().select("price").batches());
      }
      assertNoSegmentIsHeld(cache);
      cache.limit(table.columnStatistics().size() * 100_000L);
      cache.select().get(30, TimeUnit.SECONDS);
      DatasetScan scan = table.scan().select("price");
      read(scan.batches());
      assertThat(scan.metrics().bytesRead()).isZero();
      cache.writeSelection(out);
    }
    assertThat(out.toString(StandardCharsets.UTF_8).lines()).hasSizeGreaterThan(1);
    try (ColumnCache cache = cache(CachePolicy.lazy(Duration.ZERO));
        Table table = open(cache)) {
      cache.readSelection(new ByteArrayInputStream(out.toByteArray())).get(30, TimeUnit.SECONDS);
      read(table.scan().select("price").batches());
      DatasetScan scan = table.scan().select("price");
      read(scan.batches());
      assertThat(scan.metrics().bytesRead()).isZero();
      String none = out.toString(StandardCharsets.UTF_8).lines().findFirst().orElseThrow() + "\n";
      cache
          .readSelection(new ByteArrayInputStream(none.getBytes(StandardCharsets.UTF_8)))
          .get(30, TimeUnit.SECONDS);
      assertNoSegmentIsHeld(cache);
    }
  }

  @Test
  void permissionsAreCheckedAgain() throws IOException {
    Path copy = copy("forbidden");
    try (ColumnCache cache =
            ColumnCache.builder()
                .limit(LIMIT)
                .policy(CachePolicy.lru())
                .pressure(MemoryPressure.none())
                .accessInterval(Duration.ZERO)
                .build();
        Table table = Table.open(copy.toString(), ReadOptions.defaults().cache(cache))) {
      readRows(table);
      read(table.scan().batches());
      Path data = copy.resolve("data");
      try {
        Files.move(data, copy.resolve("elsewhere"));
        assertThatThrownBy(() -> read(table.scan().batches()))
            .hasMessageContaining("the file that the snapshot references");
      } finally {
        Files.move(copy.resolve("elsewhere"), data);
      }
      readRows(table);
    }
  }

  @Test
  void verifiedAndUnverifiedSegmentsAreApart() {
    try (ColumnCache cache = cache(CachePolicy.lru());
        Table unverified = Table.open(uri, ReadOptions.defaults().cache(cache).withoutChecksums());
        Table verified = open(cache)) {
      read(unverified.scan().batches());
      DatasetScan scan = verified.scan();
      read(scan.batches());
      assertThat(scan.metrics().bytesCached()).isZero();
    }
  }

  @Test
  void givesBackWhatIsAskedFor() {
    try (ColumnCache cache = cache(CachePolicy.lru());
        Table table = open(cache)) {
      readRows(table);
      long held = segmentBytes(cache);
      long given = cache.reclaim(100_000);
      assertThat(given).isBetween(100_000L, 140_000L);
      assertThat(segmentBytes(cache)).isEqualTo(held - given);
      assertThat(cache.reclaim(LIMIT)).isEqualTo(held - given);
      assertNoSegmentIsHeld(cache);
      readRows(table);
    }
  }

  @Test
  void showsItselfInJmx() throws JMException {
    try (ColumnCache cache = ColumnCache.builder().name("of a test").limit(LIMIT).build();
        Table table = open(cache)) {
      readRows(table);
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      Set<ObjectName> names =
          server.queryNames(new ObjectName("io.albis:type=ColumnCache,name=\"of a test\",*"), null);
      assertThat(names).hasSize(1);
      ObjectName name = names.iterator().next();
      assertThat(server.getAttribute(name, "Policy")).isEqualTo("scan-count");
      assertThat(server.getAttribute(name, "LimitBytes")).isEqualTo(LIMIT);
      assertThat(server.getAttribute(name, "ColumnMisses").toString()).contains("price");
      assertThat(server.getAttribute(name, "Statistics").toString())
          .contains("evictions.NOT_ADMITTED", "evictedBytes.NOT_ADMITTED");
      assertThat(server.getAttribute(name, "ColumnEvictions").toString()).contains("price");
      assertThat(server.getAttribute(name, "ColumnPlannedScans").toString()).contains("price");
      assertThat(server.getAttribute(name, "ColumnFinishedScans").toString()).contains("price");
    }
  }

  @Test
  void cachesAreOffByDefault() {
    assertThat(ColumnCache.isSharedByDefault()).isFalse();
    assertThatThrownBy(() -> ColumnCache.builder().limit(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid limit of a cache: -1 (expected at least 0 bytes)");
  }
}
