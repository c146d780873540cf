// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.albis.reader.cache.ColumnCache;
import io.albis.spark.TestTables;
import io.albis.spark.internal.ui.CacheEvent;
import io.albis.spark.plugin.PluginSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.SparkConf;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.resource.ResourceInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports of a cache to a driver that fails. */
class CacheReporterTest {

  @TempDir Path directory;

  /** A channel whose first messages fail. */
  private record FailingContext(CacheBoard board, AtomicInteger failures) implements PluginContext {

    @Override
    public Object ask(Object message) throws IOException {
      switch (failures.getAndDecrement()) {
        case 3 -> throw new IOException("as planned");
        case 2 -> throw new IllegalStateException("as planned");
        case 1 -> throw new NoClassDefFoundError("as planned");
        default -> send(message);
      }
      return null;
    }

    @Override
    public void send(Object message) {
      board.received(Messages.read((byte[]) message, ProcessReport.class), System.nanoTime());
    }

    @Override
    public String executorID() {
      return "7";
    }

    @Override
    public MetricRegistry metricRegistry() {
      return new MetricRegistry();
    }

    @Override
    public SparkConf conf() {
      return new SparkConf(false);
    }

    @Override
    public String hostname() {
      return "host";
    }

    @Override
    public Map<String, ResourceInformation> resources() {
      return Map.of();
    }
  }

  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream().map(Thread::getName).toList();
  }

  /** The session has no user interface, and so no reports of its own. */
  @Test
  void whatFailsIsReportedLater() throws Exception {
    TestTables.append(directory.resolve("t"), 0, 5_000);
    List<CacheEvent> events = new CopyOnWriteArrayList<>();
    AtomicInteger failures = new AtomicInteger(3);
    long[] requests = new long[1];
    try (PluginSession session =
            new PluginSession(
                Map.of(
                    "spark.datasource.albis.cache-size", "64m",
                    "spark.memory.offHeap.enabled", "true",
                    "spark.memory.offHeap.size", "256m"));
        CacheBoard board = new CacheBoard(events::add)) {
      assertThat(threads()).doesNotContain("albis-cache-state");
      ColumnCache cache = ColumnCache.shared();
      PluginContext context = new FailingContext(board, failures);
      try (CacheReporter reporter = new CacheReporter(context, cache, CacheBooks.none(cache))) {
        String sum = "sum(price)";
        String uri = directory.resolve("t").toString();
        assertThat(session.spark().read().format("albis").load(uri).selectExpr(sum).count())
            .isEqualTo(1);
        reporter.taskChanged();
        requests[0] = cache.statistics().hits() + cache.statistics().misses();
        PluginSession.await(() -> failures.get() < 0, "reports");
      }
    }
    assertThat(events.get(events.size() - 1).logged()).isTrue();
    assertThat(events)
        .flatExtracting(CacheEvent::executors)
        .isNotEmpty()
        .allSatisfy(
            state -> {
              assertThat(state.executor()).isEqualTo("7");
              assertThat(state.hits() + state.misses()).isEqualTo(requests[0]);
            });
    assertThat(failures.get()).isNegative();
    assertThat(threads()).doesNotContain("albis-cache-state");
  }
}
