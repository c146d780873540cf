// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.maintenance.TableMaintenance;
import io.albis.reader.Table;
import io.albis.storage.NotPublishedException;
import io.albis.tests.FaultyStorageProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Procedures that rewrite a table by many tasks. */
@ExtendWith(SparkTestSession.class)
class MaintenanceJobTest {

  /** So small that each partition is the work of several tasks. */
  private static final String MERGE = "merge_row_groups('%s', row_group_size => '64k')";

  private static final String OPTIMIZE = "optimize('%s', file_size => '256k', step_size => '400k')";

  @TempDir Path directory;

  private SparkSession spark;
  private String uri;

  /** Descriptions and numbers of tasks of the jobs of procedures. */
  private final List<String> jobs = Collections.synchronizedList(new ArrayList<>());

  private final SparkListener listener =
      new SparkListener() {
        @Override
        public void onJobStart(SparkListenerJobStart start) {
          String description = start.properties().getProperty("spark.job.description");
          if (description != null && description.contains(uri)) {
            int tasks = start.stageInfos().apply(0).numTasks();
            jobs.add(description.substring(0, description.indexOf(' ')) + " " + tasks);
          }
        }
      };

  @BeforeEach
  void write(SparkSession session) {
    spark = session;
    uri = directory.resolve("t").toString();
    for (int i = 0; i < 40; i++) {
      spark
          .range(i * 1500L, (i + 1) * 1500L, 1, 1)
          .selectExpr("id", "id % 3 AS part", "concat('n', id) AS name")
          .write()
          .format("albis")
          .mode("append")
          .options(i == 0 ? Map.of("partition-by", "part") : Map.of())
          .save(uri);
    }
  }

  /** The rows by partition, in the order of the table. */
  private List<List<Row>> rows() {
    List<List<Row>> rows = new ArrayList<>();
    for (int part = 0; part < 3; part++) {
      rows.add(
          spark
              .read()
              .format("albis")
              .load(uri)
              .where("part = " + part)
              .coalesce(1)
              .collectAsList());
    }
    return rows;
  }

  private List<Path> dataFiles() throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve("t/data"))) {
      return files.sorted().toList();
    }
  }

  private int rowGroups() {
    try (Table table = Table.open(uri)) {
      assertThat(table.verify(bytes -> {}).problems()).isEmpty();
      return table.rowGroups().size();
    }
  }

  private long snapshotId() {
    try (Table table = Table.open(uri)) {
      return table.snapshot().id();
    }
  }

  private Row call(String procedure, String location) {
    return spark.sql("CALL albis." + procedure.formatted(location)).first();
  }

  @Test
  void tasksRewriteWhatTheDriverCommits() throws Exception {
    List<List<Row>> before = rows();
    assertThat(rowGroups()).isEqualTo(120);
    spark.sparkContext().setJobDescription("of the user");
    spark.sparkContext().addSparkListener(listener);
    try {
      Row merged = call(MERGE, uri);
      assertThat(merged.getInt(merged.fieldIndex("commits"))).isEqualTo(1);
      assertThat(merged.getLong(merged.fieldIndex("replaced_row_groups"))).isEqualTo(120);
      assertThat(merged.getLong(merged.fieldIndex("rows"))).isEqualTo(60_000);
      assertThat((long) rowGroups())
          .isEqualTo(merged.getLong(merged.fieldIndex("new_row_groups")))
          .isBetween(20L, 40L);
      assertThat(rows()).isEqualTo(before);
      assertThat(call(MERGE, uri).getInt(1)).isZero();

      Row optimized = call(OPTIMIZE, uri);
      assertThat(optimized.getInt(optimized.fieldIndex("commits"))).isGreaterThan(1);
      assertThat(rows()).isEqualTo(before);
      assertThat(rowGroups()).isPositive();
      assertThat(call(OPTIMIZE, uri).getInt(1)).isZero();
    } finally {
      assertThat(spark.sparkContext().getLocalProperty("spark.job.description"))
          .isEqualTo("of the user");
      spark.sparkContext().setJobDescription(null);
      spark.sparkContext().listenerBus().waitUntilEmpty();
      spark.sparkContext().removeSparkListener(listener);
    }
    assertThat(jobs.get(0)).matches("merge ([6-9]|[1-9][0-9])");
    assertThat(jobs).filteredOn(job -> job.matches("optimize [0-9]+")).hasSizeGreaterThan(1);
  }

  @Test
  void leavesTheTableAsItWasIfATaskFails() throws IOException {
    List<List<Row>> before = rows();
    for (String procedure : List.of(MERGE, OPTIMIZE)) {
      for (String method : List.of("createFile", "openFile")) {
        FaultyStorageProvider.failNext(method, false, new IOException("no space"));
        // The files of tasks that end while the job fails stay, for the clean-up.
        assertThat(filesLeftBy(procedure)).isLessThan(4);
      }
      FaultyStorageProvider.failNext(
          "publish", false, new NotPublishedException(new IOException("no space")));
      assertThat(filesLeftBy(procedure)).isZero();
    }
    assertThat(rows()).isEqualTo(before);
    for (String procedure : List.of(MERGE, OPTIMIZE)) {
      FaultyStorageProvider.failNext("publish", true, new IOException("lost answer"));
      assertThat(call(procedure, "faulty:" + uri).getInt(1)).isPositive();
      assertThat(rows()).isEqualTo(before);
    }
    assertThat(rowGroups()).isLessThan(120);
  }

  /** Data files that a call leaves that fails. */
  private int filesLeftBy(String procedure) throws IOException {
    List<Path> before = dataFiles();
    long snapshot = snapshotId();
    assertThatThrownBy(() -> call(procedure, "faulty:" + uri)).hasStackTraceContaining("no space");
    assertThat(snapshotId()).isEqualTo(snapshot);
    assertThat(rowGroups()).isEqualTo(120);
    int left = dataFiles().size() - before.size();
    try (TableMaintenance table = TableMaintenance.open(uri)) {
      table.clean(Duration.ZERO);
    }
    assertThat(dataFiles()).isEqualTo(before);
    return left;
  }
}
