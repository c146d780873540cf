// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.albis.cli.Albis;
import io.albis.cli.CliRun;
import io.albis.convert.internal.export.StoppedExport;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.tools.command.ExitCodes;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exports to files, directories, links, pipes, devices and standard output. */
class ExportTargetTest {

  private static final int ROWS = 10_000;
  private static final Path FULL = Path.of("/dev/full");

  @TempDir private Path directory;
  private String table;

  @BeforeEach
  void writeTable() {
    table = directory.resolve("table").toString();
    Schema schema = Schema.of(Field.required("n", Type.int64()));
    try (TableWriter writer = TableWriter.create(table, schema).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < ROWS; i++) {
          rows.setLong(0, i);
          rows.endRow();
        }
      }
      writer.commit();
    }
  }

  private List<String> names() throws Exception {
    try (Stream<Path> all = Files.list(directory)) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "orc", "arrow", "csv", "jsonl"})
  void aFullDeviceIsAnError(String format) throws Exception {
    assumeTrue(Files.exists(FULL));
    CliRun run = CliRun.albis("export", table, FULL.toString(), "--format", format, "--overwrite");
    assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err()).contains("/dev/full", "No space left on device");
    assertThat(Files.isRegularFile(FULL, LinkOption.NOFOLLOW_LINKS)).isFalse();
    assertThat(names()).containsExactly("table");
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "orc", "arrow", "csv", "jsonl"})
  void aPipeIsWrittenAndNotReplaced(String format) throws Exception {
    Path pipe = directory.resolve("pipe");
    assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    CompletableFuture<byte[]> read =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Files.readAllBytes(pipe);
              } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    CliRun.ok("export", table, pipe.toString(), "--format", format, "--overwrite");
    Path copy = Files.write(directory.resolve("copy." + format), read.get());
    assertThat(Files.isRegularFile(pipe)).isFalse();
    Path file = directory.resolve("file." + format);
    CliRun.ok("export", table, file.toString());
    assertThat(copy).hasSameBinaryContentAs(file);
  }

  @Test
  void standardOutputHasOnlyRows() throws Exception {
    for (String name : List.of("-", "/dev/stdout")) {
      CliRun run =
          CliRun.process(Map.of(), "export", table, name, "--format", "csv", "--overwrite");
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.out()).startsWith("n\r\n0\r\n1\r\n").endsWith("\r\n9999\r\n");
    }
    assertThat(Files.isSymbolicLink(Path.of("/dev/stdout"))).isTrue();
  }

  @Test
  void urisOfLocalFilesArePaths() throws Exception {
    CliRun.ok("export", table, "file://" + directory.resolve("a%20b.csv"));
    CliRun.ok("export", table, "file:" + directory.resolve("c.csv"));
    assertThat(names()).containsExactly("a b.csv", "c.csv", "table");
    assertThat(CliRun.albis("export", table, "file:" + directory.resolve("c.csv")).err())
        .contains("the file exists");
    for (String uri : List.of("hdfs://nn/x.parquet", "s3a://bucket/x.csv", "file://nn/x.csv")) {
      CliRun run = CliRun.albis("export", table, uri);
      assertThat(run.exitCode()).as(run.toString()).isEqualTo(ExitCodes.FAILED);
      assertThat(run.err()).contains("Cannot export to " + uri, "local");
    }
  }

  @Test
  void openFilesOfAShellAreWrittenAtTheirEnd() throws Exception {
    Path fds = Path.of("/dev/fd");
    assumeTrue(Files.isSymbolicLink(fds));
    Path file = Files.writeString(directory.resolve("out"), "before\n");
    List<String> command = new ArrayList<>(List.of("bash", "-c", "exec \"$@\" 3>>" + file, "bash"));
    command.addAll(CliRun.java(Albis.class));
    command.addAll(List.of("export", table, "/dev/fd/3", "--format", "csv"));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(printed).isZero();
    assertThat(file).content().startsWith("before\nn\r\n0\r\n").endsWith("9999\r\n");
  }

  @Test
  void aLinkIsKeptAndItsFileReplaced() throws Exception {
    Path file = Files.writeString(directory.resolve("file.csv"), "old");
    Path link = Files.createSymbolicLink(directory.resolve("link.csv"), Path.of("file.csv"));
    CliRun.ok("export", table, link.toString(), "--overwrite");
    assertThat(link).isSymbolicLink();
    assertThat(file).content().startsWith("n\r\n0\r\n");
  }

  @Test
  void directoriesAreNeverReplaced() throws Exception {
    Files.createDirectory(directory.resolve("d.csv"));
    CliRun run =
        CliRun.albis("export", table, directory.resolve("d.csv").toString(), "--overwrite");
    assertThat(run.exitCode()).isEqualTo(ExitCodes.FAILED);
    assertThat(run.err()).contains("it is a directory, which is never replaced");
    CliRun missing = CliRun.albis("export", table, directory.resolve("none/d.csv").toString());
    assertThat(missing.err()).contains("Cannot find " + directory.resolve("none"));
    assertThat(names()).containsExactly("d.csv", "table");
  }

  @Test
  void severalFilesHoldTheRowsInOrder() throws Exception {
    Path parts = directory.resolve("parts.csv.gz");
    String out = CliRun.ok("export", table, parts.toString(), "--max-rows-per-file", "3000");
    assertThat(out).contains("10,000 rows", "4 files");
    assertThat(parts.toFile().list())
        .containsExactlyInAnyOrder(
            "part-00000.csv.gz", "part-00001.csv.gz", "part-00002.csv.gz", "part-00003.csv.gz");
    String back = directory.resolve("back").toString();
    CliRun.ok("convert", parts.toString(), back);
    assertThat(RandomTable.rows(back)).isEqualTo(RandomTable.rows(table));
    for (String format : List.of("parquet", "orc", "arrow", "jsonl")) {
      Path several = directory.resolve("several." + format);
      CliRun.ok("export", table, several.toString(), "--max-rows-per-file", "2500");
      assertThat(several.toFile().list()).hasSize(4);
      if (!format.equals("arrow")) {
        CliRun.ok("convert", several.toString(), back, "--overwrite");
        assertThat(RandomTable.rows(back)).isEqualTo(RandomTable.rows(table));
      }
    }
    assertThat(CliRun.albis("export", table, parts.toString(), "--max-rows-per-file", "1").err())
        .contains("it is a directory");
  }

  @Test
  void anInterruptedExportLeavesNothing() throws Exception {
    List<String> before = new ArrayList<>(names());
    List<String> command = CliRun.java(StoppedExport.class);
    command.add(directory.resolve("file.csv").toString());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    // The program says when its temporary file exists, and then waits.
    assertThat(process.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("written");
    assertThat(names()).hasSize(before.size() + 1);
    process.destroy();
    process.waitFor();
    assertThat(names()).isEqualTo(before);
  }
}
