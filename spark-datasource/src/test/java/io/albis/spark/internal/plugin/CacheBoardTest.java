// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.reader.cache.ColumnUse;
import io.albis.spark.internal.ui.CacheEvent;
import io.albis.spark.internal.ui.ColumnTotal;
import io.albis.spark.internal.ui.ExecutorCache;
import io.albis.spark.internal.ui.QueryUse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.util.JsonProtocol;
import org.apache.spark.util.JsonProtocolOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the driver makes of the reports of executors: which events, and which are logged. */
class CacheBoardTest {

  private static final UUID TABLE = new UUID(1, 2);

  private final List<CacheEvent> events = new ArrayList<>();

  private final CacheBoard board = new CacheBoard(events::add);

  /** Later than what the thread of the board takes for now. */
  private long now = System.nanoTime() + CacheBoard.LOG_NANOS;

  @AfterEach
  void close() {
    board.close();
  }

  static ExecutorCache cache(String executor, long hits) {
    return new ExecutorCache(
        executor,
        false,
        90,
        80,
        70,
        1,
        2,
        3,
        4,
        5,
        hits,
        6,
        7,
        8,
        9,
        10,
        11,
        Map.of("LIMIT", 1L),
        Map.of("LIMIT", 2L),
        12,
        13);
  }

  private static ColumnUse use(int group, long hits) {
    return new ColumnUse(TABLE, "file:/t", group, "c" + group, hits, 1, 2, 3, 4, 5, 0, 6);
  }

  private static ColumnUse scans(int group, long planned) {
    return new ColumnUse(
        TABLE, "file:/t", group, "c" + group, 0, 0, 0, 0, planned, planned - 1, 1, 0);
  }

  private void report(String executor, long hits, Map<Long, List<ColumnUse>> queries) {
    board.received(new ProcessReport(cache(executor, hits), List.of(use(1, hits)), queries), now);
  }

  /** Returns the events of the next look at the board. */
  private List<CacheEvent> post(long nanos) {
    synchronized (board) {
      events.clear();
      now += nanos;
      board.post(now, false);
      return List.copyOf(events);
    }
  }

  @Test
  void addsUpExecutorsAndLogsOncePerMinute() {
    synchronized (board) {
      report("1", 10, Map.of());
      assertThat(post(1))
          .containsExactly(
              new CacheEvent(
                  true, List.of(cache("1", 10)), List.of(new ColumnTotal(use(1, 10))), List.of()));
      assertThat(post(1)).isEmpty();

      report("2", 5, Map.of());
      List<CacheEvent> live = post(1);
      assertThat(live).hasSize(1);
      assertThat(live.get(0).logEvent()).isFalse();
      assertThat(live.get(0).executors()).containsExactly(cache("2", 5));
      assertThat(live.get(0).columns().get(0).use().hits()).isEqualTo(15);
      assertThat(live.get(0).columns().get(0).use().misses()).isEqualTo(2);

      List<CacheEvent> later = post(CacheBoard.LOG_NANOS);
      assertThat(later).hasSize(1);
      assertThat(later.get(0).logEvent()).isTrue();
      assertThat(later.get(0).executors()).containsExactly(cache("2", 5));
    }
  }

  @Test
  void aRepeatedReportCountsOnce() {
    synchronized (board) {
      report("1", 10, Map.of(7L, List.of(scans(1, 4))));
      report("1", 10, Map.of(7L, List.of(scans(1, 4))));
      CacheEvent event = post(1).stream().filter(CacheEvent::logged).findFirst().orElseThrow();
      assertThat(event.columns().get(0).use().hits()).isEqualTo(10);
      board.ended(7, now);
      assertThat(post(CacheBoard.SETTLED_NANOS).get(0).queries().get(0).columns())
          .containsExactly(scans(1, 4));
    }
  }

  @Test
  void aQueryIsLoggedOnceWhenItsNumbersHaveSettled() {
    synchronized (board) {
      report("1", 1, Map.of(7L, List.of(scans(1, 4))));
      report("2", 1, Map.of(7L, List.of(scans(1, 5), scans(2, 6)), 8L, List.of()));
      assertThat(post(1).get(0))
          .satisfies(event -> assertThat(event.logged()).isFalse())
          .satisfies(event -> assertThat(event.queries()).hasSize(2));
      board.ended(7, now);
      assertThat(post(CacheBoard.SETTLED_NANOS - 1)).isEmpty();

      List<CacheEvent> last = post(1);
      ColumnUse sum = new ColumnUse(TABLE, "file:/t", 1, "c1", 0, 0, 0, 0, 9, 7, 2, 0);
      assertThat(last)
          .containsExactly(
              new CacheEvent(
                  true,
                  List.of(),
                  List.of(),
                  List.of(new QueryUse(7, true, List.of(sum, scans(2, 6))))));

      // One of the executors was slow.
      report("1", 1, Map.of(7L, List.of(scans(1, 5))));
      assertThat(post(1)).noneMatch(CacheEvent::logged);
      assertThat(post(CacheBoard.SETTLED_NANOS).get(0))
          .satisfies(event -> assertThat(event.logged()).isTrue())
          .satisfies(
              event ->
                  assertThat(event.queries().get(0).total(ColumnUse::plannedScans)).isEqualTo(16));

      assertThat(post(CacheBoard.FORGOTTEN_NANOS)).isEmpty();
      report("1", 1, Map.of(7L, List.of(scans(1, 400))));
      assertThat(post(CacheBoard.SETTLED_NANOS)).isEmpty();
    }
  }

