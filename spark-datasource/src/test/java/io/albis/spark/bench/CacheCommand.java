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
import org.apache.spark.sql.functions;
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

  private static final int COLUMNS = 20;

  @Option(
      names = "--rows",
      paramLabel = "COUNT",
      description = "Rows of the data frame (default: ${DEFAULT-VALUE}).",
      defaultValue = "2000000")
  private long rows;

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

  /**
   * A query of a cached data frame.
   *
   * @param condition on its rows; empty if there is none
   * @param key the expression by which rows are grouped; empty if they are not
   * @param columns the aggregates
   */
  private record Query(String name, String condition, String key, String columns) {

    void run(Dataset<Row> frame) {
      Dataset<Row> rows = condition.isEmpty() ? frame : frame.where(condition);
      if (key.isEmpty()) {
        rows.selectExpr(columns.split(", ")).collectAsList();
      } else {
        rows.groupBy(functions.expr(key)).agg(functions.expr(columns)).collectAsList();
      }
    }
  }

  private TaskTimes tasks;

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
    for (boolean isOfStrings : new boolean[] {false, true}) {
      compare(spark, contestants, isOfStrings);
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

  private void compare(SparkSession spark, List<Contestant> contestants, boolean isOfStrings)
      throws IOException {
    List<Query> queries = isOfStrings ? queriesOfStrings() : queriesOfNumbers();
    String kind = isOfStrings ? "strings" : "numbers";
    Map<Contestant, Dataset<Row>> frames = new LinkedHashMap<>();
    for (Contestant each : contestants) {
      frames.put(each, frame(spark, isOfStrings, contestants.indexOf(each)));
    }
    Map<Contestant, Dataset<Row>> ofFile = ofFile(spark, frames);
    build(spark, ofFile, kind + " of Parquet");
    ofFile.values().forEach(frame -> frame.unpersist(true));
    build(spark, frames, kind);
    Map<String, String> scans = Map.of("scan of all 20", "*", "scan of 1", "c5");
    scans.forEach(
        (name, columns) -> {
          Map<Contestant, Cost> ofScan = new LinkedHashMap<>();
          for (int round = 0; round < rounds; round++) {
            for (Contestant each : contestants) {
              Dataset<Row> frame = frames.get(each).select(columns);
              frame.queryExecution().executedPlan();
              measure(ofScan, each, () -> CacheScan.run(frame));
            }
          }
          print(kind + ": " + name, ofScan);
        });
    for (Query query : queries) {
      Map<Contestant, Cost> ofQuery = new LinkedHashMap<>();
      for (int round = 0; round < rounds; round++) {
        for (Contestant each : contestants) {
          measure(ofQuery, each, () -> query.run(frames.get(each).toDF()));
        }
      }
      print(kind + ": " + query.name, ofQuery);
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

  /** The condition, always true, makes the plan of each contestant another one. */
  private Dataset<Row> frame(SparkSession spark, boolean isOfStrings, int number) {
    String[] columns = new String[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) {
      String value = "(id * " + (2 * i + 7919) + " % " + (100_003 + i) + ")";
      columns[i] = (isOfStrings ? text(i, value) : number(i, value)) + " AS c" + i;
    }
    columns[0] = isOfStrings ? columns[0] : "id AS c0";
    return spark.range(0, rows, 1, 4).where("id >= " + (-1 - number)).selectExpr(columns);
  }

  private static String number(int column, String value) {
    return switch (column % 4) {
      case 0 -> value;
      case 1 -> "CAST(" + value + " AS int)";
      case 2 -> "CAST(" + value + " AS double)";
      default -> "if(id % 16 = 0, null, CAST(" + value + " AS int))";
    };
  }

  /** A quarter of the columns has few values. */
  private static String text(int column, String value) {
    return "'name ' || " + (column % 4 == 3 ? "(id % 1000)" : value);
  }

  private static String all(String function) {
    StringBuilder sums = new StringBuilder();
    for (int i = 0; i < COLUMNS; i++) {
      sums.append(i == 0 ? "" : ", ").append(String.format(Locale.ROOT, function, "c" + i));
    }
    return sums.toString();
  }

  private List<Query> queriesOfNumbers() {
    String one = "c0 BETWEEN " + rows / 2 + " AND " + rows * 51 / 100;
    return List.of(
        new Query("sums of all 20", "", "", all("sum(%s)")),
        new Query("sum of 1", "", "", "sum(c5)"),
        new Query("sum of 1 with nulls", "", "", "sum(c3)"),
        new Query("count", "", "", "count(1)"),
        new Query("filter of 1 %, pruned", one, "", all("sum(%s)")),
        new Query("filter of 1 %", "c5 < 1000", "", all("sum(%s)")),
        new Query("filter of 50 %", "c5 < 50000", "", "sum(c2)"),
        new Query("groups", "", "c5 % 100", "sum(c2)"));
  }

  private static List<Query> queriesOfStrings() {
    return List.of(
        new Query("lengths of all 20", "", "", all("sum(octet_length(%s))")),
        new Query("length of 1", "", "", "sum(octet_length(c5))"),
        new Query("equal to 1", "c5 = 'name 77'", "", "count(1)"),
        new Query("like", "c5 LIKE '%77'", "", "count(1)"),
        new Query("groups", "", "c3", "count(1)"),
        new Query("greatest", "", "", "max(c5)"));
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
                        cost.elapsed * 1e9 / rows,
                        cost.elapsed / first.elapsed,
                        cost.cpu * 1e9 / rows,
                        cost.cpu / first.cpu,
                        cost.gc * 1e9 / rows)));
    out().printf("%n");
  }
}
