// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CorruptFileException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spark chooses joins by the number of rows that filters leave. */
@ExtendWith(SparkTestSession.class)
class FilterSamplingTest {

  private static final int ROWS = 200_000;

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int64()),
          Field.required("kind", Type.int32()),
          Field.required("name", Type.string()));

  @TempDir Path directory;
  private String uri;

  /** The kinds 0 to 99 and the names of them, all over the table. */
  @BeforeEach
  void write() {
    uri = directory.resolve("t").toString();
    try (TableWriter writer = TableWriter.create(uri, SCHEMA).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int id = 0; id < ROWS; id++) {
          int kind = id * 37 % 100;
          rows.setLong(0, id);
          rows.setInt(1, kind);
          rows.setString(2, "a kind " + kind);
          rows.endRow();
        }
      }
      writer.commit();
    }
  }

  private static boolean isBroadcast(Dataset<Row> query) {
    return query.queryExecution().sparkPlan().toString().contains("BroadcastHashJoin");
  }

  private Dataset<Row> join(SparkSession spark, String filter, String sampling) {
    // The whole table is above this limit, and a hundredth of it below.
    spark.conf().set("spark.sql.autoBroadcastJoinThreshold", "100KB");
    TestTables.view(spark, uri, Map.of("filter-sampling", sampling));
    return spark.sql(
        "select count(*), sum(a.id) from t a join t b on a.id = b.id where b." + filter);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"kind = 3", "name like '%kind 3'", "kind in (3) and b.name <> ''"})
  void broadcastsWhatFiltersMakeSmall(String filter, SparkSession spark) {
    Dataset<Row> sampled = join(spark, filter, "auto");
    assertThat(isBroadcast(sampled)).isTrue();

    Dataset<Row> unsampled = join(spark, filter, "false");
    assertThat(isBroadcast(unsampled)).isFalse();
    List<Row> rows = unsampled.collectAsList();
    assertThat(rows.get(0).getLong(0)).isEqualTo(ROWS / 100);
    assertThat(sampled.collectAsList()).isEqualTo(rows);
  }

  @Test
  void doesNotBroadcastWhatStaysLarge(SparkSession spark) {
    assertThat(isBroadcast(join(spark, "kind < 50", "auto"))).isFalse();
  }

  /** The size without a filter remains if the sample cannot be read; the tasks report the error. */
  @Test
  void plansWithoutSampleThatCannotBeRead(SparkSession spark) {
    damage();
    Dataset<Row> query = join(spark, "kind = 3", "auto");
    assertThat(isBroadcast(query)).isFalse();
    assertThatThrownBy(query::collectAsList).rootCause().isInstanceOf(CorruptFileException.class);
  }

  private void damage() {
    try (Stream<Path> files = Files.walk(directory.resolve("t/data"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        byte[] content = Files.readAllBytes(file);
        for (int i = content.length / 8; i < content.length / 2; i++) {
          content[i] ^= 1;
        }
        Files.write(file, content, StandardOpenOption.TRUNCATE_EXISTING);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
