// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.internal.layout.ColumnNode;
import io.albis.format.internal.schema.BoundTransform;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Transform;
import io.albis.format.schema.Type;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples in SPEC.md are what this module writes. */
class SpecExamplesTest {

  private static final Pattern HEX_LINE =
      Pattern.compile("([0-9a-f]{2,3}) +((?:[0-9a-f]{2} )*[0-9a-f]{2})(?: {3,}.*)?");

  private static final Pattern SEGMENT =
      Pattern.compile("Segment\\s+length\\s+(\\d+),\\s+CRC32C\\s+`0x([0-9a-f]+)`");

  private static String spec() throws IOException {
    return Files.readString(Path.of("SPEC.md"));
  }

  /** The text, in which no sentence is divided into lines. */
  private static String flatSpec() throws IOException {
    return spec().replaceAll("\\s*\n\\s*", " ");
  }

  /** The bytes of the code block behind some text; bytes that it does not show are 0. */
  private static byte[] block(String text, String before, int length) {
    int at = text.indexOf(before);
    assertThat(at).as("\"%s\" in SPEC.md", before).isNotNegative();
    int start = text.indexOf("```\n", at) + 4;
    byte[] bytes = new byte[length];
    int lines = 0;
    for (String line : text.substring(start, text.indexOf("```", start)).split("\n", -1)) {
      Matcher matcher = HEX_LINE.matcher(line);
      if (matcher.matches()) {
        byte[] row = HexFormat.ofDelimiter(" ").parseHex(matcher.group(2));
        System.arraycopy(row, 0, bytes, Integer.parseInt(matcher.group(1), 16), row.length);
        lines++;
      } else {
        assertThat(line).isBlank();
      }
    }
    assertThat(lines).isGreaterThan(1);
    return bytes;
  }

  @Test
  void snapshot() throws IOException {
    byte[] file = Examples.snapshotFile();
    assertThat(flatSpec()).contains(file.length + " bytes; all bytes not shown are 0:");
    assertThat(block(spec(), "Example: the snapshot of an empty table", file.length))
        .isEqualTo(file);
  }

  @Test
  void dataFile() throws IOException {
    byte[] file = Examples.dataFile();
    assertThat(block(spec(), "**A data file**, " + file.length + " bytes", file.length))
        .isEqualTo(file);
    Segment segment = Examples.segment();
    assertThat(Framing.crc(file, 64, segment.length())).isEqualTo(segment.crc32c());
  }

  @Test
  void manifest() throws IOException {
    byte[] file = Examples.manifest().end().bytes();
    assertThat(block(spec(), "**A manifest**, " + file.length + " bytes", file.length))
        .isEqualTo(file);
  }

  @Test
  void rowSection() throws IOException {
    byte[] section = Examples.rowSection().bytes();
    String title = "**A section of layout `ROW`**, " + section.length + " bytes";
    assertThat(block(spec(), title, section.length)).isEqualTo(section);
  }

  @Test
  void partitionedManifest() throws IOException {
    byte[] file = Examples.partitionedManifest().end().bytes();
    String title = "**A manifest with partitions**, " + file.length + " bytes";
    assertThat(block(spec(), title, file.length)).isEqualTo(file);
  }

  /** The table of merged statistics in section 14. */
  @Test
  void mergedStatistics() throws IOException {
    Leaf leaf = Schema.of(Field.required("x", Type.int32())).withAssignedIds().leaves().get(0);
    StatisticsMerger merger = new StatisticsMerger(leaf);
    HexFormat hex = HexFormat.ofDelimiter(" ");
    Matcher row =
        Pattern.compile(
                "\\| [^|]* \\| (\\d) \\| (\\d) \\| (\\d+) \\| `([0-9a-f ]+)` \\| `([0-9a-f ]+)` \\|"
                    + " (yes|no) \\| (yes|no) \\|")
            .matcher(spec());
    List<ColumnStatistics> parts = new ArrayList<>();
    while (row.find()) {
      Bounds bounds =
          new Bounds(
              hex.parseHex(row.group(4)),
              hex.parseHex(row.group(5)),
              row.group(6).equals("yes"),
              row.group(7).equals("yes"));
      long nulls = Long.parseLong(row.group(2));
      parts.add(new ColumnStatistics(1, nulls, 0, Long.parseLong(row.group(3)), bounds));
    }
    assertThat(parts).hasSize(4);
    merger.add(parts.get(0), 3);
    merger.add(parts.get(1), 2);
    merger.addValue(parts.get(2).bounds().min(), 4);
    assertThat(merger.result()).isEqualTo(parts.get(3));
  }

