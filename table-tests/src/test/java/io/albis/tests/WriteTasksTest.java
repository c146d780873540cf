// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.RowCursor;
import io.albis.reader.RowView;
import io.albis.reader.Table;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.DistributedWrite;
import io.albis.writer.TableWriter;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a table that four processes write and a fifth commits, after one of the four was killed.
 */
class WriteTasksTest {

  private static final int PARTITIONS = 4;
  private static final int ROWS = 200_000;
  private static final int VICTIM = 2;

  private static final Schema SCHEMA =
      Schema.of(Field.required("partition", Type.int32()), Field.required("row", Type.int64()));

  @TempDir Path directory;

  private static Process start(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                TaskProgram.class.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private Process write(Path task, int partition, int attempt, long rows) throws IOException {
    return start(
        "write",
        task.toString(),
        String.valueOf(partition),
        String.valueOf(attempt),
        String.valueOf(rows),
        result(partition).toString());
  }

  private Path result(int partition) {
    return directory.resolve("result-" + partition);
  }

  @Test
  void fourProcessesWriteAndAFifthCommits() throws Exception {
    String uri = TestRoot.uri(directory.resolve("t"));
    DistributedWrite write =
        TableWriter.create(uri, SCHEMA)
            .rowGroupSize(1 << 18)
            .segmentSize(1 << 14)
            .openDistributed();
    Path task = Files.write(directory.resolve("task"), write.toBytes());
    List<Process> processes = new ArrayList<>();
    for (int p = 0; p < PARTITIONS; p++) {
      // The victim would never stop writing.
      processes.add(write(task, p, 0, p == VICTIM ? Long.MAX_VALUE : ROWS));
    }
    try (BufferedReader output = processes.get(VICTIM).inputReader(StandardCharsets.US_ASCII)) {
      assertThat(output.readLine()).isEqualTo("writing");
      processes.get(VICTIM).toHandle().destroyForcibly();
      assertThat(processes.get(VICTIM).waitFor()).isNotZero();
    }
    processes.set(VICTIM, write(task, VICTIM, 1, ROWS));
    for (Process process : processes) {
      assertThat(process.waitFor()).isZero();
    }
    List<String> commit = new ArrayList<>(List.of("commit", task.toString()));
    for (int p = 0; p < PARTITIONS; p++) {
      commit.add(result(p).toString());
    }
    Process committer = start(commit.toArray(String[]::new));
    try (BufferedReader output = committer.inputReader(StandardCharsets.US_ASCII)) {
      assertThat(output.readLine()).isEqualTo(String.valueOf(PARTITIONS * ROWS));
    }
    assertThat(committer.waitFor()).isZero();
    check(uri);
  }

  private static void check(String uri) {
    try (Table table = Table.open(uri);
        RowCursor rows = table.scan().rows()) {
      assertThat(table.verify(bytes -> {}).problems()).isEmpty();
      for (int p = 0; p < PARTITIONS; p++) {
        for (long i = 0; i < ROWS; i++) {
          assertThat(rows.next()).isTrue();
          RowView row = rows.row();
          if (row.getInt(0) != p || row.getLong(1) != i) {
            throw new AssertionError("Row " + i + " of partition " + p + " differs");
          }
        }
      }
      assertThat(rows.next()).isFalse();
    }
  }
}
