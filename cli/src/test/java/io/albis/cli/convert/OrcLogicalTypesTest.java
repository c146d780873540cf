// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import static io.albis.cli.CliRun.albis;
import static io.albis.cli.CliRun.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.albis.cli.CliRun;
import io.albis.convert.internal.input.OrcTypes;
import io.albis.convert.internal.orc.OrcLogicalTypes;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.reader.Table;
import io.albis.tools.command.ExitCodes;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Types that Spark and Iceberg store in ORC as integers, and name in attributes. */
class OrcLogicalTypesTest {

  private static final Path SPARK = Path.of("src/test/fixtures/foreign-spark-types.orc");
  private static final String KEY = "orc.attribute." + OrcLogicalTypes.SPARK;

  /** As Spark's ORC file and its Parquet file have them, except for instants. */
  static final List<String> ROWS =
      List.of(
          row(
              "2024-02-29T12:34:56.789012",
              "\"ltz\":\"2024-02-29T12:34:56.789012\"",
              "P1Y2M",
              "\"years\":\"P3Y\",\"months\":\"P11M\",\"dt\":\"PT26H3M4.567891S\","
                  + "\"hm\":\"PT26H30M\",\"seconds\":\"PT0.000001S\","
                  + "\"clock\":\"23:59:59.999999\",\"coarse\":\"23:59:59\","
                  + "\"c\":\"ab   \",\"v\":\"ab\",",
              record("2024-02-29T12:34:56.789012", "P1Y2M", "PT26H3M4.567891S", "23:59:59.999999")),
          row(
              "0001-01-01T00:00:00",
              "\"ltz\":\"1900-01-01T00:00:00\"",
              "P-178000000Y-7M",
              "\"years\":\"P-4Y\",\"months\":\"P-1M\",\"dt\":\"PT-2562047764H-54.775807S\","
                  + "\"hm\":\"PT-1M\",\"seconds\":\"PT-24H\","
                  + "\"clock\":\"00:00:00\",\"coarse\":\"00:00:00\","
                  + "\"c\":\"\u00e4bcde\",\"v\":\"\u00e4bcde\",",
              record(
                  "0001-01-01T00:00:00",
                  "P-178000000Y-7M",
                  "PT-2562047764H-54.775807S",
                  "00:00:00")),
          row(
              "1969-12-31T23:59:59.999999",
              "\"ltz\":\"2262-04-12T00:00:00\"",
              "P0D",
              "\"years\":\"P0D\",\"months\":\"P0D\",\"dt\":\"PT0S\","
                  + "\"hm\":\"PT0S\",\"seconds\":\"PT0S\","
                  + "\"clock\":\"00:00:00.000001\",\"coarse\":\"00:00:01\","
                  + "\"c\":\"     \",\"v\":\"\",",
              record("1969-12-31T23:59:59.999999", "P0D", "PT0S", "00:00:00.000001")),
          "{\"ntz\":null,\"ltz\":null,\"ym\":null,\"years\":null,\"months\":null,\"dt\":null,"
              + "\"hm\":null,\"seconds\":null,\"clock\":null,\"coarse\":null,\"c\":null,"
              + "\"v\":null,\"s\":null,\"l\":null,\"m\":null}");

  @TempDir private Path directory;

  private String path(String name) {
    return directory.resolve(name).toString();
  }

  private static TypeDescription schema(String file) throws IOException {
    try (Reader reader =
        OrcFile.createReader(
            new org.apache.hadoop.fs.Path(Path.of(file).toUri()),
            OrcFile.readerOptions(OrcTypes.configuration()))) {
      return reader.getSchema();
    }
  }

  /** The types of columns, of which Spark's name is in brackets. */
  private static List<String> types(TypeDescription schema) {
    List<String> types = new ArrayList<>();
    for (TypeDescription type : schema.getChildren()) {
      String name = type.getAttributeValue(OrcLogicalTypes.SPARK);
      types.add(type + (name == null ? "" : "[" + name + "]"));
    }
    return types;
  }

  private static String record(String at, String months, String time, String clock) {
    return "{\"ntz\":\""
        + at
        + "\",\"ym\":\""
        + months
        + "\",\"dt\":\""
        + time
        + "\",\"clock\":\""
        + clock
        + "\"}";
  }

