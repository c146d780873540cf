// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.storage.tck.StoredFiles;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code albis optimize}, {@code merge}, {@code expire}, {@code clean} and {@code tag}. */
class MaintenanceCommandsTest {

  private static final int COMMITS = 5;
  private static final int ROWS = 1000;

  @TempDir Path directory;
  private String table;

  @BeforeEach
  void write() {
    table = directory.resolve("t").toString();
    Schema schema = Schema.of(Field.required("a", Type.int64()), Field.required("b", Type.int32()));
    for (int i = 0; i < COMMITS; i++) {
      TableWriter.Builder builder =
          i == 0 ? TableWriter.create(table, schema) : TableWriter.append(table);
      try (TableWriter writer = builder.open()) {
        try (RowWriter rows = writer.newRowWriter()) {
          for (int row = 0; row < ROWS; row++) {
            rows.setLong(0, row);
            rows.setInt(1, i);
            rows.endRow();
          }
        }
        writer.commit();
      }
    }
  }

  private static JsonNode json(String... args) throws Exception {
    return new ObjectMapper().readTree(CliRun.ok(args));
  }

  private long count() throws Exception {
    return Long.parseLong(CliRun.ok("count", table).strip().replace(",", ""));
  }

  @Test
  void optimizesAndSaysWhatItGains() throws Exception {
    String before = CliRun.ok("snapshots", table);
    JsonNode plan = json("optimize", table, "--dry-run", "--json").get("plan");
    assertThat(plan.get("newFiles").asInt()).isEqualTo(1);
    assertThat(plan.get("columnGroups").get(0).get("requests").asInt()).isEqualTo(5);
    assertThat(plan.get("columnGroups").get(0).get("requestsAfter").asInt()).isEqualTo(1);
    assertThat(CliRun.ok("optimize", table, "--dry-run")).contains("Would copy", "to 1 new files");
    assertThat(CliRun.ok("snapshots", table)).isEqualTo(before);
    String text = CliRun.ok("optimize", table, "--columns", "a", "--memory", "1MiB");
    assertThat(text).contains("Copied", "to 1 new files: snapshot 6").doesNotContain("b ");
    assertThat(json("optimize", table, "--json").get("done").get("commits").asInt()).isEqualTo(1);
    assertThat(CliRun.ok("optimize", table)).contains("Nothing is fragmented");
    assertThat(count()).isEqualTo((long) COMMITS * ROWS);
    assertThat(CliRun.ok("verify", table)).contains("Sound");
    CliRun invalid = CliRun.albis("optimize", table, "--memory", "1KiB");
    assertThat(invalid.exitCode()).isEqualTo(2);
    assertThat(invalid.err()).contains("--memory").contains("Invalid size of memory: 1KiB");
    CliRun unknown = CliRun.albis("optimize", table, "--columns", "c");
    assertThat(unknown.exitCode()).isEqualTo(1);
  }

  @Test
  void mergesSmallRowGroups() throws Exception {
    String before = CliRun.ok("snapshots", table);
    JsonNode plan = json("merge", table, "--dry-run", "--json").get("plan");
    assertThat(plan.get("replacedRowGroups").asInt()).isEqualTo(COMMITS);
    assertThat(CliRun.ok("merge", table, "--dry-run")).contains("Would rewrite 5 of 5 row groups");
    assertThat(CliRun.ok("snapshots", table)).isEqualTo(before);
    assertThat(CliRun.ok("merge", table)).contains("Made 1 row groups", "of 5: snapshot 6");
    assertThat(CliRun.ok("merge", table)).contains("No small neighbours among 1 row groups");
    assertThat(count()).isEqualTo((long) COMMITS * ROWS);
    assertThat(CliRun.ok("verify", table)).contains("Sound");
    CliRun invalid = CliRun.albis("merge", table, "--row-group-size", "1KiB");
    assertThat(invalid.exitCode()).isEqualTo(2);
    assertThat(invalid.err()).contains("Invalid row group size: 1024");
  }

