// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import io.albis.writer.ValueWriter;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A Python reader, written from the specification alone, reads the files of the writer. */
class PythonReaderTest {

  private static final Schema SCHEMA =
      Schema.of(
          Field.nullable("bo", Type.bool()),
          Field.nullable("i1", Type.int8()),
          Field.nullable("i2", Type.int16()),
          Field.required("i4", Type.int32()),
          Field.nullable("i8", Type.int64()),
          Field.nullable("f4", Type.float32()),
          Field.nullable("f8", Type.float64()),
          Field.nullable("d4", Type.decimal(7, 2)),
          Field.nullable("d8", Type.decimal(18, 0)),
          Field.nullable("d16", Type.decimal(38, 10)),
          Field.nullable("st", Type.string()),
          Field.nullable("bi", Type.binary()),
          Field.nullable("fb", Type.fixedBinary(3)),
          Field.nullable("uu", Type.uuid()),
          Field.nullable("sx", Type.parse("struct<a: int32 required, b: string, l: list<int8>>")),
          Field.nullable("li", Type.parse("list<struct<x: boolean, y: list<string>>>")),
          Field.nullable("ma", Type.parse("map<string, double>")));

  private static final Path GOLDEN = TestPaths.root().resolve("format-spec/golden");

  @TempDir Path directory;

  /** Runs the reader, which must succeed, and returns what it prints. */
  static String python(List<String> arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add("python3");
    command.add(TestPaths.root().resolve("table-tests/src/test/python/albis_reader.py").toString());
    command.addAll(arguments);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (InputStream output = process.getInputStream()) {
      String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(text).isZero();
      return text;
    }
  }

  /** The files of expected content below a directory. */
  private static List<String> expected(Path directory, int depth) throws IOException {
    try (Stream<Path> files = Files.walk(directory, depth)) {
      return files
          .map(Path::toString)
          .filter(path -> path.matches(".*/expected(-[0-9]+)?[.]json"))
          .sorted()
          .toList();
    }
  }

  /** Rows, metadata and statistics of the golden tables; the verifier finds no problem. */
  @Test
  void readsGoldenTables() throws IOException, InterruptedException {
    assumeTrue(hasPython(), "python3 is not installed");
    List<String> arguments = new ArrayList<>(List.of("--compare"));
    arguments.addAll(expected(GOLDEN, 2));
    assertThat(arguments).hasSizeGreaterThan(GoldenTables.everything().size());
    assertThat(python(arguments)).isEmpty();
  }

  /** The broken tables give the errors that are beside them. */
  @Test
  void rejectsBrokenTables() throws IOException, InterruptedException {
    assumeTrue(hasPython(), "python3 is not installed");
    List<String> arguments = new ArrayList<>(List.of("--broken"));
    arguments.addAll(expected(GOLDEN.resolve("broken"), 2));
    assertThat(arguments).hasSizeGreaterThan(200);
    assertThat(python(arguments)).isEmpty();
  }

  /** The data file that the specification shows in hex has three rows. */
  @Test
  void readsTheFileOfTheSpecification() throws IOException, InterruptedException {
    assumeTrue(hasPython(), "python3 is not installed");
    String spec = Files.readString(TestPaths.formatSpec().resolve("SPEC.md"));
    String example = spec.substring(spec.indexOf("**A data file**, 433 bytes"));
    byte[] bytes = new byte[433];
    Pattern line = Pattern.compile("([0-9a-f]{3}) +((?:[0-9a-f]{2} )*[0-9a-f]{2})(?: {3,}.*)?");
    for (String text : example.split("```\n", -1)[1].split("\n", -1)) {
      Matcher matcher = line.matcher(text);
      if (matcher.matches()) {
        byte[] part = HexFormat.ofDelimiter(" ").parseHex(matcher.group(2));
        System.arraycopy(part, 0, bytes, Integer.parseInt(matcher.group(1), 16), part.length);
      }
    }
    Path file = Files.write(directory.resolve("x.albis"), bytes);
    assertThat(python(List.of("--verify", file.toString()))).isEmpty();
    assertThat(python(List.of(file.toString()))).contains("\"rows\": [[1], [null], [-1]]");
  }

