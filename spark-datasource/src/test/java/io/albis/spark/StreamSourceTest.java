// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.maintenance.LaterMaintenance;
import io.albis.maintenance.RewriteOptions;
import io.albis.maintenance.TableMaintenance;
import io.albis.reader.Table;
import io.albis.spark.internal.source.OpenDatasets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.DataStreamReader;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.StreamingQueryProgress;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Streams from tables, which tables get in their turn. */
@ExtendWith(SparkTestSession.class)
class StreamSourceTest {

  @TempDir Path directory;

  private String uri;
  private String target;
  private long nextId;

  @BeforeEach
  void start() {
    uri = directory.resolve("t").toString();
    target = directory.resolve("target").toString();
  }

  private void append(SparkSession spark, int rows) {
    spark.range(nextId, nextId + rows).coalesce(1).write().format("albis").mode("append").save(uri);
    nextId += rows;
  }

  private static DataStreamReader reader(SparkSession spark, Map<String, String> options) {
    return spark.readStream().format("albis").options(options);
  }

  private StreamingQuery run(Dataset<Row> rows) throws Exception {
    StreamingQuery query =
        rows.writeStream()
            .format("albis")
            .trigger(Trigger.AvailableNow())
            .option("checkpointLocation", directory.resolve("checkpoint").toString())
            .start(target);
    query.awaitTermination();
    return query;
  }

  /** What a query gets that starts anew. */
  private List<Long> readOnce(SparkSession spark, Map<String, String> options) throws Exception {
    deleteCheckpoint();
    target = directory.resolve("target-" + System.nanoTime()).toString();
    run(reader(spark, options).load(uri));
    return ids(spark, target);
  }

  private void deleteCheckpoint() throws IOException {
    Path checkpoint = directory.resolve("checkpoint");
    if (Files.exists(checkpoint)) {
      Files.move(checkpoint, directory.resolve("old-" + System.nanoTime()));
    }
  }

  private static List<Long> ids(SparkSession spark, String uri) {
    return spark.read().format("albis").load(uri).select("id").sort("id").collectAsList().stream()
        .map(row -> row.getLong(0))
        .toList();
  }

  private static List<Long> range(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }

  private void merge() {
    try (TableMaintenance table = TableMaintenance.open(uri)) {
      table.mergeRowGroups(RewriteOptions.defaults());
    }
  }

  @Test
  void readsTheLatestSnapshotAndThenWhatIsAdded(SparkSession spark) throws Exception {
    append(spark, 10);
    append(spark, 10);
    assertThat(run(reader(spark, Map.of()).load(uri)).recentProgress()).hasSize(1);
    assertThat(ids(spark, target)).isEqualTo(range(0, 20));

    append(spark, 5);
    merge();
    append(spark, 5);
    try (TableMaintenance table = TableMaintenance.open(uri)) {
      table.optimize(RewriteOptions.defaults());
      table.tag("t", 1);
    }
    StreamingQuery query = run(reader(spark, Map.of()).load(uri));
    assertThat(ids(spark, target)).isEqualTo(range(0, 30));
    StreamingQueryProgress progress = query.recentProgress()[0];
    assertThat(progress.numInputRows()).isEqualTo(10);
    assertThat(progress.sources()[0].metrics()).containsEntry("snapshotsBehind", "0");

    spark.sql("ALTER TABLE albis.`" + uri + "` ADD COLUMN note STRING");
    append(spark, 5);
    run(reader(spark, Map.of()).load(uri).select("id"));
    assertThat(ids(spark, target)).isEqualTo(range(0, 35));
  }

  /** Restarts at random places, with appends and merges in between, and limits of batches. */
  @Test
  void losesAndDoublesNoRow(SparkSession spark) throws Exception {
    long seed = Long.getLong("albis.seed", System.nanoTime());
    SplittableRandom random = new SplittableRandom(seed);
    append(spark, 1 + random.nextInt(5));
    for (int round = 0; round < 6; round++) {
      for (int appends = random.nextInt(4); appends > 0; appends--) {
        append(spark, 1 + random.nextInt(5));
        if (random.nextInt(3) == 0) {
          merge();
        }
      }
      Map<String, String> options =
          switch (random.nextInt(3)) {
            case 0 -> Map.of();
            case 1 -> Map.of("maxRowsPerTrigger", Integer.toString(1 + random.nextInt(8)));
            default -> Map.of("maxBytesPerTrigger", "500", "maxRowsPerTrigger", "9");
          };
      run(reader(spark, options).load(uri));
      if (random.nextBoolean()) {
        Checkpoints.loseLastCommit(directory.resolve("checkpoint"));
      }
    }
    run(reader(spark, Map.of()).load(uri));
    assertThat(ids(spark, target)).as("seed %d", seed).isEqualTo(range(0, nextId));
  }

  /** The first batch is what it was, although the table has later snapshots. */
  @Test
  void repeatsTheFirstBatch(SparkSession spark) throws Exception {
    append(spark, 10);
    run(reader(spark, Map.of()).load(uri));
    Checkpoints.loseLastCommit(directory.resolve("checkpoint"));
    append(spark, 10);
    merge();
    target = directory.resolve("other").toString();
    StreamingQuery query = run(reader(spark, Map.of()).load(uri));
    assertThat(query.recentProgress()[0].numInputRows()).isEqualTo(10);
    assertThat(ids(spark, target)).isEqualTo(range(0, 20));
  }

