// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CommitConflictException;
import io.albis.spark.internal.source.Source;
import io.albis.spark.internal.table.AlbisTable;
import io.albis.spark.internal.table.TableAlteration;
import io.albis.spark.internal.write.RowsWriteBuilder;
import io.albis.writer.DistributedWrite;
import io.albis.writer.RowWriter;
import io.albis.writer.TableUpdate;
import io.albis.writer.TaskResult;
import io.albis.writer.TaskWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.SparkRuntimeException;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.constraints.Constraint;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.LogicalWriteInfoImpl;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryException;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Constraints of tables: where they are kept, and which writes are checked. */
@ExtendWith(SparkTestSession.class)
class ConstraintsTest {

  @TempDir Path directory;

  private SparkSession spark;
  private String uri;

  @BeforeEach
  void connect(SparkSession session) {
    spark = session;
    spark.conf().set("spark.sql.catalog.wh", AlbisCatalog.class.getName());
    spark.conf().set("spark.sql.catalog.wh.warehouse", directory.toString());
    uri = directory.resolve("t").toString();
    run(
        "CREATE TABLE wh.t (id BIGINT, s STRUCT<a: INT>, CONSTRAINT positive CHECK (id > 0))",
        "INSERT INTO wh.t VALUES (1, struct(1)), (2, null), (null, null)");
  }

  private void run(String... statements) {
    for (String statement : statements) {
      spark.sql(statement);
    }
  }

  private List<Row> sql(String statement) {
    return spark.sql(statement).collectAsList();
  }

  private AbstractThrowableAssert<?, ?> failing(String statement) {
    return assertThatThrownBy(() -> spark.sql(statement)).as(statement);
  }

  private void violates(String statement) {
    failing(statement)
        .isInstanceOf(SparkRuntimeException.class)
        .hasMessageContaining("CHECK_CONSTRAINT_VIOLATION")
        .hasMessageContaining("positive");
    assertThat(sum()).as("rows after " + statement).isEqualTo(3);
  }

  private long sum() {
    return spark.read().format("albis").load(uri).selectExpr("sum(id)").head().getLong(0);
  }

  private Map<String, String> stored() {
    try (TableUpdate update = TableUpdate.open(uri)) {
      return update.properties();
    }
  }

  private AlbisTable load() {
    return (AlbisTable)
        new AlbisDataSource()
            .getTable(spark.read().format("albis").load(uri).schema(), null, Map.of("path", uri));
  }

