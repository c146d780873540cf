// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CommitConflictException;
import io.albis.reader.Table;
import io.albis.spark.internal.table.AlbisTable;
import io.albis.spark.internal.table.TableAlteration;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.constraints.Constraint;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.LogicalWriteInfoImpl;
import org.apache.spark.sql.connector.write.RowLevelOperation;
import org.apache.spark.sql.connector.write.RowLevelOperationInfoImpl;
import org.apache.spark.sql.connector.write.SupportsDelta;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tables that are dropped and created again, with as many snapshots, while a statement or a stream
 * still refers to the previous table. Nothing it has learned applies to the new one.
 */
@ExtendWith(SparkTestSession.class)
class RecreatedTableTest {

  @TempDir Path directory;

  private SparkSession spark;
  private String uri;

  @BeforeEach
  void connect(SparkSession session) {
    spark = session;
    spark.conf().set("spark.sql.catalog.wh", AlbisCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.wh.warehouse", directory.toString());
    uri = directory.resolve("t").toString();
    create(spark, 0);
  }

  /** Snapshots 1 to 3, with ten rows and row groups 0 and 1. */
  private static void create(SparkSession session, long first) {
    session.sql("CREATE TABLE wh.t (id BIGINT, name STRING)");
    for (long id = first; id < first + 10; id += 5) {
      session.sql("INSERT INTO wh.t SELECT id, 'n' FROM range(" + id + ", " + (id + 5) + ", 1, 1)");
    }
  }

  private static void createAgain(SparkSession session, long first) {
    session.sql("DROP TABLE wh.t");
    create(session, first);
  }

  private AlbisTable load() {
    return (AlbisTable)
        new AlbisDataSource()
            .getTable(spark.read().format("albis").load(uri).schema(), null, Map.of("path", uri));
  }

  private void requireNew() {
    assertThat(spark.sql("SELECT count(*), min(id), max(name) FROM wh.t").first().toString())
        .isEqualTo("[10,100,n]");
    try (Table table = Table.open(uri)) {
      assertThat(table.snapshot().id()).isEqualTo(3);
    }
  }

  @Test
  void hasNotTheRowsThatAConstraintWasCheckedFor() {
    AlbisTable checked = load();
    createAgain(spark, 100);
    TableChange constraint =
        TableChange.addConstraint(
            Constraint.check("c").predicateSql("id < 50").enforced(true).build(),
            checked.version());

    assertThatThrownBy(() -> TableAlteration.apply("t", checked.target(), List.of(constraint)))
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining("the table was deleted and created again since snapshot 3 was read");
    assertThat(load().constraints()).isEmpty();
    spark.sql("ALTER TABLE wh.t ADD CONSTRAINT c CHECK (id >= 100)");
    assertThat(load().constraints()).hasSize(1);
  }

  /** Between the analysis of a statement and the plan of its write. */
  @Test
  void hasOtherRowGroupsThanAStatementWasAnalyzedWith() {
    CaseInsensitiveStringMap none = CaseInsensitiveStringMap.empty();
    AlbisTable analyzed = load();
    SupportsDelta delete =
        (SupportsDelta)
            analyzed
                .newRowLevelOperationBuilder(
                    new RowLevelOperationInfoImpl(RowLevelOperation.Command.DELETE, none))
                .build();
    LogicalWriteInfo info =
        new LogicalWriteInfoImpl(
            "query", analyzed.schema(), none, Optional.empty(), Optional.empty());
    createAgain(spark, 100);

    assertThatThrownBy(() -> delete.newWriteBuilder(info).build())
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining("deleted and created again since the statement was analyzed");
    requireNew();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM wh.t WHERE meanwhile(id) < 5",
        "UPDATE wh.t SET name = 'x' WHERE meanwhile(id) = 3",
        "MERGE INTO wh.t t USING (SELECT 3L AS id) s ON meanwhile(t.id) = s.id"
            + " WHEN MATCHED THEN UPDATE SET name = 'x'",
        "INSERT INTO wh.t SELECT meanwhile(id), 'x' FROM range(7)",
        "INSERT OVERWRITE wh.t SELECT meanwhile(id), 'x' FROM range(7)",
      })
  void refusesWhatWasPlannedBefore(String statement) {
    SparkSession other = spark.newSession();
    for (String key : List.of("spark.sql.catalog.wh", "spark.sql.catalog.wh.warehouse")) {
      other.conf().set(key, spark.conf().get(key));
    }
    Meanwhile.register(spark, DataTypes.LongType);
    Meanwhile.ACTION.set(() -> createAgain(other, 100));

    assertThatThrownBy(() -> spark.sql(statement))
        .satisfiesAnyOf(
            e ->
                assertThat(e)
                    .hasStackTraceContaining("the table was deleted and created again")
                    .hasStackTraceContaining("(expected "),
            e ->
                assertThat(e)
                    .hasStackTraceContaining("it was replaced after the query")
                    .hasStackTraceContaining("(expected "),
            // Writers create files while the rows are computed, here of a table that is gone.
            e ->
                assertThat(e)
                    .hasStackTraceContaining("Failed to write data/")
                    .hasStackTraceContaining(
                        "NoSuchFileException: " + directory.resolve("t/data")));
    assertThat(Meanwhile.ACTION).hasNullValue();
    requireNew();
  }

  @Test
  void hasNotTheSnapshotsThatAStreamHasRead() throws Exception {
    stream(spark.readStream().table("wh.t"), "rows");
    stream(spark.readStream().option("startingVersion", 1).changes("wh.t"), "changes");
    createAgain(spark, 100);
    spark.sql("INSERT INTO wh.t VALUES (200, 'late')");

    assertThatThrownBy(() -> stream(spark.readStream().table("wh.t"), "rows"))
        .hasStackTraceContaining(
            "as a stream: the table was deleted and created again since the query started")
        .hasStackTraceContaining("start a new query, with a new checkpoint");
    assertThatThrownBy(
            () ->
                stream(spark.readStream().option("startingVersion", 1).changes("wh.t"), "changes"))
        .hasStackTraceContaining("Cannot read the changes of")
        .hasStackTraceContaining("deleted and created again since the query started");
    stream(spark.readStream().table("wh.t"), "anew");
    assertThat(
            spark.read().format("albis").load(directory.resolve("rows-of-anew").toString()).count())
        .isEqualTo(11);
  }

  private void stream(Dataset<Row> rows, String query) throws Exception {
    rows.select("id")
        .writeStream()
        .format("albis")
        .trigger(Trigger.AvailableNow())
        .option("checkpointLocation", directory.resolve("checkpoint-" + query).toString())
        .start(directory.resolve("rows-of-" + query).toString())
        .awaitTermination();
  }
}
