// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.spark.internal.source.SourceOptions;
import io.albis.spark.internal.write.WriteOptions;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.V1Scan;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples of {@code docs/spark.md}, and compares its tables with the code. */
@ExtendWith(SparkTestSession.class)
class GuideTest {

  private static final Path GUIDE = Path.of("../docs/spark.md");

  private static final Set<String> NOT_INTERFACES =
      Set.of("Scan.columnarSupportMode", "KeyGroupedPartitioning", "streaming.*");

  @TempDir Path directory;

  private String sales;

  @BeforeEach
  void write() {
    sales = directory.resolve("sales").toString();
    Schema schema =
        Schema.of(Field.nullable("store", Type.string()), Field.nullable("price", Type.float64()));
    try (TableWriter writer = TableWriter.create(sales, schema).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < 300; i++) {
          rows.setString(0, "store " + i % 3);
          rows.setDouble(1, i);
          rows.endRow();
        }
      }
      writer.commit();
    }
  }

  private static List<String> blocks(String language) throws IOException {
    Matcher matcher =
        Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(GUIDE));
    List<String> blocks = new ArrayList<>();
    while (matcher.find()) {
      blocks.add(matcher.group(1));
    }
    return blocks;
  }

  @Test
  void runsTheSql(SparkSession spark) throws IOException {
    spark.conf().set("spark.sql.catalog.lake", AlbisViewCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.lake.warehouse", directory.resolve("lake").toString());
    List<String> results = new ArrayList<>();
    for (String block : blocks("sql")) {
      String paths = block.replace("/data/sales", sales).replace("/data/", directory + "/");
      for (String statement : paths.split(";\n", -1)) {
        if (!statement.isBlank()) {
          results.add(spark.sql(statement).collectAsList().size() + ": " + statement);
        }
      }
    }
    assertThat(results)
        .hasSize(62)
        .first()
        .isEqualTo(
            "3: SELECT store, count(*) FROM albis.`"
                + sales
                + "` WHERE price > 100 GROUP BY store");
    assertThat(results).filteredOn(result -> result.startsWith("1: SELECT _file")).hasSize(1);
    assertThat(results).filteredOn(result -> result.startsWith("1: SET spark.sql.")).hasSize(2);
    assertThat(results)
        .filteredOn(result -> result.contains(" CHANGES "))
        .extracting(result -> result.substring(0, 1))
        .containsExactly("6", "2", "3", "2");
    assertThat(results).filteredOn(result -> result.startsWith("1: SHOW VIEWS")).hasSize(1);
  }

  /** With the setting of the guide, and only with it. */
  @Test
  void joinsWithAFurtherKeyWithoutShuffle(SparkSession spark) throws IOException {
    spark.conf().set("spark.sql.autoBroadcastJoinThreshold", "-1");
    Partitioning byKey = Partitioning.identity("key");
    Dataset<Row> left =
        spark.read().format("albis").load(TestTables.keyed(directory.resolve("a"), byKey, 800));
    Dataset<Row> right =
        spark.read().format("albis").load(TestTables.keyed(directory.resolve("b"), byKey, 80));
    String[] keys = {"key", "id"};
    assertThat(plan(left.join(right, keys))).contains("hashpartitioning");

    String settings =
        blocks("sql").stream().filter(block -> block.startsWith("SET ")).findFirst().orElseThrow();
    for (String setting : settings.split(";\n", -1)) {
      if (!setting.isBlank()) {
        spark.sql(setting);
      }
    }

    Dataset<Row> join = left.join(right, keys);
    assertThat(plan(join)).doesNotContain("hashpartitioning");
    assertThat(join.count()).isEqualTo(80);
  }

  private static String plan(Dataset<Row> query) {
    return query.queryExecution().executedPlan().toString();
  }

  /** The examples are those of this method, apart from the path. */
  @Test
  void runsTheJava(SparkSession spark) throws Exception {
    Dataset<Row> sales = spark.read().format("albis").load(this.sales);
    assertThat(sales.filter("price > 100").groupBy("store").count().collectAsList()).hasSize(3);
    Dataset<Row> first = spark.read().format("albis").option("versionAsOf", "1").load(this.sales);
    assertThat(first.count()).isEqualTo(300);
    String expensive = directory.resolve("expensive").toString();
    sales.filter("price > 100").write().format("albis").save(expensive);
    sales.write().format("albis").mode("append").save(expensive);
    assertThat(spark.read().format("albis").load(expensive).count()).isEqualTo(499);
    sales
        .selectExpr("store", "price", "1 AS visits")
        .write()
        .format("albis")
        .mode("append")
        .option("mergeSchema", true)
        .save(expensive);
    assertThat(spark.read().format("albis").load(expensive).filter("visits = 1").count())
        .isEqualTo(300);
    sales.write().parquet(directory.resolve("in").toString());
    Dataset<Row> events =
        spark.readStream().schema(sales.schema()).parquet(directory.resolve("in").toString());
    StreamingQuery query =
        events
            .writeStream()
            .format("albis")
            .option("checkpointLocation", directory + "/checkpoint")
            .trigger(Trigger.AvailableNow())
            .start(directory + "/events");
    query.awaitTermination();
    assertThat(spark.read().format("albis").load(directory + "/events").count()).isEqualTo(300);

    Dataset<Row> added = spark.readStream().format("albis").load(this.sales);
    assertThat(added.isStreaming()).isTrue();

    spark.conf().set("spark.sql.catalog.lake", AlbisCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.lake.warehouse", directory.resolve("lake").toString());
    spark.sql("CREATE TABLE lake.stock (id INT)");
    spark.sql("INSERT INTO lake.stock VALUES (1), (2)");
    spark.sql("DELETE FROM lake.stock WHERE id = 2");
    Dataset<Row> changes =
        spark
            .read()
            .option("startingVersion", "2")
            .option("endingVersion", "3")
            .changes("lake.stock");
    assertThat(changes.count()).isEqualTo(3);

    String source =
        squeeze(Files.readString(Path.of("src/test/java/io/albis/spark/GuideTest.java")));
    List<String> lines = new ArrayList<>();
    for (String block : blocks("java")) {
      lines.addAll(Arrays.asList(block.split(";\n")));
    }
    assertThat(lines)
        .hasSize(9)
        .allSatisfy(
            line ->
                assertThat(source)
                    .contains(
                        squeeze(
                                line.replace("\"/data/sales\"", "this.sales")
                                    .replace("\"/data/expensive\"", "expensive")
                                    .replace("\"/data/", "directory + \"/"))
                            .replace(".show()", "")));
  }

  private static String squeeze(String code) {
    return code.replaceAll("\\s", "");
  }

  @Test
  void listsAllOptions() throws Exception {
    String guide = Files.readString(GUIDE);
    for (var type : List.of(SourceOptions.class, WriteOptions.class)) {
      for (var field : type.getFields()) {
        if (Modifier.isStatic(field.getModifiers())) {
          assertThat(guide).contains("| `" + field.get(null) + "` |");
        }
      }
    }
  }

  /** The table names the interfaces of Spark's package, all of them, and what Albis implements. */
  @Test
  void listsAllInterfaces() throws Exception {
    Map<String, Boolean> listed = interfacesOfTheGuide();
    List<Class<?>> own = ownClasses();
    Map<String, Boolean> implemented = new TreeMap<>();
    for (Class<?> type : interfacesOfSpark()) {
      implemented.put(type.getSimpleName(), own.stream().anyMatch(type::isAssignableFrom));
    }

    assertThat(implemented).hasSizeGreaterThan(25).isEqualTo(listed);
  }

  /** By simple name, whether the table says that the interface is implemented. */
  private static Map<String, Boolean> interfacesOfTheGuide() throws IOException {
    String guide = Files.readString(GUIDE);
    int start = guide.indexOf("All interfaces of `org.apache.spark.sql.connector.read`");
    String table = guide.substring(start, guide.indexOf("\n\n", guide.indexOf("\n|", start)));
    Map<String, Boolean> listed = new TreeMap<>();
    Matcher row = Pattern.compile("\\| (`.*?`) \\| (yes|no) \\|").matcher(table);
    while (row.find()) {
      for (String name : row.group(1).replace("`", "").split(", ", -1)) {
        if (!NOT_INTERFACES.contains(name)) {
          listed.put(name.substring(name.indexOf('.') + 1), row.group(2).equals("yes"));
        }
      }
    }
    return listed;
  }

  /** All but those of streams, and the one of partitionings, which Spark implements. */
  private static List<Class<?>> interfacesOfSpark() throws Exception {
    Pattern name =
        Pattern.compile("org/apache/spark/sql/connector/read/(?:colstats/)?[^/$]*\\.class");
    List<Class<?>> interfaces = new ArrayList<>();
    for (Class<?> inJar : List.of(Scan.class, V1Scan.class)) {
      try (var classes = new JarFile(location(inJar).toFile())) {
        for (var entry : Collections.list(classes.entries())) {
          if (name.matcher(entry.getName()).matches() && load(entry.getName()).isInterface()) {
            interfaces.add(load(entry.getName()));
          }
        }
      }
    }
    return interfaces;
  }

  private static Path location(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static List<Class<?>> ownClasses() throws Exception {
    Path classes = location(AlbisCatalog.class);
    List<Class<?>> own = new ArrayList<>();
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
        own.add(load(classes.relativize(file).toString()));
      }
    }
    return own;
  }

  private static Class<?> load(String file) throws ClassNotFoundException {
    String name = file.substring(0, file.length() - ".class".length()).replace('/', '.');
    return Class.forName(name, false, GuideTest.class.getClassLoader());
  }
}