  /** Copies a table to the local file system, where Python can read it. */
  private Path localCopy(String table) throws IOException {
    Path copy = directory.resolve("copy");
    new StoredFiles(table).copyTo(copy.toString());
    return copy;
  }

  static boolean hasPython() {
    try {
      return new ProcessBuilder("python3", "--version").start().waitFor() == 0;
    } catch (IOException | InterruptedException e) {
      return false;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "all", "st,sx,i1;bo,f8,d16"})
  void readsEveryType(String groups) throws IOException, InterruptedException {
    assumeTrue(hasPython(), "python3 is not installed");
    String table = TestRoot.uri(directory.resolve("t"));
    try (TableWriter writer =
        TableWriter.create(table, SCHEMA)
            .columnGroups(ColumnGroupSpec.parse(groups))
            .segmentSize(4096)
            .rowGroupSize(1 << 16)
            .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < 5000; i++) {
          if (i % 3 == 2) {
            rows.setInt(3, -i);
          } else {
            fill(rows, i);
          }
          rows.endRow();
        }
      }
      assertThat(writer.commit().rowCount()).isEqualTo(5000);
    }
    String copy = localCopy(table).toString();
    assertThat(python(List.of("--verify", copy))).isEmpty();
    String json = python(List.of(copy));
    assertThat(json).contains("\"rowCount\": 5000");
    String empty = "null, null, null, ";
    assertThat(json).contains("[" + empty + "-5, " + empty.repeat(4) + "null]");
    assertThat(json)
        .contains(
            "[true, 7, 7, 7, \"7\", \"0x40e00000\", \"0xc01c000000000000\", \"-7.00\","
                + " \"700000000000000000\", \"-7.0000000000\", \"s7ä\", \"0x0707\","
                + " \"0x070809\", \"00000000-0000-0007-0000-000000000007\","
                + " [7, null, [7, null]], [[true, [\"y7\", null]], null], [[\"k7\","
                + " \"0x401c000000000000\"], [\"n\", null]]]");
  }

  private static void fill(RowWriter rows, int i) {
    rows.setBoolean(0, i % 2 == 1);
    rows.setByte(1, (byte) i);
    rows.setShort(2, (short) i);
    rows.setInt(3, i);
    rows.setLong(4, i);
    rows.setFloat(5, i);
    rows.setDouble(6, -i);
    rows.setDecimal(7, new BigDecimal(-i % 1000));
    rows.setUnscaledDecimal(8, i * 100_000_000_000_000_000L % 1_000_000_000_000_000_000L);
    rows.setDecimal(9, BigDecimal.valueOf(-i));
    rows.setBytes(11, new byte[] {(byte) i, (byte) i});
    rows.setString(10, "s" + i + "ä");
    rows.setBytes(12, new byte[] {(byte) i, (byte) (i + 1), (byte) (i + 2)});
    rows.setUuid(13, new UUID(i, i));
    ValueWriter struct = rows.value(14);
    struct.beginStruct();
    struct.field(0).setInt(i);
    struct.field(2).beginList();
    struct.field(2).element().setByte((byte) i);
    struct.field(2).element().setNull();
    struct.field(2).endList();
    struct.endStruct();
    ValueWriter list = rows.value(15);
    list.beginList();
    ValueWriter element = list.element();
    element.beginStruct();
    element.field(0).setBoolean(true);
    element.field(1).beginList();
    element.field(1).element().setString("y" + i);
    element.field(1).element();
    element.field(1).endList();
    element.endStruct();
    list.element().setNull();
    list.endList();
    ValueWriter map = rows.value(16);
    map.beginMap();
    map.key().setString("k" + i);
    map.value().setDouble(i);
    map.key().setString("n");
    map.endMap();
  }
}