  @Test
  void keepsConstraintsAsPropertiesThatSqlDoesNotShow() {
    assertThat(stored()).containsEntry("constraint.positive", "CHECK (id > 0)");
    run("ALTER TABLE wh.t ADD CONSTRAINT `a b` CHECK (s.a + 1 > 0) RELY");
    assertThat(stored()).containsEntry("constraint.a b", "CHECK (s.a + 1 > 0) RELY");
    assertThat(load().constraints())
        .extracting(Constraint::toDDL)
        .containsExactly(
            "CONSTRAINT a b CHECK (s.a + 1 > 0) ENFORCED RELY",
            "CONSTRAINT positive CHECK (id > 0) ENFORCED NORELY");
    assertThat(sql("SHOW TBLPROPERTIES wh.t").toString()).doesNotContain("constraint.");
    assertThat(sql("SHOW CREATE TABLE wh.t").toString())
        .contains("CONSTRAINT positive CHECK (id > 0)")
        .doesNotContain("constraint.");
    assertThat(sql("DESCRIBE EXTENDED wh.t").toString()).contains("positive", "id > 0");
    failing("INSERT INTO wh.t VALUES (5, struct(-5))").hasMessageContaining("a b");
    run("ALTER TABLE wh.t DROP CONSTRAINT POSITIVE");
    assertThat(stored()).containsOnlyKeys("constraint.a b");
    run("ALTER TABLE wh.t DROP CONSTRAINT `a b`");
    assertThat(stored()).isEmpty();
    failing("ALTER TABLE wh.t DROP CONSTRAINT positive")
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("CONSTRAINT_DOES_NOT_EXIST");
    run(
        "ALTER TABLE wh.t DROP CONSTRAINT IF EXISTS positive",
        "INSERT INTO wh.t VALUES (-1, null)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE wh.t SET TBLPROPERTIES ('constraint.x' = 'CHECK (id > 1)')",
        "ALTER TABLE wh.t UNSET TBLPROPERTIES ('constraint.positive')",
        "CREATE TABLE wh.u (id INT) TBLPROPERTIES ('constraint.x' = 'CHECK (id > 1)')",
        "CREATE TABLE wh.u TBLPROPERTIES ('constraint.x' = 'CHECK (id > 1)') AS SELECT 1 AS id"
      })
  void refusesConstraintsAsProperties(String statement) {
    failing(statement).hasStackTraceContaining("it is a constraint (use ALTER TABLE");
    assertThat(stored()).containsOnlyKeys("constraint.positive");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO wh.t VALUES (0, null)",
        "INSERT INTO wh.t BY NAME SELECT -5L AS id",
        "INSERT INTO wh.t (id) SELECT id FROM range(3)",
        "INSERT OVERWRITE wh.t VALUES (3, null), (0, null)",
        "INSERT INTO wh.t REPLACE WHERE id = 1 SELECT 0, null",
        "UPDATE wh.t SET id = id - 1",
        "UPDATE wh.t SET id = -id WHERE s.a = 1",
        "MERGE INTO wh.t USING (SELECT 1 AS k) ON id = k WHEN MATCHED THEN UPDATE SET id = 0",
        "MERGE INTO wh.t USING (SELECT 0 AS k) ON id = k WHEN NOT MATCHED THEN INSERT (id) VALUES"
            + " (k)",
        "MERGE WITH SCHEMA EVOLUTION INTO wh.t USING (SELECT 0L AS id, 'x' AS n) u ON t.id = u.id"
            + " WHEN NOT MATCHED THEN INSERT *"
      })
  void checksStatements(String statement) {
    violates(statement);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Append", "Overwrite"})
  void checksDataFrames(SaveMode mode) {
    Dataset<Row> rows = spark.sql("SELECT 0L AS id, struct(1 AS a) AS s");
    List<Runnable> writes =
        List.of(
            () -> rows.write().format("albis").mode(mode).save(uri),
            () ->
                rows.withColumn("n", rows.col("id"))
                    .write()
                    .format("albis")
                    .mode(mode)
                    .option("mergeSchema", "true")
                    .save(uri),
            () -> rows.write().mode(mode).insertInto("wh.t"),
            () -> rows.write().mode(SaveMode.Append).saveAsTable("wh.t"),
            () ->
                rows.write()
                    .format("albis")
                    .mode(SaveMode.Overwrite)
                    .option("overwriteSchema", "true")
                    .save(uri));
    for (Runnable write : writes) {
      assertThatThrownBy(write::run).hasStackTraceContaining("CHECK_CONSTRAINT_VIOLATION");
      assertThat(sum()).isEqualTo(3);
    }
    assertThat(spark.read().format("albis").load(uri).columns()).containsExactly("id", "s");
  }

  @Test
  void keepsConstraintsIfTheSchemaIsOverwritten() {
    spark
        .sql("SELECT 7 AS id, 'x' AS n")
        .write()
        .format("albis")
        .mode(SaveMode.Overwrite)
        .option("overwriteSchema", "true")
        .save(uri);
    assertThat(stored()).containsOnlyKeys("constraint.positive");
    assertThat(spark.read().format("albis").load(uri).columns()).containsExactly("id", "n");
    assertThatThrownBy(
            () ->
                spark
                    .sql("SELECT 'x' AS n")
                    .write()
                    .format("albis")
                    .mode(SaveMode.Overwrite)
                    .option("overwriteSchema", "true")
                    .save(uri))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("`id`");
    assertThat(sum()).isEqualTo(7);
  }

  @Test
  void checksThroughTheSessionCatalog() {
    run(
        "DROP TABLE IF EXISTS constrained",
        "CREATE TABLE constrained USING albis LOCATION '" + uri + "'");
    violates("INSERT INTO constrained VALUES (0, null)");
    failing(
            "CREATE TABLE other (id BIGINT, s STRUCT<a: INT>, CONSTRAINT c CHECK (id < 9)) USING"
                + " albis LOCATION '"
                + uri
                + "'")
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("constraint");
    failing("ALTER TABLE constrained ADD CONSTRAINT c CHECK (id < 9)")
        .isInstanceOf(AnalysisException.class);
    failing("ALTER TABLE constrained DROP CONSTRAINT positive")
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("name the table by its path");
    run("ALTER TABLE albis.`" + uri + "` ADD CONSTRAINT c CHECK (id < 9)");
    failing("INSERT INTO constrained VALUES (9, null)")
        .hasMessageContaining("CHECK_CONSTRAINT_VIOLATION");
    run("DROP TABLE constrained");
  }

  @Test
  void replacesConstraintsWithTheTable() {
    run("REPLACE TABLE wh.t (x INT, CONSTRAINT small CHECK (x < 9))");
    assertThat(stored()).containsOnlyKeys("constraint.small");
    failing("INSERT INTO wh.t VALUES (9)").hasMessageContaining("small");
    run("CREATE OR REPLACE TABLE wh.t AS SELECT -1L AS id");
    assertThat(stored()).isEmpty();
    assertThat(sum()).isEqualTo(-1);
  }

  @Test
  void addsConstraintsOnlyIfAllRowsSatisfyThem() {
    failing("ALTER TABLE wh.t ADD CONSTRAINT c CHECK (id > 1)")
        .hasMessageContaining("NEW_CHECK_CONSTRAINT_VIOLATION");
    failing("ALTER TABLE wh.t ADD CONSTRAINT POSITIVE CHECK (id > 0)")
        .hasMessageContaining("CONSTRAINT_ALREADY_EXISTS");
    run("ALTER TABLE wh.t ADD CONSTRAINT c CHECK (id < 3)");
    assertThat(stored()).containsOnlyKeys("constraint.positive", "constraint.c");
  }

  private static TableChange validated(String version) {
    return TableChange.addConstraint(
        Constraint.check("c").predicateSql("id < 9").enforced(true).build(), version);
  }

  @Test
  void refusesConstraintsOfRowsThatOthersHaveWrittenSince() {
    AlbisTable table = load();
    String checked = table.version();
    long snapshot = table.source().orElseThrow().snapshotId();
    run("ALTER TABLE wh.t SET TBLPROPERTIES ('a' = 'b')", "CALL wh.tag('wh.t', 'x')");
    TableAlteration.apply("t", table.target(), List.of(validated(checked)));
    run("ALTER TABLE wh.t DROP CONSTRAINT c", "INSERT INTO wh.t VALUES (10, null)");
    assertThatThrownBy(
            () -> TableAlteration.apply("t", table.target(), List.of(validated(checked))))
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining("another writer has changed rows since snapshot " + snapshot);
    run("ALTER TABLE wh.t ADD COLUMN n INT");
    assertThatThrownBy(
            () -> TableAlteration.apply("t", table.target(), List.of(validated(checked))))
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining("another writer has changed the columns since snapshot " + snapshot);
    assertThat(stored()).containsOnlyKeys("constraint.positive", "a");
  }

  @Test
  void refusesConstraintsOfRowsThatOthersWriteMeanwhile() {
    Source read = load().source().orElseThrow();
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.requireRowsOf(read.id(), read.snapshotId()).setProperty("constraint.c", "CHECK (1)");
      run("INSERT INTO wh.t VALUES (9, null)");
      assertThatThrownBy(update::commit)
          .isInstanceOf(CommitConflictException.class)
          .hasMessageContaining("another writer has changed rows");
    }
    assertThat(stored()).containsOnlyKeys("constraint.positive");
  }

  /** The rows were checked against the constraints that the table had by then. */
  @Test
  void refusesRowsThatWereCheckedBeforeAConstraintWasAdded() {
    AlbisTable analyzed = load();
    LogicalWriteInfo info =
        new LogicalWriteInfoImpl(
            "query",
            analyzed.schema(),
            CaseInsensitiveStringMap.empty(),
            Optional.empty(),
            Optional.empty());
    RowsWriteBuilder late = new RowsWriteBuilder(analyzed.target(), info, Map.of());
    DistributedWrite planned =
        new RowsWriteBuilder(analyzed.target(), info, Map.of()).plan().write();
    assertThat(DistributedWrite.fromBytes(planned.toBytes()).properties())
        .containsOnlyKeys("constraint.positive");
    TaskResult result;
    try (TaskWriter task = planned.openTask(0, 0)) {
      try (RowWriter rows = task.newRowWriter()) {
        rows.setLong(0, 50);
        rows.endRow();
      }
      result = task.finish();
    }
    run("ALTER TABLE wh.t ADD CONSTRAINT c CHECK (id < 9)");
    assertThatThrownBy(late::plan)
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining("another writer has changed its constraints");
    assertThatThrownBy(() -> planned.commit(List.of(result)))
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining("the constraints have changed");
    assertThat(sum()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DROP COLUMN id",
        "RENAME COLUMN id TO k",
        "DROP COLUMN s",
        "RENAME COLUMN s TO r",
        "DROP COLUMN s.b",
        "RENAME COLUMN s.b TO c"
      })
  void refusesToChangeColumnsOfConstraints(String change) {
    run("ALTER TABLE wh.t ADD COLUMN s.b INT", "ALTER TABLE wh.t ADD CONSTRAINT c CHECK (S.B > 0)");
    failing("ALTER TABLE wh.t " + change)
        .hasStackTraceContaining(
            "constraint " + (change.contains("id") ? "positive" : "c") + " uses it");
    run("ALTER TABLE wh.t RENAME COLUMN s.a TO z", "ALTER TABLE wh.t DROP COLUMN s.z");
  }

  @Test
  void keepsKeysThatAreNotEnforced() {
    run(
        "ALTER TABLE wh.t ADD CONSTRAINT pk PRIMARY KEY (id) RELY",
        "ALTER TABLE wh.t ADD CONSTRAINT u UNIQUE (id)",
        "CREATE TABLE wh.`o p` (k BIGINT)",
        "ALTER TABLE wh.t ADD CONSTRAINT fk FOREIGN KEY (id) REFERENCES wh.`o p` (k)");
    assertThat(stored())
        .containsEntry("constraint.pk", "PRIMARY KEY (`id`) RELY")
        .containsEntry("constraint.fk", "FOREIGN KEY (`id`) REFERENCES `wh`.`o p` (`k`)");
    assertThat(Arrays.stream(load().constraints()).map(Constraint::toDDL))
        .containsExactly(
            "CONSTRAINT fk FOREIGN KEY (id) REFERENCES wh.`o p` (k) NOT ENFORCED NORELY",
            "CONSTRAINT pk PRIMARY KEY (id) NOT ENFORCED RELY",
            "CONSTRAINT positive CHECK (id > 0) ENFORCED NORELY",
            "CONSTRAINT u UNIQUE (id) NOT ENFORCED NORELY");
    run("INSERT INTO wh.t VALUES (1, null)", "ALTER TABLE wh.t DROP CONSTRAINT positive");
    failing("ALTER TABLE wh.t RENAME COLUMN id TO k").hasStackTraceContaining("uses it");
    failing("ALTER TABLE wh.t ADD CONSTRAINT p2 PRIMARY KEY (id) ENFORCED")
        .hasMessageContaining("UNSUPPORTED_CONSTRAINT_CHARACTERISTIC");
  }

  @Test
  void checksTheRowsOfStreams() throws Exception {
    run("ALTER TABLE wh.t ADD CONSTRAINT small CHECK (id < 9 AND coalesce(s.a, 0) < 99)");
    Path in = Files.createDirectories(directory.resolve("in"));
    Files.writeString(in.resolve("a.json"), "{\"id\": 4}\n{}\n");
    stream(in).awaitTermination();
    assertThat(sum()).isEqualTo(7);
    Files.writeString(in.resolve("b.json"), "{\"id\": 5}\n{\"id\": 0}\n");
    assertThatThrownBy(() -> stream(in).awaitTermination())
        .isInstanceOf(StreamingQueryException.class)
        .hasStackTraceContaining("CHECK_CONSTRAINT_VIOLATION")
        .hasStackTraceContaining("positive")
        .hasStackTraceContaining("id : 0");
    assertThat(sum()).isEqualTo(7);
    // The batch is repeated, now with other constraints.
    run("ALTER TABLE wh.t DROP CONSTRAINT positive");
    stream(in).awaitTermination();
    assertThat(sum()).isEqualTo(12);
    Files.writeString(in.resolve("c.json"), "{\"id\": 9}\n");
    assertThatThrownBy(() -> stream(in).awaitTermination())
        .hasStackTraceContaining("CHECK_CONSTRAINT_VIOLATION")
        .hasStackTraceContaining("small");
    // Keys are not enforced.
    run("ALTER TABLE wh.t ADD CONSTRAINT k UNIQUE (id)", "ALTER TABLE wh.t DROP CONSTRAINT small");
    Files.writeString(in.resolve("d.json"), "{\"id\": 4}\n");
    stream(in).awaitTermination();
    assertThat(sum()).isEqualTo(25);
  }

  private StreamingQuery stream(Path in) throws Exception {
    return spark
        .readStream()
        .schema("id BIGINT")
        .json(in.toString())
        .writeStream()
        .format("albis")
        .trigger(Trigger.AvailableNow())
        .option("checkpointLocation", directory.resolve("checkpoint").toString())
        .start(uri);
  }

  @Test
  void explainsConstraintsOfOthersThatSparkCannotParse() {
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.setProperty("constraint.odd", "id > 0").commit();
    }
    assertThat(sum()).isEqualTo(3);
    failing("INSERT INTO wh.t VALUES (1, null)")
        .hasStackTraceContaining(
            "Invalid constraint odd of table wh.t: id > 0 (expected a constraint in SQL");
  }
}
