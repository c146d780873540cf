// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import static io.albis.cli.CliRun.albis;
import static io.albis.cli.CliRun.ok;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.albis.reader.AlbisFile;
import io.albis.tools.command.ExitCodes;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands on a file without a table. */
class AlbisFileTest {

  private static final String PARQUET = "src/test/fixtures/all-types.parquet";

  @TempDir Path dir;
  private String file;
  private String table;

  @BeforeEach
  void convert() {
    file = dir.resolve("x.albis").toString();
    table = dir.resolve("t").toString();
    assertThat(ok("convert", PARQUET, PARQUET, file, "--verify"))
        .contains("Wrote 10 rows of 2 files to " + file + ": one file, 1 row group")
        .contains("Verified: all values of 10 rows are equal");
    ok("convert", PARQUET, PARQUET, table);
    assertThat(Path.of(file)).isRegularFile();
    assertThat(Path.of(table)).isDirectory();
  }

  private static JsonNode json(String... args) throws Exception {
    return new ObjectMapper().readTree(ok(args));
  }

  @ParameterizedTest
  @ValueSource(strings = {"schema", "head", "count", "stats"})
  void commandsPrintTheSameAsForATable(String command) {
    assertThat(ok(command, file)).isEqualTo(ok(command, table)).isNotBlank();
    assertThat(ok(command, file, "--json")).isEqualTo(ok(command, table, "--json"));
  }

  @Test
  void filesMayHaveAnyName() throws Exception {
    String other = dir.resolve("part-00000").toString();
    Files.copy(Path.of(file), Path.of(other));
    assertThat(ok("count", other)).isEqualToIgnoringNewLines("10");
  }

  @Test
  void metaShowsTheOneFile() throws Exception {
    JsonNode meta = json("meta", file, "--json");
    assertThat(meta.get("snapshotId").isNull()).isTrue();
    try (AlbisFile opened = AlbisFile.open(file)) {
      assertThat(meta.get("fileId").asText()).isEqualTo(opened.fileId().toString());
    }
    assertThat(meta.get("files")).hasSize(1);
    assertThat(meta.get("files").get(0).get("path").asText()).isEqualTo("x.albis");
    assertThat(meta.get("files").get(0).get("length").asLong())
        .isEqualTo(Files.size(Path.of(file)));
    assertThat(meta.get("files").get(0).get("extentCount").asInt())
        .isEqualTo(meta.get("columnGroups").size());
    assertThat(ok("meta", file, "--extents"))
        .contains(meta.get("fileId").asText(), "10 rows, 1 row groups, 1 data files")
        .containsPattern("x\\.albis +64 ");
  }

  @Test
  void verifyFindsAChangedByte() throws Exception {
    assertThat(ok("verify", file)).startsWith("Sound: 1 files");
    InspectTest.flip(Path.of(file), 64);
    CliRun run = albis("verify", file);
    assertThat(run.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.out()).contains("x.albis at offset 64: invalid checksum of segment");
  }

  @Test
  void exportsTheSameAsATable() throws Exception {
    Path ofFile = dir.resolve("f.jsonl");
    Path ofTable = dir.resolve("t.jsonl");
    assertThat(ok("export", file, ofFile.toString(), "--columns", "int,text,nested"))
        .contains("Wrote 10 rows of " + file + " to ");
    ok("export", table, ofTable.toString(), "--columns", "int,text,nested");
    assertThat(ofFile).hasSameTextualContentAs(ofTable);
  }

  @Test
  void filesHaveNoSnapshots() {
    assertThat(failure("snapshots", file)).contains("x.albis: a file has no snapshots");
    assertThat(failure("head", file, "--snapshot", "1"))
        .contains("Cannot read snapshot 1 of " + file + ": a file has no snapshots");
  }

  private static String failure(String... args) {
    CliRun run = albis(args);
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
    return run.err();
  }

  @Test
  void convertKeepsExistingFiles() throws Exception {
    byte[] before = Files.readAllBytes(Path.of(file));
    assertThat(failure("convert", PARQUET, file)).contains("it exists");
    assertThat(Path.of(file)).hasBinaryContent(before);
  }

  @ParameterizedTest
  @CsvSource({
    "--overwrite,",
    "--append,",
    "--file-size,1MiB",
    "--packing,single-group",
    "--threads,2",
  })
  void optionsOfTablesAreRejectedForFiles(String option, String value) {
    String other = dir.resolve("y.albis").toString();
    CliRun run =
        value == null
            ? albis("convert", PARQUET, other, option)
            : albis("convert", PARQUET, other, option, value);
    assertThat(run.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(run.err()).contains("Invalid " + option, "is one file", "--table writes a table");
    assertThat(Path.of(other)).doesNotExist();
  }

  @Test
  void writesTablesWhoseNamesEndLikeThoseOfFiles() throws Exception {
    String forced = dir.resolve("forced.albis").toString();
    ok("convert", PARQUET, forced, "--table");
    assertThat(Path.of(forced, "_albis")).isDirectory();
    ok("convert", PARQUET, forced, "--append");
    assertThat(ok("count", forced)).isEqualToIgnoringNewLines("10");
    Path empty = Files.createDirectory(dir.resolve("empty.albis"));
    ok("convert", PARQUET, empty.toString());
    assertThat(empty.resolve("_albis")).isDirectory();
  }

  @Test
  void namesMissingFiles() {
    assertThat(failure("count", dir.resolve("none.albis").toString()))
        .contains("none.albis: there is no such file");
  }

  @Test
  void rejectsOtherFiles() {
    assertThat(failure("count", PARQUET)).contains("all-types.parquet");
  }
}
