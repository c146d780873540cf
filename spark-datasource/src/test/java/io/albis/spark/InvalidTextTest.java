// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Strings that are not UTF-8: Spark keeps their bytes, and compares them. */
@ExtendWith(SparkTestSession.class)
class InvalidTextTest {

  /** Each is a row group. The replacement of the last would be less than the one before. */
  private static final List<String> VALUES = List.of("61", "f09f9880", "ff");

  @TempDir Path directory;

  private String write() {
    String table = directory.resolve("t").toString();
    Schema schema = Schema.of(Field.nullable("s", Type.string()));
    for (String value : VALUES) {
      try (TableWriter writer =
          value.equals(VALUES.get(0))
              ? TableWriter.create(table, schema).open()
              : TableWriter.append(table).open()) {
        try (RowWriter rows = writer.newRowWriter()) {
          rows.setBytes(0, HexFormat.of().parseHex(value));
          rows.endRow();
        }
        writer.commit();
      }
    }
    return table;
  }

  private static List<String> first(SparkSession spark, String query) {
    return spark.sql(query).collectAsList().stream().map(Row::toString).toList();
  }

  @Test
  void statisticsDoNotReplaceTheirBytes(SparkSession spark) {
    spark.read().format("albis").load(write()).createOrReplaceTempView("texts");

    assertThat(first(spark, "SELECT hex(max(s)), hex(min(s)) FROM texts"))
        .containsExactly("[FF,61]");
    assertThat(first(spark, "SELECT hex(max(s)) FROM texts GROUP BY s ORDER BY 1"))
        .containsExactly("[61]", "[F09F9880]", "[FF]");
    assertThat(first(spark, "SELECT hex(s) FROM (SELECT s FROM texts ORDER BY s DESC LIMIT 1)"))
        .containsExactly("[FF]");
    assertThat(first(spark, "SELECT hex(s) FROM (SELECT s FROM texts ORDER BY s LIMIT 2)"))
        .containsExactly("[61]", "[F09F9880]");
  }
}