  @Test
  void segments() throws IOException {
    String text = spec();
    Matcher matcher = SEGMENT.matcher(text);
    int count = 0;
    while (matcher.find()) {
      byte[] bytes = block(text, matcher.group(), Integer.parseInt(matcher.group(1)));
      assertThat(Integer.toHexString(Framing.crc(bytes, 0, bytes.length)))
          .as(matcher.group())
          .isEqualTo(matcher.group(2));
      count++;
    }
    assertThat(count).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "list<int16>; `node_lengths` 4, 3; `buffer_lengths` 1, 20, 1, 6; 198",
        "string; `node_lengths` 4; `buffer_lengths` 1, 20, 7; 135",
        "map<int8, string>; `node_lengths` 3, 2, 2, 2; `buffer_lengths` 1, 16, 0, 0, 2, 1, 12, 1;"
            + " 321"
      })
  void buffersOfSegments(String type, String nodes, String buffers, int length) throws IOException {
    assertThat(flatSpec())
        .contains(nodes + "; " + buffers + ". Segment length " + length + ", CRC32C");
    Leaf leaf = Schema.of(Field.nullable("c", Type.parse(type))).withAssignedIds().leaves().get(0);
    Segment.Builder segment = Segment.builder().length(length);
    numbers(buffers).forEach(segment::addBufferLength);
    numbers(nodes).forEach(segment::addNodeLength);
    segment.rowCount(numbers(nodes).get(0));
    ColumnNode root = ColumnNode.of(leaf);
    SegmentBuffers found = SegmentBuffers.of(root, segment.build(), new Check("f", 0));
    assertThat(found.offset(root.bufferCount() - 1) + found.length(root.bufferCount() - 1))
        .isEqualTo(length);
  }

  private static List<Integer> numbers(String text) {
    List<Integer> numbers = new ArrayList<>();
    for (String number : text.substring(text.lastIndexOf('`') + 2).split(", ", -1)) {
      numbers.add(Integer.valueOf(number));
    }
    return numbers;
  }

  /** The hashes of SPEC.md by the buckets that they give; 2^31 - 1 buckets show nearly all bits. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "int32; 34 as int32 or int64; 22000000",
        "decimal(4,2); 14.20 as decimal(4, 2); 8c050000",
        "date; date 2017-11-16; 4e440000",
        "time(micros); time 22:31:08; 008307e012000000",
        "string; string `iceberg`; 69636562657267",
        "uuid; uuid `f79c3e09-677c-4bbd-a479-3f349cb785e7`; f79c3e09677c4bbda4793f349cb785e7",
        "binary; binary or fixed binary `00 01 02 03`; 00010203"
      })
  void hashes(String type, String row, String plain) throws IOException {
    Matcher matcher =
        Pattern.compile(Pattern.quote("| " + row + " | ") + "(-?\\d+) ").matcher(spec());
    assertThat(matcher.find()).as(row).isTrue();
    int hash = Integer.parseInt(matcher.group(1));
    byte[] bucket =
        new BoundTransform(Transform.bucket(Integer.MAX_VALUE), Type.parse(type))
            .apply(HexFormat.of().parseHex(plain));
    assertThat(PlainEncoding.toLong(Type.int32(), bucket))
        .isEqualTo((hash & Integer.MAX_VALUE) % Integer.MAX_VALUE);
  }

  /** Timestamps of all units have the hash of their microseconds. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "timestamp(millis); timestamp 2017-11-16T22:31:08; 1510871468000",
        "timestamp(micros); timestamp 2017-11-16T22:31:08; 1510871468000000",
        "timestamp(micros); timestamp 2017-11-16T22:31:08.000001,; 1510871468000001",
        "timestamp(nanos); timestamp 2017-11-16T22:31:08.000001,; 1510871468000001001"
      })
  void hashesOfTimestamps(String type, String row, long value) throws IOException {
    Matcher matcher =
        Pattern.compile("\\| " + Pattern.quote(row) + "[^|]* \\| (-?\\d+) ").matcher(spec());
    assertThat(matcher.find()).as(row).isTrue();
    byte[] bucket =
        new BoundTransform(Transform.bucket(Integer.MAX_VALUE), Type.parse(type))
            .apply(PlainEncoding.ofLong(value, 8));
    assertThat(PlainEncoding.toLong(Type.int32(), bucket))
        .isEqualTo((Integer.parseInt(matcher.group(1)) & Integer.MAX_VALUE) % Integer.MAX_VALUE);
  }

  @Test
  void encodedValues() throws IOException {
    HexFormat hex = HexFormat.ofDelimiter(" ");
    Type decimal = Type.parse("decimal(38,2)");
    assertThat(flatSpec())
        .contains(
            "-12345 as decimal(38, 2), which is -123.45: `"
                + hex.formatHex(PlainEncoding.ofDecimal(decimal, BigInteger.valueOf(-12345)))
                + "`")
        .contains("1969-12-31 as date: `" + hex.formatHex(PlainEncoding.ofLong(-1, 4)) + "`");
  }

  @Test
  void transforms() throws IOException {
    assertThat(flatSpec())
        .contains("`TRUNCATE` with *w* = 10 of 1 is 0, of -1 is -10;")
        .contains("with *w* = 50 of 10.65 is 10.50; with *w* = 3 of `iceberg` is `ice`.")
        .contains("1969-12-31 has year -1, month -1.");
    assertThat(result("truncate(10)", "int32", "01000000")).isEqualTo("00000000");
    assertThat(result("truncate(10)", "int32", "ffffffff")).isEqualTo("f6ffffff");
    assertThat(result("truncate(50)", "decimal(4,2)", "29040000")).isEqualTo("1a040000");
    assertThat(result("truncate(3)", "string", "69636562657267")).isEqualTo("696365");
    assertThat(result("year", "date", "ffffffff")).isEqualTo("ffffffff");
    assertThat(result("month", "date", "ffffffff")).isEqualTo("ffffffff");
  }

  private static String result(String transform, String type, String value) {
    HexFormat hex = HexFormat.of();
    return hex.formatHex(
        new BoundTransform(Transform.parse(transform), Type.parse(type))
            .apply(hex.parseHex(value)));
  }

  @Test
  void leaves() throws IOException {
    assertThat(flatSpec())
        .contains("has the leaves `a` (not nullable), `s` (presence), `s.b` (stored nullable), ");
    Schema schema =
        Schema.of(
                Field.required("a", Type.int32()),
                Field.nullable(
                    "s",
                    Type.struct(
                        Field.required("b", Type.string()),
                        Field.required("t", Type.struct(Field.nullable("c", Type.float64()))))),
                Field.nullable("l", Type.parse("list<struct<d: int8>>")))
            .withAssignedIds();
    assertThat(schema.leaves().stream().map(Leaf::path))
        .containsExactly("a", "s", "s.b", "s.t.c", "l");
    assertThat(schema.leaves().stream().map(Leaf::nullable))
        .containsExactly(false, true, true, true, true);
    assertThat(schema.leaves().get(1).isPresence()).isTrue();
  }

  @Test
  void linksLeadToSections() throws IOException {
    String text = spec();
    Matcher matcher = Pattern.compile("\\d+\\. \\[([^]]+)]\\(#(\\d+)-").matcher(text);
    int count = 0;
    while (matcher.find()) {
      assertThat(text).contains("\n## " + matcher.group(2) + ". " + matcher.group(1) + "\n");
      count++;
    }
    assertThat(count).isEqualTo(26);
  }
}
