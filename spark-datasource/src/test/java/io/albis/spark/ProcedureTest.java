// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.reader.SnapshotInfo;
import io.albis.reader.Table;
import io.albis.writer.AlbisFileWriter;
import io.albis.writer.RowWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import scala.jdk.javaapi.CollectionConverters;

/** Maintenance of tables by {@code CALL}. */
@ExtendWith(SparkTestSession.class)
class ProcedureTest {

  @TempDir Path directory;

  private SparkSession spark;
  private String uri;

  @BeforeEach
  void connect(SparkSession session) {
    spark = session;
    spark.conf().set("spark.sql.catalog.wh", AlbisCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.wh.warehouse", directory.toString());
    spark.sql("CREATE NAMESPACE wh.a");
    uri = directory.resolve("a/t").toString();
    for (int i = 0; i < 4; i++) {
      TestTables.append(directory.resolve("a/t"), i * 10L, 10);
    }
  }

  /** The values of the row that a call returns, by name. */
  private Map<String, Object> call(String call) {
    List<Row> rows = spark.sql("CALL " + call).collectAsList();
    assertThat(rows).hasSize(1);
    Row row = rows.get(0);
    return CollectionConverters.asJava(
        row.getValuesMap(CollectionConverters.asScala(List.of(row.schema().fieldNames())).toSeq()));
  }

  private long rowGroups() {
    try (Table table = Table.open(uri)) {
      return table.rowGroups().size();
    }
  }

  private List<Long> snapshots() {
    try (Table table = Table.open(uri)) {
      return table.snapshots().stream().map(SnapshotInfo::id).toList();
    }
  }

  @Test
  void mergesAndOptimizes() {
    assertThat(rowGroups()).isEqualTo(4);
    assertThat(call("wh.merge_row_groups('a.t', dry_run => true)"))
        .containsEntry("replaced_row_groups", 4L)
        .containsEntry("commits", 0);
    assertThat(rowGroups()).isEqualTo(4);

    assertThat(call("wh.merge_row_groups(table => 'wh.a.t', row_group_size => '1m')"))
        .containsEntry("snapshot_id", 5L)
        .containsEntry("commits", 1)
        .containsEntry("row_groups", 4L)
        .containsEntry("replaced_row_groups", 4L)
        .containsEntry("new_row_groups", 1L)
        .containsEntry("unordered_row_groups", 0L)
        .containsEntry("rows", 40L);
    assertThat(rowGroups()).isEqualTo(1);
    assertThat(spark.table("wh.a.t").count()).isEqualTo(40);

    TestTables.append(directory.resolve("a/t"), 40, 10);
    assertThat(call("albis.optimize('" + uri + "', dry_run => true)").get("new_files"))
        .isNotEqualTo(0L);
    assertThat(call("albis.optimize('" + uri + "', array('id'), memory => '4m')"))
        .containsEntry("snapshot_id", 7L)
        .containsEntry("commits", 1);
    assertThat(call("wh.optimize('a.t')")).containsKeys("new_files", "bytes", "dropped_bytes");
    assertThat(call("wh.optimize('a.t')")).containsEntry("new_files", 0L);
    assertThat(spark.table("wh.a.t").selectExpr("sum(id)").first().getLong(0)).isEqualTo(1225);
  }

  @Test
  void expiresAndCleans() throws Exception {
    // Snapshots of the last ten minutes never expire.
    assertThat(call("wh.expire_snapshots('a.t', older_than => '0s')"))
        .containsEntry("data_files", 0L)
        .containsEntry("bytes", 0L);
    assertThat(snapshots()).containsExactly(1L, 2L, 3L, 4L);
    assertThat(call("wh.expire_snapshots('a.t', '5d', 2, true)")).containsKey("snapshot_ids");

    Path left = Files.writeString(directory.resolve("a/t/data/left.albis"), "left");
    assertThat(call("wh.clean('a.t')")).containsEntry("files", 0L);
    Files.setLastModifiedTime(left, FileTime.from(Instant.now().minus(Duration.ofDays(3))));
    assertThat(call("wh.clean('a.t', grace => '5d')")).containsEntry("files", 0L);
    assertThat(call("wh.clean('a.t', dry_run => true)"))
        .containsEntry("files", 1L)
        .containsEntry("bytes", 4L);
    assertThat(left).exists();
    assertThat(call("wh.clean('a.t')")).containsEntry("files", 1L).containsEntry("bytes", 4L);
    assertThat(left).doesNotExist();
  }

  @Test
  void addsFiles() {
    try (Table table = Table.open(uri);
        AlbisFileWriter file =
            AlbisFileWriter.create(uri + "/data/more.albis", table.schema()).open()) {
      try (RowWriter rows = file.newRowWriter()) {
        TestTables.write(rows, 40, 10);
      }
      file.finish();
    }
    assertThat(call("wh.add_files('a.t', array('data/more.albis'), dry_run => true)"))
        .containsEntry("snapshot_id", 0L)
        .containsEntry("rows", 10L);
    assertThat(spark.table("wh.a.t").count()).isEqualTo(40);
    assertThat(call("wh.add_files(table => 'a.t', files => array('data/more.albis'))"))
        .containsEntry("snapshot_id", 5L)
        .containsEntry("files", 1)
        .containsEntry("row_groups", 1)
        .containsEntry("rows", 10L);
    assertThat(spark.table("wh.a.t").selectExpr("sum(id)").first().getLong(0)).isEqualTo(1225);
    assertThatThrownBy(() -> spark.sql("CALL wh.add_files('a.t', array('data/more.albis'))"))
        .hasMessageContaining("data/more.albis");
    assertThatThrownBy(() -> spark.sql("CALL wh.add_files('a.t', array('data/none.albis'))"))
        .hasMessageContaining("data/none.albis");
    assertThat(spark.table("wh.a.t").count()).isEqualTo(50);
  }

  @Test
  void tagsAndRollsBack() {
    assertThat(call("wh.tag('a.t', 'two', 2)"))
        .containsEntry("name", "two")
        .containsEntry("snapshot_id", 2L);
    assertThat(call("wh.tag(name => 'latest', table => 'a.t')")).containsEntry("snapshot_id", 5L);
    assertThat(call("wh.rollback('a.t', 'two')"))
        .containsEntry("rolled_back_to", 2L)
        .containsEntry("snapshot_id", 7L);
    assertThat(spark.table("wh.a.t").count()).isEqualTo(20);
    assertThat(call("wh.rollback('a.t', '4')")).containsEntry("rolled_back_to", 4L);
    assertThat(spark.table("wh.a.t").count()).isEqualTo(40);
    assertThat(call("wh.untag('a.t', 'two')")).containsEntry("name", "two");
    assertThatThrownBy(() -> spark.sql("CALL wh.rollback('a.t', 'two')"))
        .hasMessageContaining("there is no tag two");
    assertThatThrownBy(() -> spark.sql("CALL wh.untag('a.t', 'two')")).hasMessageContaining("two");
  }

  @Test
  void listsProcedures() {
    assertThat(spark.sql("SHOW PROCEDURES IN wh").collectAsList().toString())
        .contains("optimize", "merge_row_groups", "expire_snapshots", "clean", "rollback", "untag")
        .contains("add_files");
    assertThat(spark.sql("DESCRIBE PROCEDURE wh.clean").collectAsList().toString())
        .contains("Deletes files to which no snapshot refers");
    spark.sql("USE wh.a");
    assertThat(call("clean('a.t')")).containsEntry("files", 0L);
    assertThat(call("system.clean('a.t')")).containsEntry("files", 0L);
  }

  @Test
  void refusesWrongArguments() {
    assertThatThrownBy(() -> spark.sql("CALL wh.none('a.t')"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("there is no such procedure")
        .hasMessageContaining("merge_row_groups");
    assertThatThrownBy(() -> spark.sql("CALL wh.optimize('a.t', none => 1)"))
        .isInstanceOf(AnalysisException.class);
    assertThatThrownBy(() -> spark.sql("CALL wh.optimize()")).isInstanceOf(AnalysisException.class);
    assertThatThrownBy(() -> spark.sql("CALL wh.optimize('a.none')")).hasMessageContaining("none");
    assertThatThrownBy(() -> spark.sql("CALL albis.optimize('a.t')"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("TABLE_OR_VIEW_NOT_FOUND");
    assertThatThrownBy(() -> spark.sql("CALL wh.optimize('a.t', file_size => 'x')"))
        .hasMessageContaining("Invalid argument file_size of optimize: x (expected a size");
    assertThatThrownBy(() -> spark.sql("CALL wh.clean('a.t', grace => 'x')"))
        .hasMessageContaining("Invalid argument grace of clean: x (expected a time");
    assertThatThrownBy(() -> spark.sql("CALL wh.expire_snapshots('a.t', keep => 0)"))
        .hasMessageContaining("Invalid argument keep of expire_snapshots: 0");
    assertThatThrownBy(() -> spark.sql("CALL wh.clean(NULL)"))
        .hasMessageContaining("Invalid argument table of clean: NULL");
  }
}
