// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Joins of tables that are partitioned by their keys, for all transforms and types of keys. Each
 * query runs with one of two groups of settings, in turn; with {@code -Dalbis.settings=2} with
 * both.
 */
@ExtendWith(SparkTestSession.class)
class PartitionedJoinTest {

  private static final String ENABLED = "enabled";
  private static final String[] FURTHER = {
    "pushPartValues.enabled",
    "partiallyClusteredDistribution.enabled",
    "shuffle.enabled",
    "allowJoinKeysSubsetOfPartitionKeys.enabled",
    "allowCompatibleTransforms.enabled"
  };

  private static final List<String> QUERIES =
      List.of(
          "SELECT a.id, b.id FROM a JOIN b ON a.k = b.k",
          "SELECT a.id, b.id FROM a LEFT JOIN b ON a.k = b.k",
          "SELECT a.id, b.id FROM a FULL JOIN b ON a.k <=> b.k AND a.id > b.id",
          "SELECT a.id FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE a.k = b.k)",
          "SELECT count(*), sum(id) FROM a GROUP BY k");

  private static final int SETTINGS = Integer.getInteger("albis.settings", 1);
  private static final int KEYS = 11;
  private static final long HOUR_MICROS = 3_600_000_000L;

  @TempDir Path directory;

  static Stream<Arguments> partitionings() {
    return Stream.of(
        Arguments.of(Type.bool(), Partitioning.identity("k")),
        Arguments.of(Type.int8(), Partitioning.identity("k")),
        Arguments.of(Type.int16(), Partitioning.bucket("k", 3)),
        Arguments.of(Type.int32(), Partitioning.bucket("k", 4)),
        Arguments.of(Type.int64(), Partitioning.identity("k")),
        Arguments.of(Type.int64(), Partitioning.truncate("k", 4)),
        Arguments.of(Type.float64(), Partitioning.identity("k")),
        Arguments.of(Type.decimal(9, 2), Partitioning.identity("k")),
        Arguments.of(Type.decimal(25, 3), Partitioning.identity("k")),
        Arguments.of(Type.decimal(25, 3), Partitioning.bucket("k", 3)),
        Arguments.of(Type.string(), Partitioning.identity("k")),
        Arguments.of(Type.string(), Partitioning.bucket("k", 5)),
        Arguments.of(Type.string(), Partitioning.truncate("k", 2)),
        Arguments.of(Type.date(), Partitioning.identity("k")),
        Arguments.of(Type.date(), Partitioning.day("k")),
        Arguments.of(Type.date(), Partitioning.month("k")),
        Arguments.of(Type.date(), Partitioning.year("k")),
        Arguments.of(Type.timestamp(TimeUnit.MILLIS), Partitioning.hour("k")),
        Arguments.of(Type.timestamp(TimeUnit.MICROS), Partitioning.day("k")),
        Arguments.of(Type.timestampWithZone(TimeUnit.MILLIS), Partitioning.day("k")),
        Arguments.of(Type.timestampWithZone(TimeUnit.MICROS), Partitioning.bucket("k", 3)),
        Arguments.of(Type.timestampWithZone(TimeUnit.MICROS), Partitioning.year("k")));
  }

  /** The results are those without partitions, in which Spark compares the keys of rows. */
  @ParameterizedTest
  @MethodSource("partitionings")
  void joinsAsWithoutPartitions(Type type, Partitioning partitioning, SparkSession spark) {
    spark.conf().set("spark.sql.autoBroadcastJoinThreshold", "-1");
    spark.conf().set("spark.sql.session.timeZone", "America/New_York");
    view(spark, "a", type, partitioning, 0, 60);
    view(spark, "b", type, partitioning, 4, 35);
    int which = (type + " by " + partitioning).hashCode();
    for (String query : QUERIES) {
      set(spark, false, ENABLED);
      List<String> expected = sorted(spark, query);
      set(spark, true, ENABLED);
      for (int i = 0; i < Math.min(SETTINGS, 2); i++) {
        boolean isFurther = (which++ & 1) != 0;
        set(spark, isFurther, FURTHER);
        assertThat(sorted(spark, query)).as("%s: %s", isFurther, query).isEqualTo(expected);
      }
      set(spark, false, FURTHER);
    }
  }

  private static void set(SparkSession spark, boolean value, String... settings) {
    for (String setting : settings) {
      spark.conf().set("spark.sql.sources.v2.bucketing." + setting, value);
    }
  }

  private static List<String> sorted(SparkSession spark, String query) {
    return spark.sql(query).collectAsList().stream().map(Row::toString).sorted().toList();
  }

  private void view(
      SparkSession spark,
      String name,
      Type type,
      Partitioning partitioning,
      int firstKey,
      int rows) {
    Schema schema = Schema.of(Field.nullable("k", type), Field.required("id", Type.int64()));
    String uri = directory.resolve(name).toString();
    try (TableWriter writer = TableWriter.create(uri, schema).partitionBy(partitioning).open()) {
      try (RowWriter out = writer.newRowWriter()) {
        for (int i = 0; i < rows; i++) {
          if (i % KEYS != 0) {
            setKey(out, type, firstKey + i % KEYS);
          }
          out.setLong(1, i);
          out.endRow();
        }
      }
      writer.commit();
    }
    spark.read().format("albis").load(uri).createOrReplaceTempView(name);
  }

  private static void setKey(RowWriter out, Type type, int key) {
    switch (type.kind()) {
      case BOOLEAN -> out.setBoolean(0, key % 2 == 0);
      case INT8 -> out.setByte(0, (byte) (key - 7));
      case INT16 -> out.setShort(0, (short) (key - 7));
      case INT32 -> out.setInt(0, key - 7);
      case INT64 -> out.setLong(0, key - 7);
      case DOUBLE -> out.setDouble(0, key == 5 ? -0.0 : key == 6 ? 0.0 : key);
      case DECIMAL -> out.setDecimal(0, new BigDecimal(key - 7).setScale(type.scale()));
      case STRING -> out.setString(0, key % 3 == 0 ? "" : "key " + key);
      case DATE -> out.setInt(0, (key - 7) * 20);
      case TIMESTAMP -> {
        long micros = (key - 7L) * 7 * HOUR_MICROS + 1_000;
        out.setLong(0, type.unit() == TimeUnit.MILLIS ? micros / 1_000 : micros);
      }
      case FLOAT,
          TIME,
          BINARY,
          FIXED_BINARY,
          UUID,
          YEAR_MONTH_INTERVAL,
          DAY_TIME_INTERVAL,
          STRUCT,
          LIST,
          MAP ->
          throw new IllegalArgumentException("Not a key: " + type);
    }
  }
}