  private static String row(String at, String first, String months, String rest, String record) {
    String nested =
        "\"s\":"
            + record
            + ",\"l\":["
            + record
            + ",null],\"m\":[{\"key\":\"2024-02-29T12:34:56.789012\",\"value\":"
            + record
            + "}]}";
    return "{\"ntz\":\"" + at + "\"," + first + ",\"ym\":\"" + months + "\"," + rest + nested;
  }

  /** By columns, and sorted: by rows. */
  @ParameterizedTest
  @ValueSource(strings = {"", "--sort-by=c nulls last"})
  void readsWhatSparkStoresAsIntegers(String option) {
    List<String> arguments =
        new ArrayList<>(List.of("convert", SPARK.toString(), path("t"), "--verify"));
    if (!option.isEmpty()) {
      arguments.add(option);
    }
    ok(arguments.toArray(String[]::new));
    List<String> found = ok("cat", path("t")).lines().toList();
    if (option.isEmpty()) {
      assertThat(found).isEqualTo(ROWS);
    } else {
      assertThat(found).containsExactlyInAnyOrderElementsOf(ROWS);
    }
  }

  @Test
  void sparkGetsItsTypesBack() throws Exception {
    ok("convert", SPARK.toString(), path("t"));
    ok("export", path("t"), path("back.orc"));
    TypeDescription original = schema(SPARK.toString());
    TypeDescription exported = schema(path("back.orc"));
    assertThat(exported.toString()).isEqualTo(original.toString());
    assertThat(types(exported)).isEqualTo(types(original)).contains("bigint[timestamp_ntz]");
    for (int id = 0; id <= original.getMaximumId(); id++) {
      assertThat(exported.findSubtype(id).getAttributeValue(OrcLogicalTypes.SPARK))
          .isEqualTo(original.findSubtype(id).getAttributeValue(OrcLogicalTypes.SPARK));
    }
    ok("convert", path("back.orc"), path("again"), "--verify");
    assertThat(ok("cat", path("again")).lines().toList()).isEqualTo(ROWS);
    ok("convert", path("back.orc"), path("t"), "--append", "--verify");
    assertThat(ok("count", path("t"))).contains("8");
    ok("export", path("t"), path("x.arrow"));
    ok("convert", path("x.arrow"), path("arrow"));
    assertThat(ok("cat", path("arrow")).lines().limit(4).toList()).isEqualTo(ROWS);
    ok("export", path("t"), path("x.parquet"), "--columns", "ntz,clock,s.ntz");
    assertThat(ok("convert", path("x.parquet"), path("parquet"), "--verify")).isNotEmpty();
    assertThat(ok("schema", path("parquet"))).contains("timestamp(micros)", "time(micros)");
  }

  private static void write(Path file, TypeDescription type, long value) throws IOException {
    try (Writer writer =
        OrcFile.createWriter(
            new org.apache.hadoop.fs.Path(file.toUri()),
            OrcFile.writerOptions(OrcTypes.configuration()).setSchema(type))) {
      VectorizedRowBatch batch = type.createRowBatch();
      ((LongColumnVector) batch.cols[0]).vector[0] = value;
      batch.size = 1;
      writer.addRowBatch(batch);
    }
  }

  private Path file(String type, String attribute, String name, long value) throws IOException {
    Path file = directory.resolve("in.orc");
    TypeDescription struct = TypeDescription.fromString("struct<a:" + type + ">");
    struct.getChildren().get(0).setAttribute(attribute, name);
    write(file, struct, value);
    return file;
  }

