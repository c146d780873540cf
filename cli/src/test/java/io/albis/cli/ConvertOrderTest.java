// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import static io.albis.cli.CliRun.albis;
import static io.albis.cli.CliRun.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.albis.format.schema.Type;
import io.albis.reader.Dataset;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.tools.command.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code albis convert} with partitions, a sort order, and columns from directories. */
class ConvertOrderTest {

  private static final MessageType ROWS =
      MessageTypeParser.parseMessageType(
          "message m { required int64 id; required int32 day (DATE); optional binary region"
              + " (STRING); optional double price; }");

  /** A row of an input file. */
  private record Row(long id, int day, String region, Double price) {}

  @TempDir Path dir;
  private String table;

  @BeforeEach
  void nameTable() {
    table = dir.resolve("t").toString();
  }

  private static List<Row> random(int count, long firstId, int seed) {
    Random random = new Random(seed);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String region = random.nextInt(10) == 0 ? null : "region-" + random.nextInt(4);
      Double price =
          switch (random.nextInt(10)) {
            case 0 -> null;
            case 1 -> Double.NaN;
            default -> random.nextInt(100) / 4.0;
          };
      rows.add(new Row(firstId + i, 20_000 + random.nextInt(60), region, price));
    }
    return rows;
  }

  private String parquet(String name, List<Row> rows) throws Exception {
    Path file = dir.resolve(name);
    Files.createDirectories(file.getParent());
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(ROWS)
            .withRowGroupRowCountLimit(700)
            .build()) {
      for (Row row : rows) {
        Group group = new SimpleGroup(ROWS);
        group.add("id", row.id());
        group.add("day", row.day());
        if (row.region() != null) {
          group.add("region", row.region());
        }
        if (row.price() != null) {
          group.add("price", row.price());
        }
        writer.write(group);
      }
    }
    return file.toString();
  }

  private static List<Row> rows(Dataset opened) {
    List<Row> rows = new ArrayList<>();
    try (RowCursor cursor = opened.scan().select("id", "day", "region", "price").rows()) {
      while (cursor.next()) {
        rows.add(
            new Row(
                cursor.row().getLong(0),
                cursor.row().getInt(1),
                cursor.row().getString(2),
                (Double) cursor.row().getObject(3)));
      }
    }
    return rows;
  }

  private List<Row> rows() {
    try (Table opened = Table.open(table)) {
      return rows(opened);
    }
  }

  private void assertNothingElse(String... names) throws Exception {
    try (Stream<Path> files = Files.list(dir)) {
      assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder(names);
    }
  }

  private static Comparator<Row> byPriceDescending() {
    // Nulls last, and NaN first, as it is the greatest.
    return Comparator.comparing(
        Row::price, Comparator.nullsLast(Comparator.<Double>naturalOrder().reversed()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"512KiB", "64MiB"})
  void sortsRowsOfSeveralFiles(String memory) throws Exception {
    List<Row> all = random(40_000, 0, 1);
    String first = parquet("a.parquet", all.subList(0, 15_000));
    String second = parquet("b.parquet", all.subList(15_000, all.size()));
    String out =
        ok(
            "convert",
            first,
            second,
            table,
            "--sort-by",
            "region,price desc",
            "--memory",
            memory,
            "--threads",
            "2",
            "--verify");
    assertThat(out).contains("Verified: all values of 40,000 rows are equal");
    List<Row> expected = new ArrayList<>(all);
    expected.sort(
        Comparator.comparing(Row::region, Comparator.nullsFirst(Comparator.<String>naturalOrder()))
            .thenComparing(byPriceDescending()));
    assertThat(rows()).isEqualTo(expected);
    assertNothingElse("a.parquet", "b.parquet", "t");
    assertThat(ok("verify", table)).contains("Sound: ");
  }

  @Test
  void sortsWithinPartitionsOfATable() throws Exception {
    List<Row> all = random(20_000, 0, 2);
    String file = parquet("a.parquet", all);
    String out =
        ok(
            "convert",
            file,
            table,
            "--partition-by",
            "day:month,id:bucket(50)",
            "--sort-by",
            "price desc nulls first,id",
            "--memory",
            "8MiB",
            "--json",
            "--verify");
    JsonNode result = new ObjectMapper().readTree(out);
    assertThat(result.get("verifiedRows").asInt()).isEqualTo(20_000);
    assertThat(result.get("shortRowGroups").asInt()).isZero();
    assertThat(result.get("unorderedRowGroups").asInt()).isZero();
    assertThat(result.get("rowGroupCount").asInt()).isGreaterThan(50);
    try (Table opened = Table.open(table)) {
      assertThat(opened.partitioning()).hasSize(2);
    }
    assertThat(ok("verify", table)).contains("Sound: ");
    // Appended rows are sorted and put together as the table is.
    String more = parquet("b.parquet", random(3_000, 20_000, 3));
    ok("convert", more, table, "--append", "--sort-by", "price desc nulls first,id", "--verify");
    assertThat(ok("count", table)).contains("23000");
    assertThat(ok("verify", table)).contains("Sound: ");
  }

  @Test
  void partitionsWithoutSorting() throws Exception {
    List<Row> all = random(5_000, 0, 4);
    ok("convert", parquet("a.parquet", all), table, "--partition-by", "region", "--verify");
    for (String region : List.of("region-0", "region-3")) {
      assertThat(rows().stream().filter(row -> region.equals(row.region())))
          .isEqualTo(all.stream().filter(row -> region.equals(row.region())).toList());
    }
    assertThat(ok("verify", table)).contains("Sound: ");
  }

  @Test
  void sortsToOneFile() throws Exception {
    List<Row> all = random(5_000, 0, 5);
    String target = dir.resolve("sorted.albis").toString();
    ok("convert", parquet("a.parquet", all), target, "--sort-by", "day desc", "--verify");
    try (Dataset opened = io.albis.reader.AlbisFile.open(target)) {
      assertThat(rows(opened))
          .isEqualTo(all.stream().sorted(Comparator.comparing(Row::day).reversed()).toList());
    }
    assertThat(ok("verify", target)).contains("Sound: ");
  }

  @ParameterizedTest
  @CsvSource({
    "--sort-by, 'price sideways', FAILED, price sideways",
    "--sort-by, ',', USAGE, empty part",
    "--sort-by, nothing, FAILED, nothing",
    "--partition-by, day:week, USAGE, Invalid transform: week",
    "--partition-by, price:day, FAILED, Cannot apply transform day",
    "--temp-dir, /tmp, USAGE, only --sort-by uses it",
    "--hive-types, x, USAGE, expected COLUMN=TYPE",
    "--hive-types, x=int32, FAILED, x",
  })
  void refusesInvalidOptions(String option, String value, String exit, String message)
      throws Exception {
    String file = parquet("a.parquet", random(10, 0, 6));
    CliRun run = albis("convert", file, table, option, value);
    assertThat(run.exitCode())
        .as(run.toString())
        .isEqualTo(exit.equals("USAGE") ? ExitCodes.USAGE : ExitCodes.FAILED);
    assertThat(run.err()).contains(message);
    assertNothingElse("a.parquet");
  }

  @Test
  void appendKeepsThePartitionsOfTheTable() throws Exception {
    String file = parquet("a.parquet", random(10, 0, 7));
    ok("convert", file, table);
    CliRun run = albis("convert", file, table, "--append", "--partition-by", "region");
    assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(run.err()).contains("keeps its partitions when rows are appended");
  }

  @Test
  void leavesNothingBehindIfTheDirectoryOfTemporaryFilesIsMissing() throws Exception {
    List<Row> all = random(30_000, 0, 8);
    String file = parquet("a.parquet", all);
    ok("convert", file, table);
    CliRun run =
        albis(
            "convert",
            file,
            table,
            "--overwrite",
            "--sort-by",
            "id",
            "--memory",
            "512KiB",
            "--temp-dir",
            dir.resolve("missing").toString());
    assertThat(run.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err()).contains("Cannot create a temporary file in");
    assertThat(rows()).isEqualTo(all);
    assertThat(ok("snapshots", table).lines().filter(line -> line.contains("create"))).hasSize(1);
  }

  @Test
  void leavesTheTableUnchangedIfTheDiskIsFull() throws Exception {
    Path small = Files.createDirectory(dir.resolve("small"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", small.toString()),
        "mounting is not permitted");
    try {
      List<Row> all = random(30_000, 0, 12);
      String file = parquet("a.parquet", all);
      ok("convert", file, table);
      CliRun run =
          albis(
              "convert",
              file,
              table,
              "--overwrite",
              "--sort-by",
              "id",
              "--memory",
              "512KiB",
              "--temp-dir",
              small.toString());
      assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
      assertThat(run.err())
          .contains("Failed to write sorted rows to a temporary file in " + small)
          .contains("No space left on device")
          .contains("--temp-dir names another directory");
      assertThat(small).isEmptyDirectory();
      assertThat(rows()).isEqualTo(all);
      ok("convert", file, table, "--overwrite", "--sort-by", "id", "--memory", "512KiB");
    } finally {
      run("umount", small.toString());
    }
  }

  private static boolean run(String... command) throws Exception {
    return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
  }

  @Test
  void leavesNothingBehindIfItIsKilled() throws Exception {
    assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "open files are not listed");
    List<Row> all = random(100_000, 0, 13);
    String file = parquet("a.parquet", all);
    ok("convert", file, table);
    List<String> command = CliRun.java(Albis.class);
    command.addAll(List.of("convert", file, table, "--overwrite"));
    command.addAll(List.of("--sort-by", "price", "--memory", "512KiB"));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    boolean wasSorting = false;
    while (process.isAlive() && !wasSorting) {
      wasSorting = hasTemporaryFile(process.pid());
      Thread.onSpinWait();
    }
    process.destroyForcibly().waitFor();
    assertThat(wasSorting).isTrue();
    assertThat(rows()).isEqualTo(all);
    assertNothingElse("a.parquet", "t");
  }

  /** Whether a process has a temporary file of a sort open. */
  private static boolean hasTemporaryFile(long pid) throws Exception {
    try (Stream<Path> open = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      return open.anyMatch(ConvertOrderTest::isTemporary);
    } catch (NoSuchFileException e) {
      // The process has ended.
      return false;
    }
  }

  /** Whether a descriptor is of a temporary file that has been removed from its directory. */
  private static boolean isTemporary(Path descriptor) {
    try {
      String file = Files.readSymbolicLink(descriptor).toString();
      return file.contains("albis-sort-") && file.endsWith(" (deleted)");
    } catch (IOException e) {
      // It was closed since it was listed.
      return false;
    }
  }

  @Test
  void makesColumnsOfDirectories() throws Exception {
    for (int year = 2024; year < 2027; year++) {
      String region = year == 2026 ? "__HIVE_DEFAULT_PARTITION__" : "a%2Fb";
      parquet("in/year=" + year + "/where=" + region + "/x.parquet", random(100, year * 100L, 9));
    }
    CliRun run =
        albis("convert", dir.resolve("in").toString(), table, "--partition-by", "year", "--verify");
    assertThat(run.exitCode()).as(run.toString()).isZero();
    assertThat(run.err()).contains("columns from directories: year: int32, where: string");
    try (Table opened = Table.open(table)) {
      assertThat(opened.schema().field("year").type()).isEqualTo(Type.int32());
      assertThat(opened.schema().field("year").nullable()).isTrue();
      assertThat(opened.rowGroups()).hasSize(3);
      try (RowCursor cursor = opened.scan().select("id", "where", "year").rows()) {
        while (cursor.next()) {
          assertThat(cursor.row().getInt(2)).isEqualTo((int) (cursor.row().getLong(0) / 100));
          assertThat(cursor.row().getString(1))
              .isEqualTo(cursor.row().getInt(2) == 2026 ? null : "a/b");
        }
      }
    }
    ok(
        "convert",
        dir.resolve("in") + "/year=*/*/*.parquet",
        table,
        "--overwrite",
        "--columns",
        "year,id",
        "--hive-types",
        "year=string",
        "--verify");
    try (Table opened = Table.open(table)) {
      assertThat(opened.schema().withoutIds()).hasToString("year: string\nid: int64 required\n");
    }
    ok("convert", dir.resolve("in").toString(), table, "--overwrite", "--no-hive");
    assertThat(rows()).hasSize(300);
    try (Table opened = Table.open(table)) {
      assertThat(opened.schema().find("year")).isEmpty();
    }
  }

  @Test
  void refusesDirectoriesThatDoNotFit() throws Exception {
    parquet("in/year=2024/x.parquet", random(10, 0, 10));
    parquet("in/month=1/x.parquet", random(10, 0, 10));
    String in = dir.resolve("in").toString();
    assertThat(albis("convert", in, table).err())
        .contains("their directories stand for different columns ([year] instead of [month]");
    parquet("other/region=1/x.parquet", random(10, 0, 11));
    CliRun run = albis("convert", dir.resolve("other").toString(), table);
    assertThat(run.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err())
        .contains("column region is in the file, and a directory stands for it")
        .contains("--no-hive takes it from the file");
    ok("convert", dir.resolve("other").toString(), table, "--no-hive");
    assertThat(
            albis(
                    "convert",
                    dir.resolve("in/year=2024").toString(),
                    table,
                    "--overwrite",
                    "--hive-types",
                    "year=int8")
                .err())
        .contains("directory column year has the value '2024' (expected int8");
    assertThat(
            albis(
                    "convert",
                    dir.resolve("in/year=2024").toString(),
                    table,
                    "--overwrite",
                    "--columns",
                    "year")
                .err())
        .contains("only directories stand for them");
  }
}
