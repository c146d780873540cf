// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import static io.albis.cli.CliRun.albis;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.albis.tools.command.ExitCodes;
import io.albis.writer.TableUpdate;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InspectTest {

  @TempDir Path dir;
  private String table;

  @BeforeEach
  void convert() {
    table = dir.resolve("t").toString();
    run("convert", "src/test/fixtures/all-types.parquet", table, "--column-groups", "int,long");
    run("convert", "src/test/fixtures/all-types.parquet", table, "--append");
  }

  private static CliRun run(String... args) {
    CliRun run = albis(args);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.OK);
    return run;
  }

  private static JsonNode json(String... args) throws Exception {
    return new ObjectMapper().readTree(run(args).out());
  }

  @Test
  void schemaShowsColumnsAndGroups() throws Exception {
    assertThat(run("schema", table).out())
        .containsPattern("id +column +type +nulls +group")
        .containsPattern("nested +struct +allowed")
        .containsPattern("nested\\.b\\.c +string +allowed")
        .containsPattern("huge +decimal\\(38,10\\) +allowed")
        .containsPattern("required +int32 +none");
    JsonNode schema = json("schema", table, "--json");
    JsonNode ulong = find(schema, "column", "ulong");
    assertThat(ulong.get("type").asText()).isEqualTo("decimal(20,0)");
    assertThat(ulong.get("metadata").get("parquet.type").asText())
        .isEqualTo("int64 (INTEGER(64,false))");
  }

  private static JsonNode find(JsonNode list, String key, String value) {
    for (JsonNode node : list) {
      if (node.get(key).asText().equals(value)) {
        return node;
      }
    }
    throw new AssertionError("No " + value + " in " + list);
  }

  @Test
  void countAndSnapshots() throws Exception {
    assertThat(run("count", table).out()).isEqualToIgnoringNewLines("10");
    assertThat(run("count", table, "--snapshot", "1").out()).isEqualToIgnoringNewLines("5");
    assertThat(json("count", table, "--json").get("rows").asLong()).isEqualTo(10);
    assertThat(run("snapshots", table).out()).contains("create", "append", "rows");
    JsonNode snapshots = json("snapshots", table, "--json");
    assertThat(snapshots).hasSize(2);
    assertThat(snapshots.get(1).get("parentId").asLong()).isEqualTo(1);
  }

  @Test
  void headShowsRows() throws Exception {
    String text = run("head", table, "-n", "2", "--columns", "int,text,day,nested.b.c").out();
    assertThat(text.lines()).hasSize(3);
    assertThat(text).contains("-2147483648", "1970-01-01", "{\"b\":{\"c\":\"x\"}}");
    JsonNode rows = json("head", table, "-n", "3", "--json", "--columns", "huge,double,bytes");
    assertThat(rows).hasSize(3);
    assertThat(rows.get(2).get("huge").isNull()).isTrue();
    assertThat(rows.get(1).get("double").asDouble()).isEqualTo(-1e300);
    CliRun unknown = albis("head", table, "--columns", "txt");
    assertThat(unknown.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(unknown.err()).contains("txt").contains("text");
  }

  @Test
  void statsShowBoundsAndNulls() throws Exception {
    JsonNode stats = json("stats", table, "--json");
    JsonNode money = find(stats, "column", "money");
    assertThat(money.get("nulls").asLong()).isEqualTo(2);
    assertThat(money.get("min").asText()).isEqualTo("-99999.99");
    assertThat(money.get("max").asText()).isEqualTo("99999.99");
    JsonNode text = find(stats, "column", "text");
    assertThat(text.get("max").asText()).hasSize(64).endsWith("y");
    assertThat(text.get("maxIsExact").asBoolean()).isFalse();
    assertThat(run("stats", table).out()).containsPattern("day +date +2 +0 +32 B +1900-01-01");
  }

  @Test
  void sizesOfMetaAddUpToTheFiles() throws Exception {
    JsonNode meta = json("meta", table, "--json");
    List<Path> stored = dataFiles();
    assertThat(meta.get("files")).hasSameSizeAs(stored).hasSize(2);
    long inFiles = 0;
    for (JsonNode file : meta.get("files")) {
      Path path = Path.of(table, file.get("path").asText());
      assertThat(stored).contains(path);
      assertThat(file.get("length").asLong()).isEqualTo(Files.size(path));
      assertThat(file.get("extentBytes").asLong() + file.get("otherBytes").asLong())
          .isEqualTo(Files.size(path));
      assertThat(file.get("rowGroupCount").asInt()).isOne();
      inFiles += file.get("extentBytes").asLong();
    }
    long inGroups = 0;
    for (JsonNode group : meta.get("columnGroups")) {
      assertThat(group.get("extentCount").asInt()).isEqualTo(2);
      assertThat(group.get("state").asText()).isEqualTo("current");
      inGroups += group.get("extentBytes").asLong();
    }
    assertThat(inGroups).isEqualTo(inFiles).isPositive();
  }

  @Test
  void metaShowsWhereExtentsAndSegmentsLie() throws Exception {
    String text = run("meta", table, "--extents", "--segments").out();
    assertThat(text)
        .contains("10 rows, 2 row groups, 2 data files")
        .containsPattern("row +current +2 +2 .* int, long");
    for (Path file : dataFiles()) {
      // Several extents of a file: the first follows the head, the next ones follow each other.
      String name = Pattern.quote(Path.of(table).relativize(file).toString());
      assertThat(text)
          .containsPattern(
              name + " +64 +65 +[01] +1 +1 +flag\\R" + name + " +192 +69 +[01] +2 +1 +tiny\\R")
          .containsPattern(name + " +448 +120 +[01] +51 +1 +int, long\\R");
    }
  }

  @Test
  void metaShowsDroppedColumns() throws Exception {
    try (TableUpdate update = TableUpdate.open(table)) {
      update.dropColumn("text").commit();
    }
    JsonNode dropped = find(json("meta", table, "--json").get("columnGroups"), "state", "dropped");
    assertThat(dropped.get("extentCount").asInt()).isEqualTo(2);
    assertThat(dropped.get("columns")).isEmpty();
    assertThat(run("verify", table).out()).startsWith("Sound: 2 files");
  }

  private List<Path> dataFiles() throws Exception {
    try (Stream<Path> files = Files.walk(Path.of(table))) {
      return files.filter(file -> file.toString().endsWith(".albis")).sorted().toList();
    }
  }

  @Test
  void verifyFindsNoProblemInAnIntactTable() throws Exception {
    assertThat(run("verify", table).out()).startsWith("Sound: ");
    assertThat(json("verify", table, "--json").get("problems")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 64, 256, -100})
  void verifyNamesCorruptFiles(long position) throws Exception {
    Path victim = dataFiles().get(1);
    flip(victim, position);
    CliRun run = albis("verify", table);
    assertThat(run.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.out())
        .contains(Path.of(table).relativize(victim) + " at offset ")
        .contains("expected")
        .contains("1 problems");
  }

  /** Changes a byte; a negative position counts from the end. */
  static void flip(Path path, long position) throws Exception {
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      long offset = position < 0 ? file.length() + position : position;
      file.seek(offset);
      int old = file.read();
      file.seek(offset);
      file.write(old ^ 1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"schema", "meta", "head", "count", "stats", "snapshots", "verify"})
  void reportsMissingTables(String command) throws Exception {
    CliRun run = albis(command, dir.resolve("none").toString());
    assertThat(run.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err()).contains("none").contains("there is no such directory");
    Path empty = Files.createDirectory(dir.resolve("empty"));
    assertThat(albis(command, empty.toString()).err()).contains("holds no Albis table");
  }
}
