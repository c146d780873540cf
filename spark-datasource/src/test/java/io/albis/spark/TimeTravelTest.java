// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.schema.Field;
import io.albis.format.schema.Type;
import io.albis.maintenance.TableMaintenance;
import io.albis.reader.SnapshotInfo;
import io.albis.reader.Table;
import io.albis.writer.FixedEnvironment;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Queries of older snapshots. */
@ExtendWith(SparkTestSession.class)
class TimeTravelTest {

  @TempDir Path directory;

  private String table(String name, long firstId, int rows) {
    return TestTables.append(directory.resolve(name), firstId, rows);
  }

  private static long sum(Dataset<Row> table) {
    return table.selectExpr("sum(id)").first().getLong(0);
  }

  /** Writes a table of snapshots with ten rows more each, and returns their times. */
  private List<Instant> writeSnapshots(String uri, int count) {
    FixedEnvironment environment = new FixedEnvironment("times");
    for (int i = 0; i < count; i++) {
      TestTables.write(
          environment.apply(
              i == 0 ? TableWriter.create(uri, TestTables.SCHEMA) : TableWriter.append(uri)),
          10L * i,
          10);
    }
    try (Table table = Table.open(uri)) {
      return table.snapshots().stream().map(SnapshotInfo::timestamp).toList();
    }
  }

