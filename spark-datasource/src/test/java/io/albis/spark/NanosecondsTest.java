// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.time.LocalTime;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Times and timestamps in nanoseconds, which are more exact than Spark's types. */
@ExtendWith(SparkTestSession.class)
class NanosecondsTest {

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int64()),
          Field.nullable("at", Type.timestampWithZone(TimeUnit.NANOS)),
          Field.nullable("local", Type.timestamp(TimeUnit.NANOS)),
          Field.nullable("tod", Type.time(TimeUnit.NANOS)),
          Field.nullable(
              "all", Type.list(Field.nullable("element", Type.timestampWithZone(TimeUnit.NANOS)))));

  private static final int ROWS = 500;

  @TempDir Path directory;

  private String uri;

  @BeforeEach
  void write() {
    uri = directory.resolve("t").toString();
    try (TableWriter writer = TableWriter.create(uri, SCHEMA).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < ROWS; i++) {
          rows.setLong(0, i);
          if (i % 7 != 0) {
            rows.setLong(1, nanos(i));
            rows.setLong(2, nanos(i));
            rows.setLong(3, i * 1_234_567L);
          }
          rows.value(4).beginList();
          rows.value(4).element().setLong(nanos(i));
          rows.value(4).endList();
          rows.endRow();
        }
      }
      writer.commit();
    }
  }

  /** Before and after the epoch, on and between microseconds. */
  private static long nanos(int i) {
    return (i - ROWS / 2) * 333L;
  }

  private Dataset<Row> load(SparkSession spark, String mode) {
    spark.conf().set("spark.sql.session.timeZone", "UTC");
    spark.conf().set("spark.sql.timeType.enabled", "true");
    return spark.read().format("albis").option("nanoseconds", mode).load(uri);
  }

  @Test
  void areRefusedByDefault(SparkSession spark) {
    assertThatThrownBy(() -> spark.read().format("albis").load(uri))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Cannot read column at in Spark")
        .hasMessageContaining("the option nanoseconds reads it");
    assertThatThrownBy(() -> load(spark, "round"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Invalid option nanoseconds: round (expected refuse, truncate or");
  }

  @Test
  void areTruncatedAsSparkWouldTruncateThem(SparkSession spark) {
    Dataset<Row> numbers = load(spark, "long");
    assertThat(numbers.schema().toDDL())
        .isEqualTo("id BIGINT NOT NULL,at BIGINT,local BIGINT,tod BIGINT,all ARRAY<BIGINT>");
    numbers.createOrReplaceTempView("numbers");
    load(spark, "truncate").createOrReplaceTempView("times");
    String micros = "timestamp_micros((%1$s - pmod(%1$s, 1000)) div 1000)";

    assertThat(spark.table("times").select("at", "local", "tod", "all").schema().toDDL())
        .isEqualTo("at TIMESTAMP,local TIMESTAMP_NTZ,tod TIME(6),all ARRAY<TIMESTAMP>");
    List<Row> rows =
        spark
            .sql(
                "SELECT t.id FROM times t JOIN numbers n ON t.id = n.id WHERE NOT (t.at <=> "
                    + micros.formatted("n.at")
                    + ") OR NOT (t.local <=> cast("
                    + micros.formatted("n.local")
                    + " AS timestamp_ntz)) OR NOT (t.all[0] <=> "
                    + micros.formatted("n.all[0]")
                    + ")")
            .collectAsList();

    assertThat(rows).isEmpty();
    for (Row row : spark.table("times").select("id", "tod").collectAsList()) {
      long id = row.getLong(0);
      LocalTime expected =
          id % 7 == 0 ? null : LocalTime.ofNanoOfDay(id * 1_234_567L / 1000 * 1000);
      assertThat((LocalTime) row.get(1)).as("row %d", id).isEqualTo(expected);
    }
  }

  /**
   * Statistics and predicates of the table are in nanoseconds: Spark evaluates what it truncates.
   */
  @Test
  void areComparedAfterTheyAreTruncated(SparkSession spark) {
    Dataset<Row> times = load(spark, "truncate");
    times.createOrReplaceTempView("t");
    for (String condition :
        List.of(
            "at = timestamp'1970-01-01 00:00:00.000001'",
            "at <= timestamp'1969-12-31 23:59:59.999999'",
            "local in (timestamp_ntz'1970-01-01 00:00:00', timestamp_ntz'1970-01-01"
                + " 00:00:00.00001')",
            "tod < time'00:00:00.1'",
            "tod is null")) {
      Dataset<Row> ofSpark =
          times.filter("hash(id) is not null").selectExpr("*", "if(" + condition + ", 1, 0) yes");
      assertThat(times.filter(condition).count())
          .as(condition)
          .isPositive()
          .isEqualTo(ofSpark.filter("yes = 1 and hash(yes) is not null").count());
    }
    assertThat(spark.sql("SELECT min(at), max(at), count(at) FROM t").collectAsList())
        .isEqualTo(
            spark
                .sql("SELECT min(at), max(at), count(at) FROM t WHERE hash(id) IS NOT NULL")
                .collectAsList());
    assertThat(times.orderBy("at", "id").limit(9).collectAsList())
        .isEqualTo(
            times.filter("hash(id) is not null").orderBy("at", "id").limit(9).collectAsList());
  }
}