  @Test
  void startsAtAVersionOrTime(SparkSession spark) throws Exception {
    List<String> times = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      append(spark, 10);
      try (Table table = Table.open(uri)) {
        times.add(table.snapshot().timestamp().toString());
      }
      Thread.sleep(5);
    }
    assertThat(readOnce(spark, Map.of("startingVersion", "1"))).isEqualTo(range(0, 30));
    assertThat(readOnce(spark, Map.of("startingVersion", "3"))).isEqualTo(range(20, 30));
    assertThat(readOnce(spark, Map.of("startingTimestamp", times.get(1)))).isEqualTo(range(10, 30));
    assertThat(readOnce(spark, Map.of("startingTimestamp", "2000-01-01"))).isEqualTo(range(0, 30));

    deleteCheckpoint();
    target = directory.resolve("latest").toString();
    Dataset<Row> latest = reader(spark, Map.of("startingVersion", "LATEST")).load(uri);
    run(latest);
    append(spark, 1);
    run(latest);
    assertThat(ids(spark, target)).isEqualTo(range(30, 31));

    for (Map.Entry<Map<String, String>, String> invalid :
        Map.of(
                Map.of("startingVersion", "6"), "expected at most the next snapshot, 5",
                Map.of("startingVersion", "0"), "Invalid option startingVersion: 0",
                Map.of("startingTimestamp", "now"), "Invalid option startingTimestamp: now",
                Map.of("maxRowsPerTrigger", "0"), "Invalid option maxRowsPerTrigger: 0",
                Map.of("on-change", "x"), "expected fail, skip or append",
                Map.of("versionAsOf", "1"), "expected options startingVersion or")
            .entrySet()) {
      assertThatThrownBy(() -> readOnce(spark, invalid.getKey()))
          .isInstanceOf(StreamingQueryException.class)
          .hasStackTraceContaining(invalid.getValue());
    }
    assertThatThrownBy(() -> reader(spark, Map.of()).load(uri + "-none"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("PATH_NOT_FOUND");
  }

  @Test
  void doesAtChangesWhatTheOptionSays(SparkSession spark) throws Exception {
    append(spark, 10);
    append(spark, 10);
    spark.range(100, 103).write().format("albis").mode("overwrite").save(uri);
    append(spark, 5);
    TreeSet<Long> expected = new TreeSet<>(range(0, 25));
    assertThat(readOnce(spark, Map.of("startingVersion", "1", "on-change", "skip")))
        .containsExactlyElementsOf(expected);
    expected.addAll(range(100, 103));
    assertThat(readOnce(spark, Map.of("startingVersion", "1", "on-change", "append")))
        .containsExactlyElementsOf(expected);
    assertThatThrownBy(() -> readOnce(spark, Map.of("startingVersion", "1")))
        .isInstanceOf(StreamingQueryException.class)
        .hasStackTraceContaining(
            "snapshot 3 (overwrite) has replaced or removed rows (set the option on-change to"
                + " skip");
  }

  @Test
  void failsIfASnapshotHasExpired(SparkSession spark) throws Exception {
    append(spark, 10);
    run(reader(spark, Map.of()).load(uri));
    append(spark, 10);
    append(spark, 10);
    try (TableMaintenance table = LaterMaintenance.open(uri, Duration.ofHours(1))) {
      table.expire(Duration.ofMinutes(10), 1);
    }
    // Snapshots that are open can be read.
    OpenDatasets.closeIdle();
    assertThatThrownBy(() -> run(reader(spark, Map.of()).load(uri)))
        .isInstanceOf(StreamingQueryException.class)
        .hasStackTraceContaining("snapshot 2, which it needs next, has expired");
    assertThat(ids(spark, target)).isEqualTo(range(0, 10));
    assertThatThrownBy(() -> readOnce(spark, Map.of("startingTimestamp", "2000-01-01")))
        .hasStackTraceContaining(
            "snapshots since then have expired (all from snapshot 3 on exist)");
  }

  @Test
  void readsTablesOfCatalogs(SparkSession spark) throws Exception {
    append(spark, 10);
    for (String name : List.of("albis.`" + uri + "`", "t")) {
      deleteCheckpoint();
      target = directory.resolve("target-" + name.length()).toString();
      try {
        spark.sql("CREATE TABLE t USING albis LOCATION '" + uri + "'");
        run(spark.readStream().table(name));
      } finally {
        spark.sql("DROP TABLE t");
      }
      assertThat(ids(spark, target)).isEqualTo(range(0, 10));
    }
    deleteCheckpoint();
    Dataset<Row> counts = spark.readStream().format("albis").load(uri).groupBy("id").count();
    StreamingQuery query =
        counts
            .writeStream()
            .format("albis")
            .outputMode("complete")
            .trigger(Trigger.AvailableNow())
            .option("checkpointLocation", directory.resolve("checkpoint").toString())
            .start(target + "-counts");
    query.awaitTermination();
    assertThat(ids(spark, target + "-counts")).isEqualTo(range(0, 10));
  }
}