  @Test
  void travelsInTime(SparkSession spark) throws Exception {
    String uri = table("t", 0, 10);
    Instant between = Instant.now();
    while (!Instant.now().isAfter(between.plusMillis(2))) {
      Thread.onSpinWait();
    }
    table("t", 10, 10);
    String timestamp = between.plusMillis(1).toString();

    assertThat(sum(spark.read().format("albis").load(uri))).isEqualTo(190);
    assertThat(sum(spark.read().format("albis").option("versionAsOf", "1").load(uri)))
        .isEqualTo(45);
    assertThat(sum(spark.read().format("albis").option("timestampAsOf", timestamp).load(uri)))
        .isEqualTo(45);
    assertThat(
            spark.sql("SELECT sum(id) FROM albis.`" + uri + "` VERSION AS OF 1").first().getLong(0))
        .isEqualTo(45);
    assertThat(
            spark
                .sql("SELECT sum(id) FROM albis.`" + uri + "` TIMESTAMP AS OF '" + timestamp + "'")
                .first()
                .getLong(0))
        .isEqualTo(45);
    String latest = "SELECT sum(id) FROM albis.`" + uri + "` ";
    assertThat(sum(spark.sql("SELECT id FROM albis.`" + uri + "` WITH (versionAsOf = 1)")))
        .isEqualTo(45);
    assertThat(
            spark
                .sql(latest + "WITH (timestampAsOf = '" + timestamp + "') WHERE id > 7")
                .first()
                .getLong(0))
        .isEqualTo(17);
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.addColumn(Field.nullable("late", Type.int32())).commit();
    }
    // Spark itself asks the catalog of paths for the version, so that columns may differ.
    assertThat(spark.sql(latest + "WITH (versionAsOf = 1)").first().getLong(0)).isEqualTo(45);
    assertThatThrownBy(
            () -> spark.read().format("albis").option("timestampAsOf", "2001-01-01").load(uri))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("its oldest snapshot is of");
    assertThatThrownBy(
            () -> spark.read().format("albis").option("versionAsOf", "yesterday").load(uri))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected the id of a snapshot");
    assertThatThrownBy(() -> spark.read().format("albis").option("versionAsOf", "1").load(uri, uri))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("each table has its own snapshots");
  }

  /** Older snapshots that are left have other rows than the table had at that time. */
  /** Since Spark 4.2; before, it keeps the snapshot of when it was created. */
  @Test
  void aDataFrameReadsTheLatestSnapshotEachTimeItRuns(SparkSession spark) throws Exception {
    String uri = table("t", 0, 10);
    Dataset<Row> loaded = spark.read().format("albis").load(uri);
    Dataset<Row> named = spark.table("albis.`" + uri + "`");
    Dataset<Row> fixed = spark.read().format("albis").option("versionAsOf", 1).load(uri);
    for (Dataset<Row> frame : List.of(loaded, named, fixed)) {
      assertThat(frame.count()).isEqualTo(10);
    }
    spark.sql("INSERT INTO albis.`" + uri + "` SELECT * FROM albis.`" + uri + "`");

    assertThat(loaded.count()).isEqualTo(20);
    assertThat(named.count()).isEqualTo(20);
    assertThat(fixed.count()).isEqualTo(10);
    spark.sql("ALTER TABLE albis.`" + uri + "` DROP COLUMN name");
    spark.sql("ALTER TABLE albis.`" + uri + "` ADD COLUMN name STRING");
    assertThatThrownBy(named::count).hasMessageContaining("INCOMPATIBLE_TABLE_CHANGE");
  }

  @Test
  void refusesTimesWhoseSnapshotHasExpired(SparkSession spark) {
    String uri = directory.resolve("t").toString();
    List<Instant> times = writeSnapshots(uri, 4);
    try (TableMaintenance maintenance = TableMaintenance.open(uri)) {
      maintenance.tag("kept", 1);
      assertThat(maintenance.expire(Duration.ZERO, 3).snapshotIds()).containsExactly(2L);
    }
    String path = "albis.`" + uri + "`";
    Instant expired = times.get(1);

    for (ThrowingCallable query :
        List.<ThrowingCallable>of(
            () -> spark.sql("SELECT * FROM " + path + " TIMESTAMP AS OF '" + expired + "'"),
            () -> spark.sql("SELECT * FROM " + path + " WITH (timestampAsOf = '" + expired + "')"),
            () ->
                spark
                    .read()
                    .format("albis")
                    .option("timestampAsOf", expired.toString())
                    .load(uri))) {
      assertThatThrownBy(query)
          .isInstanceOf(AnalysisException.class)
          .hasMessageContaining("as of " + expired)
          .hasMessageContaining("has expired; there are all from snapshot 3 of " + times.get(2))
          .hasMessageContaining("before it [1], which can be read by their ids");
    }
    assertThat(sum(spark.sql("SELECT * FROM " + path + " VERSION AS OF 1"))).isEqualTo(45);
    String left = " TIMESTAMP AS OF '" + times.get(2) + "'";
    assertThat(sum(spark.sql("SELECT * FROM " + path + left))).isEqualTo(435);
  }

  /** Versions of Spark that ask the catalog for the snapshot of an option get that table. */
  @Test
  void loadsTheSnapshotOfAnOptionOnce(SparkSession spark) {
    spark.conf().set("spark.sql.catalog.recording", RecordingCatalog.class.getName());
    String uri = directory.resolve("t").toString();
    List<Instant> times = writeSnapshots(uri, 3);
    for (String version : List.of("versionAsOf = 2", "timestampAsOf = '" + times.get(1) + "'")) {
      RecordingCatalog.VERSIONS.clear();

      Dataset<Row> query =
          spark.sql("SELECT * FROM recording.`" + uri + "` WITH (" + version + ")");

      assertThat(query.count()).isEqualTo(20);
      DataSourceV2Relation relation =
          (DataSourceV2Relation) query.queryExecution().analyzed().collectLeaves().head();
      if (!RecordingCatalog.VERSIONS.isEmpty()) {
        assertThat(RecordingCatalog.VERSIONS).as(version).anyMatch(t -> t == relation.table());
      }
    }
  }

  /** The catalog of paths, which remembers the tables of versions that Spark has asked for. */
  public static final class RecordingCatalog implements TableCatalog {

    static final List<org.apache.spark.sql.connector.catalog.Table> VERSIONS =
        new CopyOnWriteArrayList<>();

    private final AlbisCatalog paths = new AlbisCatalog();

    /** For Spark. */
    public RecordingCatalog() {}

    @Override
    public String name() {
      return paths.name();
    }

    @Override
    public void initialize(String name, CaseInsensitiveStringMap options) {
      paths.initialize(name, options);
    }

    @Override
    public Identifier[] listTables(String[] namespace) throws NoSuchNamespaceException {
      return paths.listTables(namespace);
    }

    @Override
    public org.apache.spark.sql.connector.catalog.Table loadTable(Identifier ident)
        throws NoSuchTableException {
      return paths.loadTable(ident);
    }

    @Override
    public org.apache.spark.sql.connector.catalog.Table loadTable(Identifier ident, String version)
        throws NoSuchTableException {
      return recorded(paths.loadTable(ident, version));
    }

    @Override
    public org.apache.spark.sql.connector.catalog.Table loadTable(Identifier ident, long timestamp)
        throws NoSuchTableException {
      return recorded(paths.loadTable(ident, timestamp));
    }

    private static org.apache.spark.sql.connector.catalog.Table recorded(
        org.apache.spark.sql.connector.catalog.Table table) {
      VERSIONS.add(table);
      return table;
    }

    @Override
    public org.apache.spark.sql.connector.catalog.Table alterTable(
        Identifier ident, TableChange... changes) throws NoSuchTableException {
      return paths.alterTable(ident, changes);
    }

    @Override
    public boolean dropTable(Identifier ident) {
      return paths.dropTable(ident);
    }

    @Override
    public void renameTable(Identifier oldIdent, Identifier newIdent)
        throws NoSuchTableException, TableAlreadyExistsException {
      paths.renameTable(oldIdent, newIdent);
    }
  }
}
