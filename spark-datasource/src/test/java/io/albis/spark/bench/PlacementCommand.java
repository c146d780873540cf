// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.reader.cache.CacheStatistics;
import io.albis.reader.cache.ColumnCache;
import io.albis.spark.AlbisPlugin;
import io.albis.tools.command.AlbisCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import scala.Tuple2;

/** {@code measure placement}: whether tasks run in the executors whose caches hold their data. */
@Command(
    name = "placement",
    description = {
      "Runs random sums of some columns in executors with caches, whose tasks run where their data"
          + " belongs",
      "or anywhere. Each contestant gets a cluster of its own, which runs the queries twice, and a"
          + " third time",
      "after one executor was replaced."
    })
public final class PlacementCommand extends AlbisCommand {

  private static final int COLUMNS = 20;

  private static final String OPTION = "spark.datasource.albis.";

  @Option(
      names = "--executors",
      paramLabel = "COUNT",
      description = "Executors of one core (default: ${DEFAULT-VALUE}).",
      defaultValue = "4")
  private int executors;

  @Option(
      names = "--rows",
      paramLabel = "COUNT",
      description = "Rows of the table, of 160 bytes (default: ${DEFAULT-VALUE}).",
      defaultValue = "8000000")
  private long rows;

  @Option(
      names = "--cache-size",
      paramLabel = "BYTES",
      description = "Cache of an executor (default: ${DEFAULT-VALUE}).",
      defaultValue = "400m")
  private String cacheSize;

  @Option(
      names = "--queries",
      paramLabel = "COUNT",
      description = "Queries of a pass (default: ${DEFAULT-VALUE}).",
      defaultValue = "60")
  private int queries;

  /** Called by the command-line parser. */
  public PlacementCommand() {}

  /** What the tasks of a pass did. */
  private static final class Tasks extends SparkListener {
    private final AtomicLong all = new AtomicLong();
    private final AtomicLong placed = new AtomicLong();
    private final AtomicLong runMillis = new AtomicLong();

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      if (end.taskMetrics() != null && end.taskMetrics().inputMetrics().recordsRead() > 0) {
        all.incrementAndGet();
        runMillis.addAndGet(end.taskMetrics().executorRunTime());
        // Also the locality of tasks that prefer no executor.
        if (end.taskInfo().taskLocality().toString().equals("PROCESS_LOCAL")) {
          placed.incrementAndGet();
        }
      }
    }
  }

  @Override
  public Integer call() throws Exception {
    if (System.getenv("SPARK_HOME") == null) {
      throw new IllegalStateException("Expected SPARK_HOME: run spark-datasource/measure");
    }
    String uri = Files.createTempDirectory("albis-placement").resolve("table").toString();
    Map<String, Map<String, String>> contestants = new LinkedHashMap<>();
    contestants.put("no cache", Map.of(OPTION + "cache-size", "0"));
    contestants.put("anywhere", Map.of(OPTION + "locality", "false"));
    contestants.put("placed, no wait", Map.of("spark.locality.wait", "0s"));
    contestants.put("placed, wait 100 ms", Map.of("spark.locality.wait", "100ms"));
    contestants.put("placed, wait 3 s", Map.of("spark.locality.wait", "3s"));
    out()
        .printf(
            "%-20s %12s %10s %12s %12s %12s%n",
            "", "pass", "seconds", "placed", "hit bytes", "busy");
    for (Map.Entry<String, Map<String, String>> each : contestants.entrySet()) {
      SparkSession spark = start(each.getValue());
      if (!Files.exists(Path.of(uri))) {
        write(spark, uri);
      }
      spark.read().format("albis").load(uri).createOrReplaceTempView("t");
      run(spark, each.getKey(), "1");
      run(spark, each.getKey(), "2");
      replaceExecutor(spark);
      run(spark, each.getKey(), "3, replaced");
      spark.stop();
    }
    return 0;
  }

  private SparkSession start(Map<String, String> settings) {
    SparkSession.Builder builder =
        SparkSession.builder()
            .master("local-cluster[" + executors + ",1,1024]")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.ui.enabled", "false")
            .config("spark.master.rest.enabled", "false")
            .config("spark.executor.extraClassPath", System.getProperty("java.class.path"))
            // Libraries of the class path have native parts of another version of Netty.
            .config("spark.executor.extraJavaOptions", "-Dio.netty.transport.noNative=true")
            .config("spark.memory.offHeap.enabled", "true")
            .config("spark.memory.offHeap.size", "1g")
            .config("spark.sql.shuffle.partitions", "1")
            .config("spark.plugins", AlbisPlugin.class.getName())
            .config(OPTION + "cache-size", cacheSize);
    settings.forEach(builder::config);
    SparkSession spark = builder.getOrCreate();
    reports(spark);
    return spark;
  }

  private void replaceExecutor(SparkSession spark) throws InterruptedException {
    String lost = spark.sparkContext().getExecutorIds().head();
    spark.sparkContext().killAndReplaceExecutor(lost);
    while (spark.sparkContext().getExecutorIds().contains(lost)) {
      Thread.sleep(10);
    }
    reports(spark);
  }

  private void write(SparkSession spark, String uri) {
    String[] columns = new String[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) {
      columns[i] = "id * " + (2 * i + 7919) + " % 100003 AS c" + i;
    }
    spark.range(0, rows, 1, executors).selectExpr(columns).write().format("albis").save(uri);
  }

  /** Hit and missed bytes of all executors. */
  private long[] reports(SparkSession spark) {
    Map<String, long[]> found = new HashMap<>();
    while (found.size() < executors) {
      JavaSparkContext.fromSparkContext(spark.sparkContext())
          .parallelize(IntStream.range(0, 4 * executors).boxed().toList(), 4 * executors)
          .mapToPair(
              i -> {
                CacheStatistics cache = ColumnCache.shared().statistics();
                Thread.sleep(5);
                return new Tuple2<>(
                    SparkEnv.get().executorId(), new long[] {cache.hitBytes(), cache.missBytes()});
              })
          .collect()
          .forEach(report -> found.put(report._1(), report._2()));
    }
    long[] sums = new long[2];
    found.values().forEach(each -> IntStream.range(0, 2).forEach(i -> sums[i] += each[i]));
    return sums;
  }

  private void run(SparkSession spark, String name, String pass) throws Exception {
    Tasks tasks = new Tasks();
    spark.sparkContext().addSparkListener(tasks);
    long[] before = reports(spark);
    Random random = new Random(7);
    long start = System.nanoTime();
    for (int i = 0; i < queries; i++) {
      List<String> sums = new ArrayList<>();
      int count = 1 + random.nextInt(5);
      for (int k = 0; k < count; k++) {
        sums.add("sum(hash(c" + random.nextInt(COLUMNS) + "))");
      }
      spark.sql("SELECT " + String.join(", ", sums) + " FROM t").collectAsList();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    long[] after = reports(spark);
    spark.sparkContext().listenerBus().waitUntilEmpty();
    spark.sparkContext().removeSparkListener(tasks);
    long hits = after[0] - before[0];
    long misses = after[1] - before[1];
    out()
        .printf(
            "%-20s %12s %10.1f %10.0f %% %10.0f %% %10.0f %%%n",
            name,
            pass,
            seconds,
            100.0 * tasks.placed.get() / Math.max(1, tasks.all.get()),
            100.0 * hits / Math.max(1, hits + misses),
            tasks.runMillis.get() / seconds / executors / 10);
  }
}
