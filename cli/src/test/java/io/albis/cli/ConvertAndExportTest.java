// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import static io.albis.cli.CliRun.albis;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.tools.command.ExitCodes;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConvertAndExportTest {

  private static final MessageType NUMBERS =
      MessageTypeParser.parseMessageType("message m { required int64 n; optional binary s; }");

  @TempDir Path dir;
  private String table;

  @BeforeEach
  void nameTable() {
    table = dir.resolve("t").toString();
  }

  private static CliRun run(String... args) {
    CliRun run = albis(args);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.OK);
    return run;
  }

  private static String failure(String... args) {
    CliRun run = albis(args);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
    return run.err();
  }

  private String numbers(String name, long from, long to) throws Exception {
    return parquet(
        name,
        NUMBERS,
        rows -> {
          for (long n = from; n < to; n++) {
            Group row = new SimpleGroup(NUMBERS);
            row.add("n", n);
            rows.add(row);
          }
        });
  }

  private String parquet(String name, MessageType schema, Consumer<List<Group>> fill)
      throws Exception {
    Path file = dir.resolve(name);
    Files.createDirectories(file.getParent());
    List<Group> rows = new ArrayList<>();
    fill.accept(rows);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(schema)
            .withRowGroupRowCountLimit(500)
            .withCompressionCodec(CompressionCodecName.LZ4_RAW)
            .build()) {
      for (Group row : rows) {
        writer.write(row);
      }
    }
    return file.toString();
  }

  private List<Long> numbersOf(String uri) {
    List<Long> numbers = new ArrayList<>();
    try (Table opened = Table.open(uri);
        RowCursor rows = opened.scan().select("n").rows()) {
      while (rows.next()) {
        numbers.add(rows.row().getLong(0));
      }
    }
    return numbers;
  }

  @Test
  void readsDirectoriesAndGlobs() throws Exception {
    numbers("in/a.parquet", 0, 1200);
    numbers("in/deep/b.parquet", 1200, 1300);
    numbers("in/_ignored.parquet", 7000, 7001);
    run("convert", dir.resolve("in").toString(), table);
    assertThat(numbersOf(table)).hasSize(1300).isSorted().endsWith(1299L);
    run("convert", dir.resolve("in") + "/*.parquet", table, "--overwrite");
    assertThat(numbersOf(table)).hasSize(1200);
    assertThat(failure("convert", dir.resolve("in") + "/*.orc", table, "--overwrite"))
        .contains("no files match");
  }

  @Test
  void preservesRowOrderWithSeveralThreads() throws Exception {
    String file = numbers("a.parquet", 0, 25_000);
    CliRun run =
        run("convert", file, table, "--threads", "3", "--row-group-size", "64KiB", "--verify");
    assertThat(run.out()).contains("Verified: all values of 25,000 rows are equal");
    assertThat(numbersOf(table)).hasSize(25_000).isSorted();
  }

  @Test
  void fileSizeAndPackingDetermineTheDataFiles() throws Exception {
    String file = numbers("a.parquet", 0, 60_000);
    String[] small = {"--row-group-size", "64KiB", "--threads", "1", "--column-groups", "single"};
    run(concat("convert", file, table, small));
    int rowGroups = meta().get("rowGroups").size();
    assertThat(rowGroups).isGreaterThan(4);
    assertThat(meta().get("files")).hasSize(1);
    run(concat("convert", file, table, small, "--overwrite", "--file-size", "256KiB"));
    assertThat(meta().get("files").size()).isBetween(2, rowGroups - 1);
    for (JsonNode dataFile : meta().get("files")) {
      assertThat(dataFile.get("extentCount").asInt())
          .isEqualTo(2 * dataFile.get("rowGroupCount").asInt());
      assertThat(dataFile.get("length").asLong()).isLessThanOrEqualTo(256 << 10);
    }
    run(concat("convert", file, table, small, "--overwrite", "--packing", "single-group"));
    assertThat(meta().get("files")).hasSize(2);
    assertThat(numbersOf(table)).hasSize(60_000).isSorted();
  }

  private static String[] concat(
      String command, String in, String out, String[] options, String... more) {
    return Stream.of(Stream.of(command, in, out), Stream.of(options), Stream.of(more))
        .flatMap(part -> part)
        .toArray(String[]::new);
  }

  private JsonNode meta() throws Exception {
    return new ObjectMapper().readTree(run("meta", table, "--json").out());
  }

  @ParameterizedTest
  @CsvSource({
    "--file-size,1KiB,expected at least 128 KiB",
    "--row-group-size,1KiB,expected at least 64 KiB",
    "--memory,1KiB,expected at least 256 KiB",
    "--packing,most,expected all-groups or single-group",
  })
  void rejectsInvalidSettings(String option, String value, String message) throws Exception {
    CliRun run = albis("convert", numbers("a.parquet", 0, 10), table, option, value);
    assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(run.err()).contains(option, message);
    assertThat(Path.of(table)).doesNotExist();
  }

  @Test
  void appendsAndOverwrites() throws Exception {
    String first = numbers("a.parquet", 0, 10);
    String second = numbers("b.parquet", 10, 20);
    run("convert", first, table);
    assertThat(failure("convert", second, table)).contains("it exists");
    run("convert", second, table, "--append", "--verify");
    assertThat(numbersOf(table)).hasSize(20);
    run("convert", second, table, "--overwrite", "--verify");
    assertThat(numbersOf(table)).hasSize(10).startsWith(10L);
    MessageType other =
        MessageTypeParser.parseMessageType(
            "message m { required int32 n; optional binary other; }");
    String third = parquet("c.parquet", other, rows -> {});
    assertThat(failure("convert", third, table, "--append")).contains("it has no column other");
    assertThat(failure("convert", first, third, table, "--overwrite"))
        .contains("their columns differ");
    assertThat(numbersOf(table)).hasSize(10);
  }

  @Test
  void rejectsFilesThatAreNeitherParquetNorOrc() throws Exception {
    Path text = Files.writeString(dir.resolve("a.txt"), "hello");
    assertThat(failure("convert", text.toString(), table))
        .contains("a.txt: not a Parquet, ORC or Arrow file (it starts with 68656c6c)");
    assertThat(failure("convert", dir.resolve("none").toString(), table))
        .contains("Cannot find " + dir.resolve("none"));
    Path cut = dir.resolve("cut.parquet");
    byte[] bytes = Files.readAllBytes(Path.of(numbers("a.parquet", 0, 10)));
    Files.write(cut, java.util.Arrays.copyOf(bytes, bytes.length - 10));
    assertThat(failure("convert", cut.toString(), table))
        .contains("cut.parquet as Parquet: " + cut)
        .doesNotContain("LocalInputFile@");
    assertThat(Path.of(table)).doesNotExist();
  }

  @Test
  void oldListsAndRepeatedFieldsBecomeLists() throws Exception {
    MessageType schema =
        MessageTypeParser.parseMessageType(
            """
            message m {
              repeated int32 loose;
              optional group two (LIST) { repeated int32 array; }
              optional group tuple (LIST) { repeated group tuple_tuple { required int32 a; } }
              required group s { repeated binary names (UTF8); }
            }\
            """);
    String file =
        parquet(
            "old.parquet",
            schema,
            rows -> {
              Group row = new SimpleGroup(schema);
              row.add("loose", 1);
              row.add("loose", 2);
              row.addGroup("two").append("array", 3).append("array", 4);
              row.addGroup("tuple").addGroup("tuple_tuple").append("a", 5);
              row.addGroup("s").append("names", "x").append("names", "y");
              rows.add(row);
              Group empty = new SimpleGroup(schema);
              empty.addGroup("s");
              rows.add(empty);
            });
    run("convert", file, table, "--verify");
    Path exported = dir.resolve("rows.jsonl");
    run("export", table, exported.toString());
    assertThat(exported)
        .hasContent(
            """
            {"loose":[1,2],"two":[3,4],"tuple":[{"a":5}],"s":{"names":["x","y"]}}
            {"loose":[],"two":null,"tuple":null,"s":{"names":[]}}\
            """);
  }

  @Test
  void rejectsVariants() throws Exception {
    MessageType schema =
        MessageTypeParser.parseMessageType(
            "message m { optional group g { optional group v (MAP) "
                + "{ repeated group key_value { required binary key; } } } }");
    String file = parquet("v.parquet", schema, rows -> {});
    assertThat(failure("convert", file, table))
        .contains(
            "Cannot convert " + file + ": column g.v: Albis has no type for a map without values")
        .contains("--columns");
  }

  private void write(Schema schema, Consumer<RowWriter> row) {
    try (TableWriter writer = TableWriter.overwrite(table, schema).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        row.accept(rows);
        rows.endRow();
      }
      writer.commit();
    }
  }

  @Test
  void csvShowsValuesAsText() {
    Schema schema =
        Schema.of(
            Field.nullable("i", Type.int32()),
            Field.nullable("s", Type.string()),
            Field.nullable("e", Type.string()),
            Field.nullable("n", Type.string()),
            Field.nullable("d", Type.decimal(38, 2)),
            Field.nullable("day", Type.date()),
            Field.nullable("t", Type.time(TimeUnit.MILLIS)),
            Field.nullable("z", Type.timestampWithZone(TimeUnit.MICROS)),
            Field.nullable("u", Type.uuid()),
            Field.nullable("b", Type.binary()),
            Field.nullable("ym", Type.yearMonthInterval()),
            Field.nullable("dt", Type.dayTimeInterval()));
    write(
        schema,
        row -> {
          row.setInt(0, -5);
          row.setString(1, "a,\"b\"\nc");
          row.setString(2, "");
          row.setDecimal(4, new BigDecimal("1.50"));
          row.setInt(5, -1);
          row.setLong(6, 86_399_999);
          row.setLong(7, -1);
          row.setUuid(8, new UUID(0, 1));
          row.setBytes(9, new byte[] {1, 2});
          row.setInt(10, -14);
          row.setLong(11, 90_061_000_001L);
        });
    Path file = dir.resolve("t.csv");
    run("export", table, file.toString());
    assertThat(file)
        .hasContent(
            """
            i,s,e,n,d,day,t,z,u,b,ym,dt
            -5,"a,""b\""
            c","",,1.50,1969-12-31,23:59:59.999,1969-12-31T23:59:59.999999Z,\
            00000000-0000-0000-0000-000000000001,AQI=,P-1Y-2M,PT25H1M1.000001S
            """);
  }

  @ParameterizedTest
  @CsvSource({
    "LIST,csv,Cannot export column c: CSV has no type for list<int32>",
    "TIME,orc,Cannot export column c: ORC has no type for time(nanos)",
    "UUID,orc,Cannot export column c: ORC has no type for uuid",
    "BEFORE_1970,orc,Cannot export column c: ORC cannot hold 1969-12-31T23:59:59.500Z",
  })
  void rejectsValuesThatTheFormatCannotRepresent(String what, String format, String message) {
    Type type =
        switch (what) {
          case "LIST" -> Type.list(Field.nullable("element", Type.int32()));
          case "TIME" -> Type.time(TimeUnit.NANOS);
          case "UUID" -> Type.uuid();
          default -> Type.timestamp(TimeUnit.MILLIS);
        };
    write(
        Schema.of(Field.nullable("c", type)),
        row -> {
          if (what.equals("BEFORE_1970")) {
            row.setLong(0, -500);
          }
        });
    Path file = dir.resolve("t." + format);
    assertThat(failure("export", table, file.toString())).contains(message);
    assertThat(dir.toFile().list()).containsExactly("t");
  }

  @Test
  void exportKeepsExistingFiles() throws Exception {
    run("convert", numbers("a.parquet", 0, 10), table);
    Path file = Files.writeString(dir.resolve("t.csv"), "mine");
    assertThat(failure("export", table, file.toString())).contains("the file exists");
    assertThat(file).hasContent("mine");
    CliRun run = run("export", table, file.toString(), "--overwrite", "--columns", "n", "--json");
    assertThat(run.out()).contains("\"rows\" : 10");
    assertThat(file).content().startsWith("n\r\n0\r\n1\r\n");
    CliRun unknown = albis("export", table, dir.resolve("t.xls").toString());
    assertThat(unknown.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(unknown.err()).contains("--format");
  }

  @Test
  void printsResultsAsJson() throws Exception {
    CliRun run = run("convert", numbers("a.parquet", 0, 10), table, "--json");
    assertThat(new ObjectMapper().readTree(run.out()).get("rows").asLong()).isEqualTo(10);
  }
}