  @Test
  void setsAndRemovesTags() throws Exception {
    assertThat(CliRun.ok("tag", table)).isEqualTo("No tags\n");
    assertThat(CliRun.ok("tag", table, "early", "--snapshot", "2")).contains("early");
    JsonNode tags = json("tag", table, "late", "--json");
    assertThat(tags.findValuesAsText("name")).containsExactly("early", "late");
    assertThat(tags.findValuesAsText("snapshotId")).containsExactly("2", "6");
    CliRun taken = CliRun.albis("tag", table, "late");
    assertThat(taken.exitCode()).isEqualTo(1);
    assertThat(taken.err()).contains("Cannot set tag late: it exists");
    assertThat(CliRun.ok("tag", table, "early", "--delete")).contains("late").doesNotContain("ear");
    assertThat(CliRun.albis("tag", table, "--delete").exitCode()).isEqualTo(2);
    assertThat(CliRun.albis("tag", table, "x", "--snapshot", "0").exitCode()).isEqualTo(2);
    assertThat(CliRun.albis("tag", table, "x", "--snapshot", "99").exitCode()).isEqualTo(1);
  }

  /** Snapshots of the last minutes never expire. */
  @Test
  void keepsYoungSnapshots() throws Exception {
    List<String> before = new StoredFiles(table).list();
    assertThat(CliRun.ok("expire", table, "--older-than", "0", "--dry-run"))
        .isEqualTo("Would delete 0 snapshots, 0 manifests and 0 data files, 0 B\n");
    assertThat(json("expire", table, "--older-than", "1s", "--json").get("snapshotIds")).isEmpty();
    assertThat(new StoredFiles(table).list()).isEqualTo(before);
    assertThat(CliRun.albis("expire", table, "--older-than", "x").exitCode()).isEqualTo(2);
    assertThat(CliRun.albis("expire", table, "--keep", "0").exitCode()).isEqualTo(2);
  }

  @Test
  void addsFiles() throws Exception {
    String file = directory.resolve("new/data/a.albis").toString();
    String other = directory.resolve("new").toString();
    CliRun.ok("export", table, directory.resolve("a.parquet").toString());
    CliRun.ok("convert", directory.resolve("a.parquet").toString(), file);
    assertThat(CliRun.albis("add-files", other, file).exitCode()).isEqualTo(1);
    assertThat(CliRun.ok("add-files", other, file, "--create"))
        .startsWith("Added 1 files with 5,000 rows in 1 row groups")
        .endsWith("snapshot 2\n");
    assertThat(CliRun.ok("count", other)).isEqualTo(CliRun.ok("count", table));
    assertThat(CliRun.ok("verify", other)).contains("Sound");
    CliRun again = CliRun.albis("add-files", other, file, "--dry-run");
    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.err()).contains("Cannot add file data/a.albis: it is part of the table");
    assertThat(CliRun.albis("add-files", table, file).err()).contains("is not in the directory");
  }

  @Test
  void deletesFilesWithoutUse() throws Exception {
    StoredFiles files = new StoredFiles(table);
    List<String> before = files.list();
    files.write("data/left.albis", new byte[2048]);
    assertThat(CliRun.ok("clean", table)).isEqualTo("Deleted 0 files, 0 B\n");
    Files.setLastModifiedTime(
        directory.resolve("t/data/left.albis"),
        FileTime.from(Instant.now().minus(Duration.ofDays(2))));
    assertThat(CliRun.ok("clean", table, "--dry-run"))
        .contains("data/left.albis", "Would delete 1 files, 2.00 KiB");
    assertThat(CliRun.ok("clean", table, "--grace", "3d")).startsWith("Deleted 0");
    assertThat(json("clean", table, "--json").findValuesAsText("file"))
        .containsExactly("data/left.albis");
    assertThat(files.list()).containsAll(before).doesNotContain("data/left.albis");
  }
}
