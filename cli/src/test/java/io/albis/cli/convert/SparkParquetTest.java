// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import static io.albis.cli.CliRun.albis;
import static io.albis.cli.CliRun.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.cli.CliRun;
import io.albis.convert.ProgressListener;
import io.albis.convert.internal.conversion.ConvertVerification;
import io.albis.convert.internal.input.ParquetSource;
import io.albis.convert.internal.value.Int96;
import io.albis.convert.internal.value.TimestampOptions;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.reader.Table;
import io.albis.tools.command.ExitCodes;
import io.albis.writer.TableWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.FileMetaData;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Types and calendars of Parquet files that only their footer names. */
class SparkParquetTest {

  private static final String FIXTURES = "src/test/fixtures/foreign-spark-";
  private static final String TYPES = FIXTURES + "types.parquet";
  private static final String KEY = "org.apache.spark.sql.parquet.row.metadata";

  private static final List<String> ROWS =
      OrcLogicalTypesTest.ROWS.stream()
          .map(row -> row.replaceFirst("(\"ltz\":\"[^\"]*)", "$1Z"))
          .toList();

  @TempDir private Path directory;

  private String path(String name) {
    return directory.resolve(name).toString();
  }

  private static FileMetaData footer(String file) throws Exception {
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(Path.of(file)))) {
      return reader.getFileMetaData();
    }
  }

  private List<String> cat(String table, String... options) {
    List<String> arguments = new ArrayList<>(List.of("cat", path(table)));
    arguments.addAll(List.of(options));
    return ok(arguments.toArray(String[]::new)).lines().toList();
  }

  /** By columns, and sorted: by rows. */
  @ParameterizedTest
  @ValueSource(strings = {"--threads=1", "--sort-by=c nulls last"})
  void readsTheTypesThatTheFooterNames(String option) {
    ok("convert", TYPES, path("t"), "--verify", option);
    assertThat(cat("t")).containsExactlyInAnyOrderElementsOf(ROWS);
    assertThat(ok("schema", path("t")))
        .containsPattern(" ltz +timestamp_with_zone\\(micros\\)")
        .containsPattern(" ntz +timestamp\\(micros\\)")
        .containsPattern(" years +year_month_interval")
        .containsPattern(" seconds +day_time_interval")
        .containsPattern(" coarse +time\\(micros\\)");
  }

  @Test
  void sparkGetsItsTypesBack() throws Exception {
    ok("convert", TYPES, path("t"));
    ok("export", path("t"), path("back.parquet"));
    FileMetaData original = footer(TYPES);
    FileMetaData back = footer(path("back.parquet"));
    assertThat(back.getSchema().getFields()).isEqualTo(original.getSchema().getFields());
    assertThat(back.getKeyValueMetaData()).isEqualTo(original.getKeyValueMetaData());
    ok("convert", path("back.parquet"), path("t"), "--append", "--verify");
    assertThat(cat("t").subList(4, 8)).isEqualTo(ROWS);
  }

  /** What Spark has said describes other columns; intervals are named in the same way. */
  @Test
  void otherColumnsAreDescribedAsSparkDoes() throws Exception {
    ok("convert", TYPES, path("t"));
    ok("export", path("t"), path("x.parquet"), "--columns", "s,m,l,ym,ltz,coarse");
    assertThat(footer(path("x.parquet")).getKeyValueMetaData().get(KEY))
        .isEqualTo(
            footer(TYPES)
                .getKeyValueMetaData()
                .get(KEY)
                .replaceAll(
                    ".*(\\{\"name\":\"s\",.*),(\\{\"name\":\"l\",.*),(\\{\"name\":\"m\",.*)]}$",
                    "{\"type\":\"struct\",\"fields\":[$1,$3,$2,"
                        + field("ym", "interval year to month")
                        + ","
                        + field("ltz", "timestamp")
                        + ","
                        + field("coarse", "time(6)")
                        + "]}"));
    ok("convert", path("x.parquet"), path("t2"), "--verify");
    assertThat(cat("t2")).isEqualTo(cat("t", "--columns", "s,m,l,ym,ltz,coarse"));
  }

  private static String field(String name, String type) {
    return "{\"name\":\"%s\",\"type\":\"%s\",\"nullable\":true,\"metadata\":{}}"
        .formatted(name, type);
  }

  /** The numbers of Spark 2's calendar; the expected instants are those of java.time. */
  @ParameterizedTest
  @CsvSource({
    "int96, --threads=1",
    "int96, --sort-by=ntz",
    "micros, --threads=1",
    "micros, --sort-by=ntz"
  })
  void readsTheCalendarOfSpark2(String kind, String option) throws Exception {
    ok("convert", FIXTURES + "calendar-" + kind + ".parquet", path("t"), "--verify", option);
    List<String> rows = new ArrayList<>();
    for (String local :
        List.of(
            "0001-01-01T00:00:00 0001-01-01T07:52:58",
            "1000-02-28T23:59:59.123456 1000-03-01T07:52:57.123456",
            "1582-10-04T12:00:00 1582-10-04T19:52:58",
            "1582-10-15T00:00:00 1582-10-15T07:52:58",
            "1883-11-18T12:00:00 1883-11-18T20:00:00",
            "1899-12-31T23:59:59.999999 1900-01-01T07:59:59.999999",
            "1900-01-01T00:00:00 1900-01-01T08:00:00",
            "2024-07-01T12:34:56.789012 2024-07-01T19:34:56.789012")) {
      String ntz = local.substring(0, local.indexOf(' '));
      String at = local.substring(local.indexOf(' ') + 1) + "Z";
      rows.add(
          "{\"d\":\"%s\",\"at\":\"%s\",\"ntz\":\"%s\",\"l\":[{\"at\":\"%s\"}]}"
              .formatted(ntz.substring(0, 10), at, ntz, at));
    }
    assertThat(cat("t")).isEqualTo(rows);
    // What is written is not of that calendar.
    ok("export", path("t"), path("back.parquet"));
    assertThat(footer(path("back.parquet")).getKeyValueMetaData()).containsOnlyKeys(KEY);
    ok("convert", path("back.parquet"), path("back"), "--verify");
    assertThat(cat("back")).isEqualTo(rows);
  }

  private String write(String columns, Map<String, String> metadata) throws Exception {
    return ParquetFiles.write(
            directory.resolve("in.parquet"),
            columns,
            metadata,
            row -> {
              if (row.getType().getType(0).isPrimitive()) {
                switch (row.getType().getType(0).asPrimitiveType().getPrimitiveTypeName()) {
                  case INT32 -> row.append("a", -200_000);
                  case INT64 -> row.append("a", 1000L);
                  default ->
                      row.append(
                          "a",
                          Binary.fromConstantByteArray(
                              ByteBuffer.allocate(12)
                                  .order(ByteOrder.LITTLE_ENDIAN)
                                  .putInt(8, 2_440_588)
                                  .array()));
                }
              } else {
                row.addGroup("a").append("value", "x").append("metadata", "y");
              }
            })
        .toString();
  }

  private static Map<String, String> spark(String type) {
    return Map.of(KEY, "{\"type\":\"struct\",\"fields\":[{\"name\":\"a\",\"type\":" + type + "}]}");
  }

  /** A footer that other software has kept for other columns changes nothing. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "required int96 a|\"timestamp\"|LOCAL|timestamp_with_zone(micros)",
        "required int96 a|\"timestamp_ntz\"|INSTANT|timestamp(micros)",
        "required int96 a|\"interval day\"|AUTO|timestamp_with_zone(micros)",
        "required int96 a|\"string\"|LOCAL|timestamp(micros)",
        "required int32 a|\"interval month\"|AUTO|year_month_interval",
        "required int32 a|\"INTERVAL YEAR TO MONTH\"|AUTO|year_month_interval",
        "required int32 a|\"interval day\"|AUTO|int32",
        "required int32 a (DATE)|\"interval month\"|AUTO|date",
        "required int64 a|\"interval minute to second\"|AUTO|day_time_interval",
        "required int64 a|\"interval month\"|AUTO|int64",
        "required int64 a (TIMESTAMP(MICROS,false))|\"timestamp\"|AUTO|timestamp(micros)",
        "required int64 a|{\"type\":\"udt\",\"sqlType\":\"interval hour\"}|AUTO|day_time_interval",
        "repeated int64 a|{\"type\":\"array\",\"elementType\":\"interval hour\"}|AUTO"
            + "|list<day_time_interval required>",
        "required int32 a|{\"type\":\"interval month\"|AUTO|int32",
        "required int32 a|[]|AUTO|int32",
      })
  void takesOnlyWhatFitsTheColumn(String column, String type, Int96 int96, String expected)
      throws Exception {
    String file = write(column + ";", spark(type));
    TimestampOptions options = new TimestampOptions(TimeUnit.MICROS, int96);
    ParquetSource source = new ParquetSource(Path.of(file), List.of(), options);
    assertThat(source.schema().field("a").type().toString()).isEqualTo(expected);
    ok("convert", file, path("t"), "--verify", "--int96", int96.name());
    ok("export", path("t"), path("back.parquet"));
    ok("convert", path("back.parquet"), path("back"), "--verify");
    assertThat(albis("diff", path("t"), path("back")).out()).doesNotContain(" type ");
    try (Table back = Table.open(path("back"))) {
      assertThat(back.schema().field("a").type().toString()).isEqualTo(expected);
    }
  }

  @Test
  void doesNotReadVariantsAsTheirBytes() throws Exception {
    String file =
        write(
            "required group a { required binary value; required binary metadata; }",
            spark("\"variant\""));
    CliRun run = albis("convert", file, path("t"));
    assertThat(run.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err()).contains("column a: Albis has no type for Spark's variant");
  }

  @Test
  void impalaStoresLocalTimes() {
    assertThat(Int96.AUTO.of("impala version 4.1.0")).isEqualTo(Int96.LOCAL);
    assertThat(Int96.INSTANT.of("impala version 4.1.0")).isEqualTo(Int96.INSTANT);
    assertThat(Int96.AUTO.of("parquet-mr version 1.10.0")).isEqualTo(Int96.INSTANT);
    assertThat(Int96.AUTO.of(null)).isEqualTo(Int96.INSTANT);
  }

  @Test
  void filesOfSpark2HaveTheOldCalendar() throws Exception {
    String version = "org.apache.spark.version";
    String file = write("required int32 a (DATE);", Map.of(version, "2.4.8"));
    ok("convert", file, path("t"), "--verify");
    assertThat(cat("t")).containsExactly("{\"a\":\"1422-05-25\"}");
    Files.delete(Path.of(file));
    ok("convert", write("required int32 a (DATE);", Map.of(version, "3.0.0")), path("new"));
    assertThat(cat("new")).containsExactly("{\"a\":\"1422-06-03\"}");
  }

  @Test
  void verifiesTypes() throws Exception {
    Field local = Field.required("a", Type.timestamp(TimeUnit.MICROS));
    try (TableWriter writer = TableWriter.create(path("t"), Schema.of(local)).open()) {
      writer.commit();
    }
    Path file = Path.of(write("required int96 a;", Map.of()));
    TimestampOptions options = TimestampOptions.of(TimeUnit.MICROS);
    ParquetSource source = new ParquetSource(file, List.of(), options);
    try (Table table = Table.open(path("t"))) {
      for (boolean isOrdered : new boolean[] {true, false}) {
        assertThatThrownBy(
                () -> {
                  if (isOrdered) {
                    ConvertVerification.run(List.of(source), table, ProgressListener.NONE);
                  } else {
                    ConvertVerification.runUnordered(List.of(source), table, ProgressListener.NONE);
                  }
                })
            .isInstanceOf(InvalidArgumentException.class)
            .hasMessageContaining(
                file + ": column a: expected the type timestamp_with_zone(micros)")
            .hasMessageContaining("found timestamp(micros)");
      }
    }
  }

  /** Instants must not become local times of a table, nor the other way round. */
  @Test
  void instantsAreNotAppendedToLocalTimes() throws Exception {
    String file = write("required int96 a;", Map.of());
    ok("convert", file, path("t"), "--int96", "local");
    CliRun run = albis("convert", file, path("t"), "--append");
    assertThat(run.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err()).contains("timestamp_with_zone");
    assertThat(cat("t")).containsExactly("{\"a\":\"1970-01-01T00:00:00\"}");
  }
}
