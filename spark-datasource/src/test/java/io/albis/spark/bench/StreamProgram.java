// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.albis.reader.cache.CacheStatistics;
import io.albis.reader.cache.ColumnCache;
import io.albis.spark.AlbisPlugin;
import io.albis.spark.tpc.QueryTexts;
import io.albis.tools.output.Json;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.spark.sql.SparkSession;

/**
 * The process of one contestant of {@code measure streams}. For each line of its input, a number of
 * streams, it runs a pass and prints a {@link StreamPass}; for 0, it runs each query once, which
 * compiles the code, and digests the results.
 */
final class StreamProgram {

  /** Begins the lines with results. */
  static final String MARK = "pass: ";

  private final StreamTask task;
  private final SparkSession spark;
  private final StreamTotals totals = new StreamTotals();
  private final QueryTexts texts;
  private final BenchmarkTables tables;

  private StreamProgram(StreamTask task) throws Exception {
    this.task = task;
    this.spark = BenchmarkSession.startAdaptive(task.cores(), settings(task));
    this.texts = new QueryTexts(Path.of(task.module()), "tpcds");
    this.tables = new BenchmarkTables(Path.of(task.tables()), spark);
    spark.sparkContext().addSparkListener(totals);
  }

  private static Map<String, String> settings(StreamTask task) {
    Map<String, String> settings = new HashMap<>();
    settings.put("spark.scheduler.mode", "FAIR");
    settings.put("spark.memory.offHeap.enabled", "true");
    settings.put("spark.memory.offHeap.size", Long.toString(task.offHeapBytes()));
    if (task.job() != ShuffleJob.NONE) {
      // Partitions that are sorted in the memory of a task.
      settings.put("spark.sql.shuffle.partitions", "64");
      settings.put("spark.sql.adaptive.coalescePartitions.enabled", "false");
      settings.put("spark.shuffle.compress", "false");
    }
    String plugins = ShuffleReads.class.getName();
    if (task.contestant().isCached()) {
      plugins += "," + AlbisPlugin.class.getName();
      settings.put("spark.datasource.albis.cache-size", Long.toString(task.cacheBytes()));
    }
    settings.put("spark.plugins", plugins);
    return settings;
  }

  /** Runs passes until the input ends. */
  public static void main(String[] arguments) throws Exception {
    StreamTask task = JsonMapper.builder().build().readValue(arguments[0], StreamTask.class);
    StreamProgram program = new StreamProgram(task);
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      int streams = Integer.parseInt(order);
      StreamPass pass = streams == 0 ? program.warmUp() : program.pass(streams);
      System.out.println(MARK + Json.line(pass));
    }
    program.spark.stop();
  }

  private SparkSession session() {
    SparkSession session = spark.newSession();
    for (String table : task.tableNames()) {
      StreamContestant contestant = task.contestant();
      contestant
          .format()
          .load(session, tables.path(contestant.format(), table), contestant.isDirect())
          .createOrReplaceTempView(table);
    }
    return session;
  }

  private StreamPass warmUp() throws Exception {
    Map<String, String> results = new TreeMap<>();
    SparkSession session = session();
    for (String query : task.queries()) {
      results.put(query, QueryTexts.digest(session, texts.unlimited(query)));
    }
    return new StreamPass(
        0, 0, 0, 0, 0, 0, 0, 0, totals.take(spark.sparkContext()), Map.of(), results);
  }

  private StreamPass pass(int streams) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(streams + 1);
    try {
      List<Callable<Map<String, Double>>> work = new ArrayList<>();
      for (int i = 0; i < streams; i++) {
        work.add(stream(i));
      }
      Callable<Double> job = job();
      totals.take(spark.sparkContext());
      tables.dropFromPageCache(task.contestant().format(), task.tableNames());
      ColumnCache cache = task.contestant().isCached() ? ColumnCache.shared() : null;
      if (cache != null) {
        cache.clear();
      }
      CacheStatistics before = cache == null ? null : cache.statistics();
      long cpu = QueryRounds.cpuNanos();
      long gc = CacheCost.gcMillis();
      long device = ShuffleReads.deviceBytes("self");
      ShuffleReads.take();
      long start = System.nanoTime();
      Future<Double> jobEnd = threads.submit(job);
      Map<String, List<Double>> queries = new TreeMap<>();
      for (Future<Map<String, Double>> stream : threads.invokeAll(work)) {
        stream
            .get()
            .forEach(
                (query, seconds) ->
                    queries.computeIfAbsent(query, added -> new ArrayList<>()).add(seconds));
      }
      double jobSeconds = jobEnd.get();
      double seconds = seconds(start);
      CacheStatistics after = cache == null ? null : cache.statistics();
      return new StreamPass(
          seconds,
          jobSeconds,
          (QueryRounds.cpuNanos() - cpu) / 1e9,
          (CacheCost.gcMillis() - gc) / 1e3,
          ShuffleReads.deviceBytes("self") - device,
          ShuffleReads.take(),
          cache == null ? 0 : after.loadedBytes() - before.loadedBytes(),
          cache == null ? 0 : hitShare(before, after),
          totals.take(spark.sparkContext()),
          queries,
          Map.of());
    } finally {
      threads.shutdownNow();
    }
  }

  private static double hitShare(CacheStatistics before, CacheStatistics after) {
    double hits = after.hitBytes() - before.hitBytes();
    return hits / Math.max(1, hits + after.missBytes() - before.missBytes());
  }

  /** Returns the queries of a stream in its order, as a run that returns their times. */
  private Callable<Map<String, Double>> stream(int number) {
    SparkSession session = session();
    List<String> order = new ArrayList<>(task.queries());
    Collections.shuffle(order, new Random(task.seed() + number));
    return () -> {
      enter(session, "stream-" + number);
      Map<String, Double> times = new HashMap<>();
      for (String query : order) {
        long start = System.nanoTime();
        session.sql(texts.text(query)).collectAsList();
        times.put(query, seconds(start));
      }
      return times;
    };
  }

  private Callable<Double> job() {
    if (task.job() == ShuffleJob.NONE) {
      return () -> 0.0;
    }
    SparkSession session = session();
    return () -> {
      enter(session, "job");
      long start = System.nanoTime();
      session.sql(task.job().query()).write().format("noop").mode("overwrite").save();
      return seconds(start);
    };
  }

  private void enter(SparkSession session, String pool) {
    SparkSession.setActiveSession(session);
    spark.sparkContext().setLocalProperty("spark.scheduler.pool", pool);
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }
}
