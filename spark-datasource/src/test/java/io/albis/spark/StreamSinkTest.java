// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.reader.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.DataStreamWriter;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Streams into tables. Each file of the input is a batch. */
@ExtendWith(SparkTestSession.class)
class StreamSinkTest {

  @TempDir Path directory;

  private String uri;
  private long nextId;
  private int nextFile;

  @BeforeEach
  void start() throws IOException {
    uri = directory.resolve("t").toString();
    Files.createDirectories(directory.resolve("in"));
  }

  private Path checkpoint(String query) {
    return directory.resolve("checkpoint-" + query);
  }

  /** Adds a file with the next ids to the input of a query. */
  private void add(String query, int rows) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < rows; i++) {
      lines.append("{\"name\":\"n").append(nextId).append("\",\"id\":").append(nextId++);
      lines.append("}\n");
    }
    Path folder = Files.createDirectories(directory.resolve("in/" + query));
    Files.writeString(folder.resolve(String.format("f%05d.json", nextFile++)), lines);
  }

  private Dataset<Row> input(SparkSession spark, String query) {
    return spark
        .readStream()
        .schema("name STRING, id BIGINT")
        .option("maxFilesPerTrigger", 1)
        .json(directory.resolve("in/" + query).toString());
  }

  private DataStreamWriter<Row> writer(Dataset<Row> rows, String query) {
    return rows.writeStream()
        .format("albis")
        .trigger(Trigger.AvailableNow())
        .option("checkpointLocation", checkpoint(query).toString());
  }

  private void run(SparkSession spark, String query) throws Exception {
    writer(input(spark, query), query).start(uri).awaitTermination();
  }

  private List<Long> ids(SparkSession spark) {
    return spark.read().format("albis").load(uri).select("id").sort("id").collectAsList().stream()
        .map(row -> row.getLong(0))
        .toList();
  }

  private static List<Long> range(long to) {
    return LongStream.range(0, to).boxed().toList();
  }

  private long snapshots() {
    try (Table table = Table.open(uri)) {
      return table.snapshot().id();
    }
  }

  private int rowGroups() {
    try (Table table = Table.open(uri)) {
      return table.rowGroups().size();
    }
  }

  private long dataFiles() throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("t/data"))) {
      return files.count();
    }
  }

  @Test
  void writesABatchOnceThatIsRepeated(SparkSession spark) throws Exception {
    add("q", 3);
    add("q", 2);
    run(spark, "q");
    assertThat(ids(spark)).isEqualTo(range(5));
    assertThat(snapshots()).isEqualTo(3);
    assertThat(dataFiles()).isEqualTo(2);

    Checkpoints.loseLastCommit(checkpoint("q"));
    run(spark, "q");
    assertThat(ids(spark)).isEqualTo(range(5));
    assertThat(snapshots()).isEqualTo(3);
    assertThat(dataFiles()).isEqualTo(2);

    Checkpoints.loseLastCommit(checkpoint("q"));
    add("q", 4);
    run(spark, "q");
    assertThat(ids(spark)).isEqualTo(range(9));
    assertThat(spark.read().format("albis").load(uri).columns()).containsExactly("name", "id");
    assertThat(spark.read().format("albis").load(uri).filter("name = 'n8'").count()).isEqualTo(1);
    try (Table table = Table.open(uri)) {
      assertThat(table.properties()).isEmpty();
    }
  }

  /** Two queries, another writer and merges at once; each query is restarted at random. */
  @Test
  void queriesShareATable(SparkSession spark) throws Exception {
    long seed = Long.getLong("albis.seed", System.nanoTime());
    SplittableRandom random = new SplittableRandom(seed);
    List<String> queries = List.of("a", "b");
    for (int round = 0; round < 4; round++) {
      for (String query : queries) {
        for (int files = 1 + random.nextInt(4); files > 0; files--) {
          add(query, random.nextInt(5));
        }
      }
      List<StreamingQuery> running = new ArrayList<>();
      for (String query : queries) {
        running.add(writer(input(spark, query), query).option("merge-every", "2").start(uri));
      }
      if (round > 0) {
        spark
            .range(nextId, nextId + 2)
            .selectExpr("concat('n', id) AS name", "id")
            .write()
            .format("albis")
            .mode("append")
            .save(uri);
        nextId += 2;
      }
      for (int i = 0; i < queries.size(); i++) {
        running.get(i).awaitTermination();
        if (random.nextBoolean()) {
          Checkpoints.loseLastCommit(checkpoint(queries.get(i)));
        }
      }
    }
    for (String query : queries) {
      run(spark, query);
    }
    assertThat(ids(spark)).as("seed %d", seed).isEqualTo(range(nextId));
  }

  @Test
  void replacesAllRowsInCompleteMode(SparkSession spark) throws Exception {
    for (int batch = 1; batch <= 2; batch++) {
      add("q", 3);
      Dataset<Row> counts = input(spark, "q").groupBy("name").count().selectExpr("count", "name");
      writer(counts, "q").outputMode("complete").start(uri).awaitTermination();
      assertThat(spark.read().format("albis").load(uri).count()).isEqualTo(batch * 3L);
    }
    Checkpoints.loseLastCommit(checkpoint("q"));
    long before = snapshots();
    writer(input(spark, "q").groupBy("name").count(), "q")
        .outputMode("complete")
        .start(uri)
        .awaitTermination();
    assertThat(snapshots()).isEqualTo(before);
    assertThatThrownBy(
            () ->
                writer(input(spark, "q").groupBy("name").count(), "other")
                    .outputMode("update")
                    .start(uri)
                    .awaitTermination())
        .hasMessageContaining("Update mode");
  }

  /** The rules are those of other writes: columns by name, cast if their values fit. */
  @Test
  void findsColumnsByName(SparkSession spark) throws Exception {
    spark.sql(
        "CREATE TABLE albis.`"
            + uri
            + "` (id INT NOT NULL, code CHAR(4), name STRING) PARTITIONED BY (id)");
    add("q", 2);
    Dataset<Row> rows = input(spark, "q").selectExpr("name", "'ab' AS code", "ID");
    writer(rows, "q").toTable("albis.`" + uri + "`").awaitTermination();
    assertThat(spark.table("albis.`" + uri + "`").sort("id").collectAsList().toString())
        .isEqualTo("[[0,ab  ,n0], [1,ab  ,n1]]");

    add("q", 1);
    for (Map.Entry<String, String> invalid :
        Map.of(
                "id, name, 'abcde' AS code", "EXCEED_LIMIT_LENGTH",
                "id + 3000000000 AS id, name, code", "OVERFLOW",
                "if(id < 0, 1, NULL) AS id, name, code", "NULL",
                "id, name, code, 1 AS other", "other")
            .entrySet()) {
      Dataset<Row> other =
          input(spark, "q").withColumn("code", org.apache.spark.sql.functions.lit("a"));
      String[] columns = invalid.getKey().split(", ");
      if (invalid.getKey().startsWith("if(")) {
        columns = new String[] {"if(id < 0, 1, NULL) AS id", "name", "code"};
      }
      Dataset<Row> selected = other.selectExpr(columns);
      assertThatThrownBy(() -> writer(selected, "q").start(uri).awaitTermination())
          .isInstanceOf(StreamingQueryException.class)
          .hasStackTraceContaining(invalid.getValue());
    }
    assertThat(spark.table("albis.`" + uri + "`").count()).isEqualTo(2);
    spark.sql("ALTER TABLE albis.`" + uri + "` ADD COLUMN note STRING");
    writer(rows, "q").start(uri).awaitTermination();
    assertThat(spark.table("albis.`" + uri + "`").filter("note IS NULL").count()).isEqualTo(3);
  }

  @Test
  void createsTablesWithOptionsAndWritesToThoseOfTheCatalog(SparkSession spark) throws Exception {
    add("q", 4);
    writer(input(spark, "q"), "q").option("partition-by", "id").start(uri).awaitTermination();
    add("q", 4);
    writer(input(spark, "q"), "q").option("partition-by", "id").start(uri).awaitTermination();
    assertThat(rowGroups()).isEqualTo(8);

    try {
      spark.sql("CREATE TABLE t USING albis AS SELECT 'n8' AS name, 8L AS id");
      writer(input(spark, "q"), "other").toTable("t").awaitTermination();
      assertThat(spark.table("t").count()).isEqualTo(9);
    } finally {
      spark.sql("DROP TABLE IF EXISTS t");
    }
  }

  @Test
  void refusesWhatItCannotWriteOnce(SparkSession spark) throws Exception {
    add("q", 1);
    add("q", 1);
    run(spark, "q");
    for (String state : List.of("commits", "offsets", "sources")) {
      try (Stream<Path> files = Files.walk(checkpoint("q").resolve(state))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          Files.delete(file);
        }
      }
    }
    assertThatThrownBy(() -> run(spark, "q"))
        .isInstanceOf(StreamingQueryException.class)
        .hasStackTraceContaining("Cannot make commit 0 of application")
        .hasStackTraceContaining("it has made commit 1 since");
    assertThat(ids(spark)).isEqualTo(range(2));
    assertThat(dataFiles()).isEqualTo(2);

    assertThatThrownBy(
            () ->
                spark
                    .readStream()
                    .format("rate")
                    .load()
                    .writeStream()
                    .format("albis")
                    .option("checkpointLocation", checkpoint("continuous").toString())
                    .trigger(Trigger.Continuous("1 second"))
                    .start(uri + "2"))
        .hasMessageContaining("by continuous processing (expected a trigger of micro-batches");
  }

  @Test
  void mergesSmallRowGroups(SparkSession spark) throws Exception {
    for (int i = 0; i < 8; i++) {
      add("q", 2);
    }
    run(spark, "q");
    assertThat(rowGroups()).isEqualTo(8);
    for (int i = 0; i < 2; i++) {
      add("q", 2);
    }
    writer(input(spark, "q"), "q").option("merge-every", "5").start(uri).awaitTermination();
    long end = System.nanoTime() + 60_000_000_000L;
    while (rowGroups() > 1 && System.nanoTime() < end) {
      Thread.sleep(20);
    }
    assertThat(rowGroups()).isEqualTo(1);
    assertThat(ids(spark)).isEqualTo(range(20));
  }

  @Test
  void mergesColumnsOfBatches(SparkSession spark) throws Exception {
    spark.sql("CREATE TABLE albis.`" + uri + "` (ID INT, other STRING)");
    add("q", 2);
    assertThatThrownBy(() -> run(spark, "q"))
        .isInstanceOf(StreamingQueryException.class)
        .hasStackTraceContaining("it does not have the columns name of the rows")
        .hasStackTraceContaining("set the option mergeSchema to true");
    assertThat(snapshots()).isEqualTo(1);
    for (int batches = 1; batches <= 2; batches++) {
      writer(input(spark, "q"), "q").option("mergeSchema", true).start(uri).awaitTermination();
      Dataset<Row> found = spark.read().format("albis").load(uri);
      assertThat(found.schema().toDDL()).isEqualTo("ID BIGINT,other STRING,name STRING");
      assertThat(ids(spark)).isEqualTo(range(2L * batches));
      assertThat(snapshots()).isEqualTo(1 + batches);
      add("q", 2);
    }
  }
}
