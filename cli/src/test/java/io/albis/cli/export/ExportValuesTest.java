// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.cli.CliRun;
import io.albis.convert.internal.input.OrcTypes;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.reader.BytesView;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.tools.command.ExitCodes;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values at the limits of formats are written exactly, or refused. */
class ExportValuesTest {

  private static final byte[] NOT_UTF8 = {'a', (byte) 0xff, (byte) 0xc3};

  @TempDir private Path directory;
  private String table;

  @BeforeEach
  void nameTable() {
    table = directory.resolve("table").toString();
  }

  private void write(Schema schema, Consumer<RowWriter> rows) {
    try (TableWriter writer = TableWriter.overwrite(table, schema).open()) {
      try (RowWriter out = writer.newRowWriter()) {
        rows.accept(out);
      }
      writer.commit();
    }
  }

  private Path export(String name, String... options) {
    Path file = directory.resolve(name);
    List<String> command = new ArrayList<>(List.of("export", table, file.toString()));
    command.addAll(List.of(options));
    CliRun.ok(command.toArray(String[]::new));
    return file;
  }

  private String failure(String name, String... options) {
    List<String> command =
        new ArrayList<>(List.of("export", table, directory.resolve(name).toString()));
    command.addAll(List.of(options));
    CliRun run = CliRun.albis(command.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
    assertThat(directory.resolve(name)).doesNotExist();
    return run.err();
  }

  /** The stored days and seconds, which ORC's reader does not change. */
  @Test
  void orcStoresDaysOfTheProlepticCalendar() throws Exception {
    int[] days = {
      (int) LocalDate.of(1582, 10, 15).toEpochDay(),
      (int) LocalDate.of(1582, 10, 4).toEpochDay(),
      (int) LocalDate.of(1500, 3, 1).toEpochDay(),
      (int) LocalDate.of(1, 1, 1).toEpochDay(),
    };
    write(
        Schema.of(
            Field.nullable("day", Type.date()),
            Field.nullable("time", Type.timestamp(TimeUnit.MICROS)),
            Field.nullable("days", Type.list(Field.nullable("element", Type.date())))),
        rows -> {
          for (int day : days) {
            rows.setInt(0, day);
            rows.setLong(1, day * 86_400_000_000L + 1);
            rows.value(2).beginList();
            rows.value(2).element().setInt(day);
            rows.value(2).endList();
            rows.endRow();
          }
        });
    Path file = export("t.orc");
    try (Reader reader =
            OrcFile.createReader(
                new org.apache.hadoop.fs.Path(file.toUri()),
                OrcFile.readerOptions(OrcTypes.configuration())
                    .useUTCTimestamp(true)
                    .convertToProlepticGregorian(true));
        RecordReader rows = reader.rows()) {
      VectorizedRowBatch batch = reader.getSchema().createRowBatch();
      assertThat(rows.nextBatch(batch)).isTrue();
      for (int i = 0; i < days.length; i++) {
        assertThat(((LongColumnVector) batch.cols[0]).vector[i]).isEqualTo(days[i]);
        assertThat(((TimestampColumnVector) batch.cols[1]).time[i])
            .isEqualTo(days[i] * 86_400_000L);
      }
    }
    String back = directory.resolve("back").toString();
    CliRun.ok("convert", file.toString(), back);
    assertThat(RandomTable.rows(back)).isEqualTo(RandomTable.rows(table));
  }

  @ParameterizedTest
  @ValueSource(
      longs = {
        -9_223_372_036_854_773_000L,
        -62_135_596_800_000L,
        -1_000L,
        -1_001L,
        -1_500L,
        999L,
        9_223_372_036_854_773_000L
      })
  void orcTimestampsComeBack(long millis) {
    write(
        Schema.of(Field.nullable("t", Type.timestamp(TimeUnit.MILLIS))),
        rows -> {
          rows.setLong(0, millis);
          rows.endRow();
        });
    String back = directory.resolve("back").toString();
    CliRun.ok("convert", export("t.orc").toString(), back);
    assertThat(RandomTable.rows(back)).isEqualTo(RandomTable.rows(table));
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, Long.MAX_VALUE})
  void orcTimestampsOutOfRangeAreRefused(long millis) {
    write(
        Schema.of(Field.nullable("t", Type.timestamp(TimeUnit.MILLIS))),
        rows -> {
          rows.setLong(0, millis);
          rows.endRow();
        });
    assertThat(failure("t.orc"))
        .contains("Cannot export column t: ORC cannot hold a timestamp " + millis);
  }

