// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CommitConflictException;
import io.albis.hdfs.internal.S3Server;
import io.albis.maintenance.LaterMaintenance;
import io.albis.maintenance.TableMaintenance;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.storage.Storage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Statements and streams that change a table of a warehouse in an object store. After each test
 * nothing is left that the table does not need, and after {@code DROP TABLE} nothing at all.
 */
@ExtendWith(SparkTestSession.class)
class S3WriteTest {

  private static final String HADOOP = "hadoop.";
  private static final String MERGE =
      "MERGE INTO s3.a.t t USING (SELECT id, 's' || id AS name FROM range(9, 11)) s ON t.id = s.id"
          + " WHEN MATCHED THEN UPDATE SET name = s.name WHEN NOT MATCHED THEN INSERT *";

  @RegisterExtension static final S3Server server = new S3Server();

  @TempDir Path directory;

  private SparkSession spark;
  private URI warehouse;
  private String uri;

  @BeforeEach
  void create(SparkSession session) {
    spark = session;
    warehouse = server.directory();
    uri = warehouse + "/a/t";
    connect(spark);
    spark.sql("CREATE NAMESPACE s3.a");
    spark.sql("CREATE TABLE s3.a.t (id BIGINT NOT NULL, name STRING)");
    // Two row groups, so that each statement keeps one of them.
    spark.sql("INSERT INTO s3.a.t SELECT id, 'n' || id FROM range(0, 5, 1, 1)");
    spark.sql("INSERT INTO s3.a.t SELECT id, 'n' || id FROM range(5, 10, 1, 1)");
  }

  private void connect(SparkSession session) {
    server
        .options()
        .forEach((key, value) -> session.conf().set(key.substring(HADOOP.length()), value));
    session.conf().set("spark.sql.shuffle.partitions", "1"); // few files, and few requests
    session.conf().set("spark.sql.catalog.s3", AlbisCatalog.class.getName());
    session.conf().set("spark.sql.catalog.s3.warehouse", warehouse.toString());
  }

  @AfterEach
  void leavesNothing() throws IOException {
    List<String> rows = rows();
    long snapshot = snapshot();
    try (TableMaintenance table = TableMaintenance.open(uri, server.options())) {
      // Manifests of commits that were refused, and of those whose answers were lost, remain for a
      // while: they show to a commit that is repeated that there was another one.
      assertThat(table.clean(Duration.ZERO)).allMatch(file -> file.name().contains("manifest-"));
      assertThat(table.findUnusedFiles(Duration.ZERO)).isEmpty();
    }
    try (TableMaintenance table =
        LaterMaintenance.open(uri, server.options(), Duration.ofDays(3))) {
      assertThat(table.expire(Duration.ZERO, 1).snapshotIds()).hasSize((int) snapshot - 1);
      assertThat(table.clean(Duration.ZERO)).isEmpty();
    }
    assertThat(rows()).isEqualTo(rows);
    try (Storage storage = Storage.open(warehouse, server.options())) {
      assertThat(storage.list("a/t/data")).hasSize(usedFiles());
      spark.sql("DROP TABLE s3.a.t");
      assertThatThrownBy(() -> storage.list("a/t")).isInstanceOf(NoSuchFileException.class);
    }
    assertThat(server.incompleteUploads()).isZero();
  }

  private Table table() {
    return Table.open(uri, ReadOptions.defaults().options(server.options()));
  }

  private long snapshot() {
    try (Table table = table()) {
      return table.snapshot().id();
    }
  }

  private int usedFiles() {
    try (Table table = table()) {
      return table.layout().files().size();
    }
  }

  private static List<String> strings(Dataset<Row> rows) {
    return rows.collectAsList().stream().map(row -> row.getString(0)).sorted().toList();
  }

  private List<String> rows() {
    return strings(spark.sql("SELECT concat(id, ' ', name) FROM s3.a.t"));
  }

  private List<String> changes(long from) {
    return strings(
        spark.sql(
            "SELECT concat_ws(' ', _commit_version, _change_type, id, name) FROM s3.a.t CHANGES"
                + " FROM VERSION "
                + from));
  }

  /** The store has the object, and rejects the request that the client repeats. */
  @Test
  void changesRowsOnceIfAnswersAreLost() {
    loseAnswer("/snapshots/", "DELETE FROM s3.a.t WHERE id IN (0, 1)");
    loseAnswer("/snapshots/", "UPDATE s3.a.t SET name = 'x' WHERE id = 7");
    loseAnswer("/manifests/", MERGE);
    loseAnswer("/snapshots/", "DELETE FROM s3.a.t WHERE id < 5"); // a whole row group
    loseAnswer("/snapshots/", "INSERT INTO s3.a.t VALUES (20, 'i')");

    assertThat(rows()).containsExactly("10 s10", "20 i", "5 n5", "6 n6", "7 x", "8 n8", "9 s9");
    assertThat(changes(4))
        .containsExactly(
            "4 delete 0 n0",
            "4 delete 1 n1",
            "5 delete 7 n7",
            "5 insert 7 x",
            "6 delete 9 n9",
            "6 insert 10 s10",
            "6 insert 9 s9",
            "7 delete 2 n2",
            "7 delete 3 n3",
            "7 delete 4 n4",
            "8 insert 20 i");
    assertThat(spark.sql("SELECT * FROM s3.a.t VERSION AS OF 3").count()).isEqualTo(10);
  }

  private void loseAnswer(String object, String statement) {
    server.failOnce(S3Server.Fault.LOST_ANSWER, object);
    spark.sql(statement);
    assertThat(server.hasFailed()).as(statement).isTrue();
  }

