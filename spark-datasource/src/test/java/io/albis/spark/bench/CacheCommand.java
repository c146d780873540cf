// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.spark.AlbisCacheSerializer;
import io.albis.tools.command.AlbisCommand;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.columnar.InMemoryRelation$;
import org.apache.spark.storage.StorageLevel;
import org.apache.spark.util.Utils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code measure cache}: cached data frames of Albis and of Spark. */
@Command(
    name = "cache",
    description = {
      "Caches the same data frame with the serializers of Albis and of Spark, which take turns, and"
          + " compares",
      "what it takes to build it and to read it, on one core. The best run of each counts."
    })
public final class CacheCommand extends AlbisCommand {

  private static final String ARROW =
      "org.apache.spark.sql.execution.columnar.ArrowCachedBatchSerializer";
  private static final String SPARK =
      "org.apache.spark.sql.execution.columnar.DefaultCachedBatchSerializer";

  @Option(
      names = "--rows",
      paramLabel = "COUNT",
      description = "Rows of the data frame (default: ${DEFAULT-VALUE}).",
      defaultValue = "2000000")
  private long rows;

  @Option(
      names = "--data",
      split = ",",
      paramLabel = "NAME",
      description =
          "Some of ${COMPLETION-CANDIDATES} (default: all); nested has a fifth of the rows.")
  private List<CacheData> data = List.of(CacheData.values());

  @Option(
      names = "--rounds",
      paramLabel = "COUNT",
      description = "Rounds, of which the best counts (default: ${DEFAULT-VALUE}).",
      defaultValue = "7")
  private int rounds;

  /** Called by the command-line parser. */
  public CacheCommand() {}

  /**
   * A way to cache.
   *
   * @param serializer name of the class
   * @param isCompressed whether Spark compresses columns
   */
  private record Contestant(String name, String serializer, boolean isCompressed) {}

  /**
   * The least cost of an operation, in seconds; GC is that of the run with the least time.
   *
   * @param cpu what the tasks used
   */
  private record Cost(double elapsed, double cpu, double gc) {

    Cost least(Cost other) {
      return other.elapsed < elapsed
          ? new Cost(other.elapsed, Math.min(cpu, other.cpu), other.gc)
          : new Cost(elapsed, Math.min(cpu, other.cpu), gc);
    }
  }

  private TaskTimes tasks;
  private long frameRows;

  @Override
  public Integer call() throws IOException {
    SparkSession spark = BenchmarkSession.start();
    tasks = new TaskTimes(spark.sparkContext());
    List<Contestant> contestants = new ArrayList<>();
    contestants.add(new Contestant("albis", AlbisCacheSerializer.class.getName(), true));
    contestants.add(new Contestant("spark", SPARK, true));
    contestants.add(new Contestant("spark plain", SPARK, false));
    if (exists(ARROW)) {
      contestants.add(new Contestant("arrow", ARROW, false));
    }
    out()
        .printf(
            "%d rows, ns per row: elapsed (ratio), CPU of tasks (ratio), GC; best of %d%n",
            rows, rounds);
    out().printf("%-28s", "");
    contestants.forEach(each -> out().printf(" %30s", each.name));
    out().printf("%n");
    for (CacheData each : data) {
      compare(spark, contestants, each);
    }
    spark.stop();
    return 0;
  }