  private void writeInvalidText() {
    write(
        Schema.of(
            Field.nullable("s", Type.string()),
            Field.nullable("l", Type.list(Field.nullable("element", Type.string())))),
        rows -> {
          rows.setBytes(0, NOT_UTF8);
          rows.endRow();
          rows.value(1).beginList();
          rows.value(1).element().setString("b");
          rows.value(1).element().setBytes(NOT_UTF8);
          rows.value(1).endList();
          rows.endRow();
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.parquet", "t.orc"})
  void invalidTextKeepsItsBytes(String name) {
    writeInvalidText();
    String back = directory.resolve("back").toString();
    CliRun.ok("convert", export(name).toString(), back, "--verify");
    try (Table opened = Table.open(back);
        RowCursor rows = opened.scan().select("s").rows()) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.row().getBytes(0, new BytesView()).toByteArray()).isEqualTo(NOT_UTF8);
    }
    assertThat(failure("refused" + name.substring(1), "--invalid-utf8", "refuse"))
        .contains("Cannot export column s", "not valid UTF-8: 0x61ffc3");
  }

  @Test
  void invalidTextInCsvAndJson() throws Exception {
    writeInvalidText();
    byte[] csv = Files.readAllBytes(export("t.csv", "--columns", "s"));
    assertThat(csv).containsSequence(NOT_UTF8);
    assertThat(Files.readString(export("r.csv", "--columns", "s", "--invalid-utf8", "replace")))
        .contains("a\uFFFD\uFFFD");
    assertThat(failure("f.csv", "--columns", "s", "--invalid-utf8", "refuse"))
        .contains("not valid UTF-8");
    assertThat(failure("t.jsonl")).contains("not valid UTF-8");
    assertThat(failure("l.jsonl", "--columns", "l")).contains("Cannot export column l.element");
    assertThat(export("r.jsonl", "--invalid-utf8", "replace"))
        .hasContent(
            "{\"s\":\"a\uFFFD\uFFFD\",\"l\":null}\n{\"s\":null,\"l\":[\"b\",\"a\uFFFD\uFFFD\"]}");
    CliRun keep = CliRun.albis("export", table, "k.jsonl", "--invalid-utf8", "keep");
    assertThat(keep.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(keep.err()).contains("expected refuse or replace");
  }

  @Test
  void numbersThatAreNotFiniteAreStringsInJson() {
    Schema schema =
        Schema.of(Field.nullable("d", Type.float64()), Field.nullable("f", Type.float32()));
    double[] values = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0};
    write(
        schema,
        rows -> {
          for (double value : values) {
            rows.setDouble(0, value);
            rows.setFloat(1, (float) value);
            rows.endRow();
          }
        });
    Path file = export("t.jsonl");
    assertThat(file)
        .hasContent(
            """
            {"d":"NaN","f":"NaN"}
            {"d":"Infinity","f":"Infinity"}
            {"d":"-Infinity","f":"-Infinity"}
            {"d":-0.0,"f":-0.0}\
            """);
    for (Path exported : List.of(file, export("t.csv"))) {
      String back = directory.resolve("back").toString();
      CliRun.ok(
          "convert", exported.toString(), back, "--overwrite", "--schema", "d=double,f=float");
      assertThat(RandomTable.rows(back)).isEqualTo(RandomTable.rows(table));
    }
  }

  @Test
  void datesAndTimesOfAllYears() {
    Schema schema =
        Schema.of(
            Field.nullable("d", Type.date()),
            Field.nullable("t", Type.timestampWithZone(TimeUnit.MILLIS)));
    String[] days = {
      "-9999-12-31", "-0001-01-01", "0000-01-01", "0000-02-29", "0000-03-01", "0001-01-01",
      "1582-10-10", "1600-02-29", "1900-02-28", "1970-01-01", "2000-02-29", "2100-03-01",
      "9999-12-31", "+10000-01-01", "+123456-07-08",
    };
    write(
        schema,
        rows -> {
          for (String day : days) {
            int number = (int) LocalDate.parse(day).toEpochDay();
            rows.setInt(0, number);
            rows.setLong(1, number * 86_400_000L + 3_723_040);
            rows.endRow();
          }
        });
    StringBuilder expected = new StringBuilder("d,t\n");
    for (String day : days) {
      expected.append(day).append(',').append(day).append("T01:02:03.04Z\n");
    }
    Path file = export("t.csv");
    assertThat(file).hasContent(expected.toString());
    String back = directory.resolve("back").toString();
    CliRun run =
        CliRun.albis("convert", file.toString(), back, "--schema", "t=timestamp_with_zone(millis)");
    assertThat(run.err()).contains("types inferred from a sample (--schema sets others): d=date\n");
    assertThat(RandomTable.rows(back)).isEqualTo(RandomTable.rows(table));
  }

  @Test
  void varcharIsNotCut() throws Exception {
    Path orc = directory.resolve("in.orc");
    org.apache.orc.TypeDescription type =
        org.apache.orc.TypeDescription.fromString("struct<v:varchar(3)>");
    OrcFile.createWriter(
            new org.apache.hadoop.fs.Path(orc.toUri()),
            OrcFile.writerOptions(OrcTypes.configuration()).setSchema(type))
        .close();
    CliRun.ok("convert", orc.toString(), table);
    try (TableWriter writer = TableWriter.append(table).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        rows.setString(0, "éééé");
        rows.endRow();
      }
      writer.commit();
    }
    assertThat(failure("t.orc")).contains("a string of 4 characters", "(3)");
    assertThat("éééé".getBytes(StandardCharsets.UTF_8)).hasSize(8);
  }
}
