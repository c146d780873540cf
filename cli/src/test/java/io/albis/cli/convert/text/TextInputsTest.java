// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.cli.CliRun;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.tools.command.ExitCodes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conversion of CSV and JSON lines: types, errors, parts. */
class TextInputsTest {

  @TempDir private Path directory;
  private String table;

  @BeforeEach
  void nameTable() {
    table = directory.resolve("table").toString();
  }

  private String write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text).toString();
  }

  private CliRun convert(String file, String... options) {
    List<String> command = new ArrayList<>(List.of("convert", file, table, "--overwrite"));
    command.addAll(List.of(options));
    return CliRun.albis(command.toArray(String[]::new));
  }

  private CliRun converted(String file, String... options) {
    CliRun run = convert(file, options);
    assertThat(run.exitCode()).as(run.toString()).isZero();
    return run;
  }

  private String failure(String file, String... options) {
    CliRun run = convert(file, options);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
    return run.err();
  }

  private List<List<Object>> rows() {
    List<List<Object>> rows = new ArrayList<>();
    try (Table opened = Table.open(table);
        RowCursor cursor = opened.scan().rows()) {
      while (cursor.next()) {
        rows.add(cursor.row().materialize());
      }
    }
    return rows;
  }

  @Test
  void infersTheTypesOfCsv() throws Exception {
    String file =
        write(
            "a.csv",
            """
            i,big,d,exact,flag,day,ts,tz,zip,text,empty,mixed
            1,99999999999999999999,1.5,0.12345678901234567891,true,2020-02-29,2020-01-01 10:00:00,\
            2020-01-01T10:00:00+01:00,01234,"a ""b"", c",,1
            -2,1,1e3,2.5,FALSE,1500-01-01,2020-01-01T10:00:00.000001,2020-01-01T10:00:00Z,1,"",,x
            """);
    CliRun run = converted(file, "--verify");
    assertThat(run.err())
        .contains(
            "types inferred from a sample (--schema sets others): i=int64, big=decimal(20,0),"
                + " d=double, exact=decimal(21,20), flag=boolean, day=date, ts=timestamp(micros),"
                + " tz=timestamp_with_zone(micros), zip=string, text=string, empty=string,"
                + " mixed=string");
    assertThat(rows().get(0))
        .containsExactly(
            1L,
            new java.math.BigDecimal("99999999999999999999"),
            1.5,
            new java.math.BigDecimal("0.12345678901234567891"),
            true,
            18321,
            1577872800000000L,
            1577869200000000L,
            "01234",
            "a \"b\", c",
            null,
            "1");
    assertThat(rows().get(1)).contains(1000.0, false, "", "x");
  }

  @Test
  void infersTheTypesOfJson() throws Exception {
    String file =
        write(
            "a.jsonl",
            """
            {"n": 1, "s": {"x": [1, 2.5, null], "y": "2020-01-01"}, "m": [], "nan": NaN}

            {"s": {"x": [], "z": true}, "new": "é\\n", "nan": 1e2}
            """);
    assertThat(converted(file, "--verify").err())
        .contains(
            "n=int64, s=struct<x: list<double>, y: date, z: boolean>, m=list<string>, nan=double,"
                + " new=string");
    assertThat(rows())
        .containsExactly(
            Arrays.asList(
                1L,
                Arrays.asList(Arrays.asList(1.0, 2.5, null), 18262, null),
                List.of(),
                Double.NaN,
                null),
            Arrays.asList(null, Arrays.asList(List.of(), null, true), null, 100.0, "é\n"));
  }

  @Test
  void readsTypesThatAreGiven() throws Exception {
    String json = write("a.json", "{\"m\":{\"k\":1},\"id\":\"7\",\"b\":\"AQI=\"}\n");
    converted(json, "--schema", "m=map<string, int32>,`id`=int16,b=binary,more=uuid");
    assertThat(rows()).hasSize(1);
    assertThat(rows().get(0).get(0)).asString().contains("k=1");
    assertThat(rows().get(0).get(1)).isEqualTo((short) 7);
    String csv = write("a.tsv", "1\tNA\n2\t\"NA\"\n");
    converted(csv, "--csv-no-header", "--csv-null", "NA", "--schema", "k=int8,v=string");
    assertThat(rows()).containsExactly(Arrays.asList((byte) 1, null), List.of((byte) 2, "NA"));
    converted(write("b.csv", "1|x"), "--csv-no-header", "--csv-delimiter", "|");
    assertThat(rows()).containsExactly(List.of(1L, "x"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "\\nname\\nx\\ny\\n ! name ! x,y",
        "\\r\\n\\n\\nname\\nx\\n\\ny ! name ! x,null,y",
        "name\\n\\n ! name ! null",
      })
  void emptyLinesBeforeTheHeaderAreNoRows(String text, String name, String values)
      throws Exception {
    String csv = write("a.csv", text.replace("\\r", "\r").replace("\\n", "\n"));
    converted(csv, "--schema", "`" + name.replace("\\n", "\n") + "`=string", "--verify");
    assertThat(rows())
        .extracting(row -> String.valueOf(row.get(0)))
        .containsExactly(values.split(",", -1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "a.csv ! a,b\\n1,2\\n3\\n ! line 3: 1 fields (expected 2)",
        "a.csv ! a,b\\n1,2\\n3,4,5\\n ! line 3: 3 fields (expected 2)",
        "a.csv ! a,a\\n1,2\\n ! line 1: the column name a occurs twice",
        "a.csv ! a\\n\"x\"y\\n ! line 2: ",
        "a.csv ! a\\n\"x\\n ! line 2: ",
        "a.jsonl ! {\"a\":1}\\n[1]\\n ! line 2: expected one JSON object",
        "a.jsonl ! {\"a\":1} {\"a\":2}\\n ! line 1: expected one JSON object",
        "a.jsonl ! {\"a\":\\n1}\\n ! line 1: expected the end of the object in the same line",
        "a.jsonl ! {\"a\":1}\\n{\"a\":x}\\n ! line 2: Unrecognized token 'x'",
        "a.jsonl ! {\"a\":1,\"a\":2}\\n ! line 1: Duplicate field 'a'",
        "a.jsonl ! {\"a\":1}\\n"
            + "{\"a\":[]}\\n"
            + " ! a.jsonl: column a: some of its values are objects or arrays",
        "a.jsonl ! {\"a\":{}}\\n ! a.jsonl: column a: its objects have no fields",
        "a.csv.gz ! a\\n ! a.csv.gz: Input is not in the .gz format",
      })
  void namesTheLineOfAnError(String name, String text, String message) throws Exception {
    String file = write(name.strip(), text.strip().replace("\\n", "\n"));
    assertThat(failure(file)).contains(file).contains(message.strip());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "int64 ! x12 ! 'x12' is not a value of type int64",
        "int8 ! 128 ! '128' is not a value of type int8",
        "int32 ! 1.0 ! '1.0' is not a value of type int32",
        "double ! 0x1p3 ! '0x1p3' is not a value of type double",
        "double ! 1d ! '1d' is not a value of type double",
        "float ! one ! 'one' is not a value of type float",
        "decimal(4,2) ! 100.00 ! '100.00' is not a value of type decimal(4,2)",
        "decimal(4,2) ! 1.001 ! '1.001' is not a value of type decimal(4,2)",
        "decimal(4,2) ! 1e999999999 ! is not a value of type decimal(4,2)",
        "boolean ! yes ! 'yes' is not a value of type boolean",
        "date ! 2023-02-29 ! '2023-02-29' is not a value of type date",
        "timestamp(micros) ! 2020-01-01T00:00:00.0000001 ! is not a value of type timestamp",
        "timestamp(nanos) ! 2500-01-01T00:00:00 ! is not a value of type timestamp(nanos)",
        "timestamp_with_zone(micros) ! 2020-01-01T00:00:00 ! is not a value of type",
        "uuid ! 1-2-3-4-5 ! '1-2-3-4-5' is not a value of type uuid",
        "fixed_binary(2) ! AQ== ! is not a value of type fixed_binary(2)",
      })
  void namesTheValueAndItsColumn(String type, String value, String message) throws Exception {
    String csv = write("a.csv", "n,c\n1,\n\n3," + value.strip() + "\n");
    assertThat(failure(csv, "--schema", "c=" + type.strip()))
        .contains(csv + ": line 4: column c: ")
        .contains(message.strip());
    String json = write("a.jsonl", "{\"c\":null}\n{\"c\":\"" + value.strip() + "\"}\n");
    assertThat(failure(json, "--schema", "c=" + type.strip()))
        .contains(json + ": line 2: column c: ")
        .contains(message.strip());
  }

  @Test
  void valuesAfterTheSampleMustHaveItsTypes() throws Exception {
    String csv = write("a.csv", "c\n1\n2\nthree\n");
    assertThat(failure(csv, "--sample-rows", "2"))
        .contains("line 4: column c: 'three' is not a value of type int64");
    String json = write("a.jsonl", "{\"c\":1}\n{\"c\":2,\"d\":{\"e\":1}}\n");
    assertThat(failure(json, "--sample-rows", "1"))
        .contains("line 2: field d is not among those of the sample");
    converted(json, "--sample-rows", "1", "--schema", "d=struct<e: int8>", "--columns", "c");
    assertThat(rows()).containsExactly(List.of(1L), List.of(2L));
  }

  @Test
  void textMustBeUtf8() throws Exception {
    Path file = directory.resolve("a.csv");
    Files.write(file, new byte[] {'a', '\n', 'b', '\n', (byte) 0xff, '\n'});
    assertThat(failure(file.toString())).contains(file + ": it is not UTF-8");
    Path json = directory.resolve("a.jsonl");
    Files.write(json, new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}'});
    assertThat(failure(json.toString())).contains(json + ": line 1: Invalid UTF-8");
  }

  @Test
  void severalFilesHaveTheTypesOfAll() throws Exception {
    write("a.csv", "c\n1\n");
    write("b.csv", "c\n2.5\n");
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(directory.resolve("c.csv.gz")))) {
      out.write("\uFEFFc\r\n\r\n3\r\n".getBytes(StandardCharsets.UTF_8));
    }
    converted(directory + "/*.csv*", "--verify");
    assertThat(rows())
        .containsExactly(
            List.of(1.0), List.of(2.5), java.util.Collections.singletonList(null), List.of(3.0));
  }

  @Test
  void partsAreWholeRowsAndKnowTheirLines() throws Exception {
    StringBuilder text = new StringBuilder("\uFEFFa,b\r\n");
    for (int i = 0; i < 500; i++) {
      text.append(i).append(i % 3 == 0 ? ",\"x\n\"\"\r\ny\"\r\n" : i % 3 == 1 ? ",z\n\n" : ",\r");
    }
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    CsvLayout layout = new CsvLayout(List.of("a", "b"), ',', true);
    List<TextPart> parts = TextScanner.csv(layout, 100).scan(new ByteArrayInputStream(bytes));
    assertThat(parts.size()).isGreaterThan(20);
    assertThat(parts.stream().mapToLong(TextPart::rows).sum()).isEqualTo(500);
    long row = 0;
    for (int i = 0; i < parts.size(); i++) {
      TextPart part = parts.get(i);
      String start = new String(bytes, (int) part.start(), 4, StandardCharsets.UTF_8);
      assertThat(start.strip()).startsWith(row + ",");
      assertThat(i == 0 ? part.start() : parts.get(i - 1).end()).isLessThanOrEqualTo(part.start());
      row += part.rows();
    }
    assertThat(parts.get(parts.size() - 1).end()).isEqualTo(bytes.length);
    // Three rows have 3 + 2 + 1 lines.
    assertThat(parts.get(0).firstLine()).isEqualTo(2);
    converted(Files.write(directory.resolve("a.csv"), bytes).toString(), "--verify");
    assertThat(rows().get(498)).containsExactly(498L, "x\n\"\r\ny");
    assertThat(rows().get(499)).containsExactly(499L, "z");
  }
}
