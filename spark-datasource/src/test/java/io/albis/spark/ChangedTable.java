// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import io.albis.maintenance.LaterMaintenance;
import io.albis.maintenance.TableMaintenance;
import io.albis.reader.SnapshotInfo;
import io.albis.reader.Table;
import io.albis.spark.internal.source.OpenDatasets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/**
 * The table {@code lake.t} with the columns {@code id} and {@code name}, whose changes are read.
 *
 * @param spark a session with the catalog {@code lake}
 * @param directory of the catalog
 */
record ChangedTable(SparkSession spark, Path directory) {

  private static final String CHANGE = "concat_ws(' ', _commit_version, _change_type, id, name)";

  /** Creates the table, without rows. */
  static ChangedTable create(SparkSession spark, Path directory) {
    spark.conf().set("spark.sql.catalog.lake", AlbisCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.lake.warehouse", directory.toString());
    spark.sql("CREATE TABLE lake.t (id BIGINT NOT NULL, name STRING)");
    return new ChangedTable(spark, directory);
  }

  /** Snapshots: 1 creates, 2 inserts 1 to 4, 3 updates 2, 4 deletes 3, 5 inserts 5. */
  void writeHistory() {
    spark.sql("INSERT INTO lake.t VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, null)");
    spark.sql("UPDATE lake.t SET name = 'x' WHERE id = 2");
    spark.sql("DELETE FROM lake.t WHERE id = 3");
    spark.sql("INSERT INTO lake.t VALUES (5, 'e')");
  }

  String uri() {
    return directory.resolve("t").toString();
  }

  List<SnapshotInfo> snapshots() {
    try (Table table = Table.open(uri())) {
      return table.snapshots();
    }
  }

  /** Id of the latest snapshot. */
  long version() {
    try (Table table = Table.open(uri())) {
      return table.snapshot().id();
    }
  }

  /** Lets snapshots expire, as if it were later: {@code CALL} keeps those of ten minutes. */
  void expire(int keep) {
    try (TableMaintenance table = LaterMaintenance.open(uri(), Duration.ofHours(1))) {
      table.expire(Duration.ofMinutes(10), keep);
    }
    OpenDatasets.closeIdle();
  }

  /** The values of a column of strings. */
  static List<String> strings(Dataset<Row> rows) {
    return rows.collectAsList().stream().map(row -> row.getString(0)).sorted().toList();
  }

  /**
   * Reads changes.
   *
   * @param range what follows {@code CHANGES}
   */
  Dataset<Row> read(String range) {
    return spark.sql("SELECT " + CHANGE + " FROM lake.t CHANGES " + range);
  }

  /** Each change as its snapshot, type and columns. */
  List<String> changes(String range) {
    return strings(read(range));
  }

  /**
   * Runs a stream of the changes since snapshot 3, up to the latest snapshot.
   *
   * @param options of the source
   * @param where a condition on the changes
   * @param sink a new directory for the changes
   */
  StreamingQuery stream(Path checkpoint, Map<String, String> options, String where, Path sink)
      throws Exception {
    StreamingQuery query =
        spark
            .readStream()
            .option("startingVersion", "3")
            .options(options)
            .changes("lake.t")
            .where(where)
            .selectExpr(CHANGE + " AS change")
            .writeStream()
            .format("albis")
            .option("checkpointLocation", checkpoint.toString())
            .trigger(Trigger.AvailableNow())
            .start(sink.toString());
    query.awaitTermination();
    return query;
  }

  /** What a stream has written. */
  List<String> streamed(Path sink) {
    return Files.exists(sink)
        ? strings(spark.read().format("albis").load(sink.toString()))
        : List.of();
  }
}