  @Test
  void replacesAndMaintains() {
    spark.sql("ALTER TABLE s3.a.t ADD COLUMN late INT DEFAULT 7");
    spark.sql("CALL s3.merge_row_groups('a.t')");
    spark.sql("CALL s3.optimize('a.t')");
    spark.sql("CALL s3.tag('a.t', 'merged')");
    spark.sql("INSERT OVERWRITE s3.a.t SELECT id, 'o' || id, 1 FROM range(3)");
    assertThat(rows()).containsExactly("0 o0", "1 o1", "2 o2");
    spark.sql("CALL s3.rollback('a.t', 'merged')");
    spark.sql("CALL s3.untag('a.t', 'merged')");

    assertThat(rows()).hasSize(10);
    assertThat(spark.sql("SELECT sum(late) FROM s3.a.t").first().getLong(0)).isEqualTo(70);
    spark.sql("CREATE OR REPLACE TABLE s3.a.t AS SELECT 1L AS id, 'r' AS name");
    assertThat(rows()).containsExactly("1 r");
  }

  /** Statements of a session that commit while another one reads. */
  @Test
  void refusesOneOfTwoThatConflict() {
    SparkSession other = spark.newSession();
    connect(other);
    Meanwhile.register(spark, DataTypes.LongType);

    for (String statement :
        List.of(
            "DELETE FROM s3.a.t WHERE meanwhile(id) = 1",
            MERGE.replace("t.id = s.id", "meanwhile(t.id) = s.id - 8"))) {
      List<String> before = rows();
      long snapshot = snapshot();
      Meanwhile.ACTION.set(() -> other.sql("UPDATE s3.a.t SET name = name || '!' WHERE id < 3"));
      assertThatThrownBy(() -> spark.sql(statement))
          .as(statement)
          .isInstanceOf(CommitConflictException.class);
      assertThat(Meanwhile.ACTION).as(statement).hasNullValue();
      assertThat(snapshot()).as(statement).isEqualTo(snapshot + 1);
      assertThat(rows())
          .as(statement)
          .isEqualTo(
              before.stream().map(row -> row.matches("[012] .*") ? row + "!" : row).toList());
    }
    // Rows that are added conflict with nothing, nor do changes of other row groups.
    Meanwhile.ACTION.set(() -> other.sql("INSERT INTO s3.a.t VALUES (30, 'other')"));
    spark.sql("INSERT INTO s3.a.t SELECT meanwhile(id), 'own' FROM range(31, 32)");
    Meanwhile.ACTION.set(() -> other.sql("UPDATE s3.a.t SET name = 'x' WHERE id = 8"));
    spark.sql("DELETE FROM s3.a.t WHERE id < 5 AND meanwhile(id) = 4");
    assertThat(rows())
        .containsExactly(
            "0 n0!!",
            "1 n1!!",
            "2 n2!!",
            "3 n3",
            "30 other",
            "31 own",
            "5 n5",
            "6 n6",
            "7 n7",
            "8 x",
            "9 n9");
  }

  @Test
  void deletesWhatAFailedStatementHasWritten() {
    spark.conf().set("fs.s3a.multipart.size", "5M");
    String rows = " SELECT id, cast(rand(1) AS STRING) FROM range(0, 300000, 1, 1)";
    for (String statement :
        List.of("INSERT INTO s3.a.t" + rows, "CREATE OR REPLACE TABLE s3.a.t AS" + rows)) {
      server.failOnce(S3Server.Fault.NO_PARTS, "/data/");
      assertThatThrownBy(() -> spark.sql(statement))
          .as(statement)
          .hasStackTraceContaining("AccessDenied");
      assertThat(server.hasFailed()).as(statement).isTrue();
      assertThat(snapshot()).as(statement).isEqualTo(3);
      assertThat(rows()).as(statement).hasSize(10);
    }
  }

  @Test
  void writesStreamsAndReadsThem() throws Exception {
    Path input = Files.createDirectories(directory.resolve("in"));
    for (int i = 0; i < 3; i++) {
      Files.writeString(input.resolve("f" + i + ".json"), "{\"id\":" + (20 + i) + "}\n");
    }
    server.failOnce(S3Server.Fault.LOST_ANSWER, "/snapshots/");
    copy("id BIGINT", input);
    assertThat(server.hasFailed()).isTrue();
    List<String> all = rows();
    assertThat(all).hasSize(13).contains("20 b", "21 b", "22 b");
    assertThat(snapshot()).isEqualTo(6);

    Checkpoints.loseLastCommit(directory.resolve("sink"));
    copy("id BIGINT", input);
    assertThat(rows()).isEqualTo(all);
    assertThat(snapshot()).isEqualTo(6);

    spark.sql("CREATE TABLE s3.a.copy (id BIGINT, name STRING)");
    spark
        .readStream()
        .option("starting-version", "earliest")
        .table("s3.a.t")
        .writeStream()
        .trigger(Trigger.AvailableNow())
        .option("checkpointLocation", directory.resolve("source").toString())
        .toTable("s3.a.copy")
        .awaitTermination();
    assertThat(strings(spark.sql("SELECT concat(id, ' ', name) FROM s3.a.copy"))).isEqualTo(all);
  }

  /** Each file is a batch. */
  private void copy(String columns, Path input) throws Exception {
    spark
        .readStream()
        .schema(columns)
        .option("maxFilesPerTrigger", 1)
        .json(input.toString())
        .selectExpr("id", "'b' AS name")
        .writeStream()
        .trigger(Trigger.AvailableNow())
        .option("checkpointLocation", directory.resolve("sink").toString())
        .toTable("s3.a.t")
        .awaitTermination();
  }
}
