// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.spark.AlbisCacheSerializer;
import io.albis.tools.command.AlbisCommand;
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

  /** The least cost of an operation, in seconds; GC is that of the run with the least time. */
  private record Cost(double elapsed, double cpu, double gc) {

    Cost least(Cost other) {
      return other.elapsed < elapsed
          ? new Cost(other.elapsed, Math.min(cpu, other.cpu), other.gc)
          : new Cost(elapsed, Math.min(cpu, other.cpu), gc);
    }
  }

  @Override
  public Integer call() {
    SparkSession spark = BenchmarkSession.start();
    List<Contestant> contestants = new ArrayList<>();
    contestants.add(new Contestant("albis", AlbisCacheSerializer.class.getName(), true));
    contestants.add(new Contestant("spark", SPARK, true));
    contestants.add(new Contestant("spark plain", SPARK, false));
    if (exists(ARROW)) {
      contestants.add(new Contestant("arrow", ARROW, false));
    }
    out().printf("%d rows, ns per row: elapsed / CPU / GC, best of %d%n", rows, rounds);
    out().printf("%-28s", "");
    contestants.forEach(each -> out().printf(" %26s", each.name));
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

  private void compare(SparkSession spark, List<Contestant> contestants, boolean isOfStrings) {
    Map<String, String[]> queries = isOfStrings ? queriesOfStrings() : queriesOfNumbers();
    String kind = isOfStrings ? "strings" : "numbers";
    Map<Contestant, Dataset<Row>> frames = new LinkedHashMap<>();
    for (Contestant each : contestants) {
      frames.put(each, frame(spark, isOfStrings, contestants.indexOf(each)));
    }
    Map<Contestant, Cost> costs = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      for (Contestant each : contestants) {
        measure(
            costs, each, () -> frames.get(each).write().format("noop").mode("overwrite").save());
      }
    }
    print(kind + ": rows only", costs);
    costs.clear();
    for (int round = 0; round < rounds; round++) {
      for (Contestant each : contestants) {
        frames.get(each).unpersist(true);
        use(spark, each);
        frames.get(each).persist(StorageLevel.MEMORY_ONLY());
        measure(costs, each, () -> frames.get(each).toDF().count());
      }
    }
    print(kind + ": build", costs);
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
    queries.forEach(
        (name, query) -> {
          Map<Contestant, Cost> ofQuery = new LinkedHashMap<>();
          for (int round = 0; round < rounds; round++) {
            for (Contestant each : contestants) {
              Dataset<Row> frame = frames.get(each).toDF();
              Dataset<Row> filtered = query[0].isEmpty() ? frame : frame.where(query[0]);
              String[] columns = query[1].split(", ");
              measure(ofQuery, each, () -> filtered.selectExpr(columns).collectAsList());
            }
          }
          print(kind + ": " + name, ofQuery);
        });
    frames.values().forEach(frame -> frame.unpersist(true));
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
      columns[i] = (isOfStrings ? "'name ' || " + value : number(i, value)) + " AS c" + i;
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

  private static String all(String function) {
    StringBuilder sums = new StringBuilder();
    for (int i = 0; i < COLUMNS; i++) {
      sums.append(i == 0 ? "" : ", ").append(String.format(Locale.ROOT, function, "c" + i));
    }
    return sums.toString();
  }

  private Map<String, String[]> queriesOfNumbers() {
    Map<String, String[]> queries = new LinkedHashMap<>();
    queries.put("sums of all 20", new String[] {"", all("sum(%s)")});
    queries.put("sum of 1", new String[] {"", "sum(c5)"});
    queries.put(
        "filter of 1 %, pruned",
        new String[] {"c0 BETWEEN " + rows / 2 + " AND " + rows * 51 / 100, all("sum(%s)")});
    queries.put("filter of 1 %", new String[] {"c5 < 1000", all("sum(%s)")});
    return queries;
  }

  private static Map<String, String[]> queriesOfStrings() {
    Map<String, String[]> queries = new LinkedHashMap<>();
    queries.put("lengths of all 20", new String[] {"", all("sum(octet_length(%s))")});
    queries.put("length of 1", new String[] {"", "sum(octet_length(c5))"});
    queries.put("equal to 1", new String[] {"c5 = 'name 77'", "count(1)"});
    return queries;
  }

  private static void measure(Map<Contestant, Cost> costs, Contestant contestant, Runnable run) {
    long start = System.nanoTime();
    long cpuStart = cpuNanos();
    long gcStart = gcMillis();
    run.run();
    Cost cost =
        new Cost(
            (System.nanoTime() - start) / 1e9,
            (cpuNanos() - cpuStart) / 1e9,
            (gcMillis() - gcStart) / 1e3);
    costs.merge(contestant, cost, Cost::least);
  }

  private static long cpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static long gcMillis() {
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
                    " %26s",
                    String.format(
                        Locale.ROOT,
                        "%.0f/%.0f/%.0f (%.1fx)",
                        cost.elapsed * 1e9 / rows,
                        cost.cpu * 1e9 / rows,
                        cost.gc * 1e9 / rows,
                        cost.elapsed / first.elapsed)));
    out().printf("%n");
  }
}