  @Test
  void aLostExecutorKeepsWhatItHasDone() {
    synchronized (board) {
      report("1", 10, Map.of());
      report("2", 1, Map.of());
      post(1);
      board.lost("1");
      report("1", 1000, Map.of());
      report("2", 2, Map.of());
      CacheEvent event = post(1).get(0);
      assertThat(event.executors()).containsExactly(cache("1", 10).asLost(), cache("2", 2));
      assertThat(event.executors().get(0).lost()).isTrue();
      assertThat(event.executors().get(0).heldBytes()).isZero();
      assertThat(event.columns().get(0).use().hits()).isEqualTo(12);
    }
  }

  @Test
  void theEndOfTheApplicationLogsEverything() {
    synchronized (board) {
      post(0);
      report("1", 10, Map.of(7L, List.of(scans(1, 4))));
      post(1);
      report("1", 11, Map.of());
      events.clear();
      board.close();
      assertThat(events).hasSize(1);
      assertThat(events.get(0).logged()).isTrue();
      assertThat(events.get(0).executors()).containsExactly(cache("1", 11));
      assertThat(events.get(0).queries())
          .containsExactly(new QueryUse(7, true, List.of(scans(1, 4))));
    }
  }

  @Test
  void columnsAreBounded() {
    List<ColumnUse> many = IntStream.range(0, 2000).mapToObj(i -> use(i, 1)).toList();
    List<ColumnUse> scans = IntStream.range(0, 2000).mapToObj(i -> scans(i, 2)).toList();
    synchronized (board) {
      board.received(new ProcessReport(cache("1", 1), many, Map.of(7L, scans)), now);
      board.ended(7, now);
      CacheEvent event = post(CacheBoard.SETTLED_NANOS).get(0);
      assertThat(event.columns()).hasSize(1000);
      QueryUse query = event.queries().get(0);
      assertThat(query.columns()).hasSize(QueryUse.MAX_COLUMNS);
      assertThat(query.total(ColumnUse::plannedScans)).isEqualTo(4000);
    }
  }

  private static String json(CacheEvent event) {
    return JsonProtocol.sparkEventToJsonString(
        event, new JsonProtocolOptions(new SparkConf(false)));
  }

  /** The sizes in the guide. */
  @Test
  void eventsAreSmall() {
    CacheEvent nothing = new CacheEvent(true, List.of(), List.of(), List.of());
    long big = 100L << 30;
    Map<String, Long> reasons = new HashMap<>();
    for (int i = 0; i < 7; i++) {
      reasons.put("NOT_SELECTED" + i, big);
    }
    ExecutorCache cache =
        new ExecutorCache(
            "123", false, big, big, big, big, big, big, big, big, big, big, big, big, big, big, big,
            reasons, reasons, big, big);
    ColumnUse use =
        new ColumnUse(
            TABLE, "hdfs://host/a/b/c", 12, "column", big, big, big, big, big, big, big, big);
    ColumnUse scans =
        new ColumnUse(TABLE, "hdfs://host/a/b/c", 12, "column", 0, 0, 0, 0, big, big, big, 0);
    int none = json(nothing).length();
    assertThat(json(new CacheEvent(true, List.of(cache), List.of(), List.of())).length() - none)
        .isLessThan(1200);
    assertThat(
            json(new CacheEvent(true, List.of(), List.of(new ColumnTotal(use)), List.of())).length()
                - none)
        .isLessThan(400);
    QueryUse query = new QueryUse(12_345, true, List.of(scans));
    assertThat(json(new CacheEvent(true, List.of(), List.of(), List.of(query))).length() - none)
        .isLessThan(400);
  }

  /** Event logs have JSON, which also a later version of the jar reads. */
  @Test
  void eventsAreReadAsTheyWereWritten() {
    CacheEvent event =
        new CacheEvent(
            true,
            List.of(cache("1", 10)),
            List.of(new ColumnTotal(use(1, 10))),
            List.of(new QueryUse(7, true, List.of(scans(1, 4)))));
    String json = json(event);
    assertThat(JsonProtocol.sparkEventFromJson(json)).isEqualTo(event);

    String older =
        "{\"Event\":\""
            + CacheEvent.class.getName()
            + "\",\"other\":1,"
            + "\"executors\":[{\"executor\":\"1\",\"hits\":3}],\"queries\":[{\"execution\":7}]}";
    CacheEvent read = (CacheEvent) JsonProtocol.sparkEventFromJson(older);
    assertThat(read.executors().get(0).hits()).isEqualTo(3);
    assertThat(read.executors().get(0).evictions()).isEmpty();
    assertThat(read.queries()).containsExactly(new QueryUse(7, false, List.of()));
    assertThat(read.columns()).isEmpty();
  }
}