  private static boolean exists(String name) {
    try {
      Class.forName(name);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private void compare(SparkSession spark, List<Contestant> contestants, CacheData kind)
      throws IOException {
    frameRows = kind.rows(rows);
    Map<Contestant, Dataset<Row>> frames = new LinkedHashMap<>();
    for (Contestant each : contestants) {
      frames.put(each, kind.frame(spark, frameRows, contestants.indexOf(each)));
    }
    Map<Contestant, Dataset<Row>> ofFile = ofFile(spark, frames);
    build(spark, ofFile, kind + " of Parquet");
    ofFile.values().forEach(frame -> frame.unpersist(true));
    build(spark, frames, kind.toString());
    kind.scans()
        .forEach(
            (name, columns) -> {
              Map<Contestant, Cost> ofScan = new LinkedHashMap<>();
              for (int round = 0; round < rounds; round++) {
                for (Contestant each : contestants) {
                  Dataset<Row> frame = frames.get(each).selectExpr(columns.toArray(String[]::new));
                  frame.queryExecution().executedPlan();
                  measure(ofScan, each, () -> CacheScan.run(frame));
                }
              }
              print(kind + ": " + name, ofScan);
            });
    for (CacheQuery query : kind.queries(frameRows)) {
      Map<Contestant, Cost> ofQuery = new LinkedHashMap<>();
      for (int round = 0; round < rounds; round++) {
        for (Contestant each : contestants) {
          measure(ofQuery, each, () -> query.run(frames.get(each).toDF()));
        }
      }
      print(kind + ": " + query.name(), ofQuery);
    }
    frames.values().forEach(frame -> frame.unpersist(true));
  }

  /**
   * The rows in a file; the option, of no effect, makes the plan of each contestant another one.
   */
  private static Map<Contestant, Dataset<Row>> ofFile(
      SparkSession spark, Map<Contestant, Dataset<Row>> frames) throws IOException {
    String path = Utils.createTempDir().toPath().resolve("frame").toString();
    frames.values().iterator().next().write().parquet(path);
    Map<Contestant, Dataset<Row>> ofFile = new LinkedHashMap<>();
    for (Contestant each : frames.keySet()) {
      ofFile.put(each, spark.read().option("contestant", each.name).parquet(path));
    }
    return ofFile;
  }

  private void build(SparkSession spark, Map<Contestant, Dataset<Row>> frames, String kind) {
    Map<Contestant, Cost> ofRows = new LinkedHashMap<>();
    Map<Contestant, Cost> ofCache = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      for (Contestant each : frames.keySet()) {
        frames.get(each).unpersist(true);
        measure(
            ofRows, each, () -> frames.get(each).write().format("noop").mode("overwrite").save());
      }
      for (Contestant each : frames.keySet()) {
        use(spark, each);
        frames.get(each).persist(StorageLevel.MEMORY_ONLY());
        measure(ofCache, each, () -> frames.get(each).toDF().count());
      }
    }
    print(kind + ": rows only", ofRows);
    print(kind + ": build", ofCache);
  }

  private static void use(SparkSession spark, Contestant contestant) {
    spark.sessionState().conf().setConfString("spark.sql.cache.serializer", contestant.serializer);
    spark.conf().set("spark.sql.inMemoryColumnarStorage.compressed", contestant.isCompressed);
    InMemoryRelation$.MODULE$.clearSerializer();
  }

  private void measure(Map<Contestant, Cost> costs, Contestant contestant, Runnable run) {
    tasks.takeSeconds();
    long start = System.nanoTime();
    long gcStart = gcMillis();
    run.run();
    double elapsed = (System.nanoTime() - start) / 1e9;
    double gc = (gcMillis() - gcStart) / 1e3;
    costs.merge(contestant, new Cost(elapsed, tasks.takeSeconds(), gc), Cost::least);
  }

  static long gcMillis() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
        .sum();
  }

  private void print(String name, Map<Contestant, Cost> costs) {
    Cost first = costs.values().iterator().next();
    out().printf("%-28s", name);
    costs.forEach(
        (contestant, cost) ->
            out()
                .printf(
                    " %30s",
                    String.format(
                        Locale.ROOT,
                        "%.0f (%.2fx), %.0f (%.2fx), %.0f",
                        cost.elapsed * 1e9 / frameRows,
                        cost.elapsed / first.elapsed,
                        cost.cpu * 1e9 / frameRows,
                        cost.cpu / first.cpu,
                        cost.gc * 1e9 / rows)));
    out().printf("%n");
  }
}