  @ParameterizedTest
  @CsvSource({
    "bigint, spark.sql.catalyst.type, TIMESTAMP_NTZ, timestamp(micros), 1970-01-01T00:00:00.001",
    "bigint, spark.sql.catalyst.type, interval hour, day_time_interval, PT0.001S",
    "int, spark.sql.catalyst.type, interval month, year_month_interval, P83Y4M",
    "bigint, spark.sql.catalyst.type, time(9), time(nanos), 00:00:00.000001",
    "bigint, spark.sql.catalyst.type, time, time(micros), 00:00:00.000001",
    "bigint, iceberg.long-type, TIME, time(micros), 00:00:00.001",
    "bigint, iceberg.long-type, LONG, int64, 1000",
    "bigint, spark.sql.catalyst.type, interval month, int64, 1000",
    "int, spark.sql.catalyst.type, timestamp_ntz, int32, 1000",
    "bigint, spark.sql.catalyst.type, made_up, int64, 1000",
  })
  void attributesNameTypes(String stored, String attribute, String name, String type, String value)
      throws Exception {
    Path file = file(stored, attribute, name, 1000);
    ok("convert", file.toString(), path("t"), "--verify");
    ok("convert", file.toString(), path("rows"), "--verify", "--sort-by", "a");
    for (String table : new String[] {"t", "rows"}) {
      assertThat(ok("schema", path(table))).contains(" " + type + " ");
      assertThat(ok("head", path(table), "--json")).contains(value);
    }
    ok("export", path("t"), path("back.orc"));
    TypeDescription back = schema(path("back.orc")).getChildren().get(0);
    assertThat(back.toString()).isEqualTo(stored);
    boolean isStale =
        name.equals("interval month") && stored.equals("bigint") || type.equals("int32");
    assertThat(back.getAttributeValue(attribute)).isEqualTo(isStale ? null : name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--threads=1", "--sort-by=a"})
  void refusesTimesThatItCannotHold(String option) throws Exception {
    Path file = file("bigint", OrcLogicalTypes.SPARK, "time(6)", 1001);
    CliRun run = albis("convert", file.toString(), path("t"), option);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err())
        .contains("Cannot convert " + file + ": column a: a time in micros cannot hold the time")
        .contains("1001 (in nanos)");
  }

  private void table(String name, Field field, Long value) {
    try (TableWriter writer = TableWriter.create(path(name), Schema.of(field)).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        switch (field.type().kind()) {
          case YEAR_MONTH_INTERVAL -> rows.setInt(0, value.intValue());
          case TIME, TIMESTAMP, DAY_TIME_INTERVAL, INT64 -> rows.setLong(0, value);
          case BOOLEAN, INT8, INT16, INT32, FLOAT, DOUBLE, DECIMAL, DATE, STRING, BINARY ->
              throw new IllegalArgumentException(field.toString());
          case FIXED_BINARY, UUID, STRUCT, LIST, MAP ->
              throw new IllegalArgumentException(field.toString());
        }
        rows.endRow();
      }
      writer.commit();
    }
  }

  /** Tables of other origin have what Spark writes. */
  @Test
  void exportsIntervalsAndTimesAsSparkDoes() throws Exception {
    Map<Type, String> expected =
        Map.of(
            Type.yearMonthInterval(), "int[interval year to month]",
            Type.dayTimeInterval(), "bigint[interval day to second]",
            Type.time(TimeUnit.MICROS), "bigint[time(6)]",
            Type.time(TimeUnit.MILLIS), "bigint[time(3)]",
            Type.timestamp(TimeUnit.MICROS), "timestamp");
    for (Map.Entry<Type, String> one : expected.entrySet()) {
      String name = "t" + one.getKey().hashCode();
      table(name, Field.nullable("a", one.getKey()), 1234L);
      ok("export", path(name), path(name + ".orc"));
      assertThat(types(schema(path(name + ".orc")))).containsExactly(one.getValue());
      ok("convert", path(name + ".orc"), path(name + "-back"), "--verify");
      try (Table back = Table.open(path(name + "-back"))) {
        assertThat(back.schema().fields().get(0).type()).isEqualTo(one.getKey());
      }
      assertThat(albis("diff", path(name), path(name + "-back")).exitCode()).isZero();
    }
    table("nanos", Field.nullable("a", Type.time(TimeUnit.NANOS)), 1L);
    assertThat(albis("export", path("nanos"), path("nanos.orc")).err())
        .contains("column a: ORC has no type for time(nanos)");
  }

  @Test
  void attributesOfOtherTypesAreNotCarriedOver() throws Exception {
    for (Type type : List.of(Type.timestamp(TimeUnit.NANOS), Type.int64())) {
      String name = "t" + type.kind();
      Field field =
          Field.nullable("a", type)
              .withMetadata(Map.of(KEY, "timestamp_ntz", "orc.attribute.x", "y"));
      table(name, field, 1L);
      ok("export", path(name), path(name + ".orc"));
      TypeDescription exported = schema(path(name + ".orc")).getChildren().get(0);
      assertThat(exported.getAttributeNames()).contains("x").doesNotContain(KEY);
      ok("convert", path(name + ".orc"), path(name + "-back"), "--timestamps=nanos");
      try (Table back = Table.open(path(name + "-back"))) {
        assertThat(back.schema().fields().get(0).type()).isEqualTo(type);
      }
    }
  }
}
