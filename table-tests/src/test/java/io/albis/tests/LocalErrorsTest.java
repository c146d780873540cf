// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.albis.format.error.AlbisIOException;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.Table;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Errors of the local file system. */
class LocalErrorsTest {

  private static final Schema SCHEMA =
      Schema.of(Field.required("price", Type.float64()), Field.nullable("name", Type.string()));

  @TempDir Path directory;
  private String uri;

  @BeforeEach
  void write() {
    uri = directory.resolve("t").toString();
    write(TableWriter.create(uri, SCHEMA), 100);
  }

  private static void write(TableWriter.Builder builder, int count) {
    try (TableWriter writer = builder.open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < count; i++) {
          rows.setDouble(0, i);
          rows.setString(1, "name" + i);
          rows.endRow();
        }
      }
      writer.commit();
    }
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }

  private static List<Path> files(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  @Test
  void fullDisk() throws Exception {
    Path disk = Files.createDirectory(directory.resolve("disk"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk.toString()),
        "mounting a small file system is not permitted here");
    try {
      String full = disk.resolve("t").toString();
      write(TableWriter.create(full, SCHEMA), 10);
      List<Path> before = files(disk);
      assertThatThrownBy(() -> write(TableWriter.append(full).rowGroupSize(256 << 10), 1_000_000))
          .isInstanceOf(AlbisIOException.class)
          .hasMessageContaining("data/")
          .hasMessageContaining("No space left on device");
      assertThat(files(disk)).isEqualTo(before);
      try (Table table = TestTables.open(full)) {
        assertThat(table.rowCount()).isEqualTo(10);
        assertThat(table.verify(bytes -> {}).problems()).isEmpty();
      }
      write(TableWriter.append(full), 10);
    } finally {
      assertThat(run("umount", disk.toString())).isTrue();
    }
  }

  @Test
  void readOnlyFileSystem() throws Exception {
    Path mounted = Files.createDirectory(directory.resolve("mounted"));
    assumeTrue(
        run("mount", "--bind", directory.resolve("t").toString(), mounted.toString())
            && run("mount", "-o", "remount,bind,ro", mounted.toString()),
        "mounting is not permitted here");
    try {
      try (Table table = TestTables.open(mounted.toString())) {
        assertThat(table.rowCount()).isEqualTo(100);
      }
      assertThatThrownBy(() -> write(TableWriter.append(mounted.toString()), 10))
          .isInstanceOf(AlbisIOException.class)
          .hasMessageContaining("Read-only file system");
    } finally {
      assertThat(run("umount", mounted.toString())).isTrue();
    }
  }

  /** Root can read all files, so the test runs in a process without the capability to do so. */
  @Test
  void noPermission() throws Exception {
    Path snapshot = directory.resolve("t").resolve(TablePaths.snapshot(1));
    assertThat(snapshot.toFile().setReadable(false, false)).isTrue();
    assertThat(withoutPrivileges(OpenTableMain.class, uri)).isEqualTo(denied(snapshot));
  }

  @Test
  void aCacheServesNothingOfFilesWhosePermissionIsGone() throws Exception {
    assertThat(withoutPrivileges(ForbiddenFilesMain.class, uri))
        .startsWith("AlbisIOException: Failed to read data/")
        .endsWith("permission denied");
  }

  /** Runs a program in a process without the capabilities with which root can read all files. */
  private static String withoutPrivileges(Class<?> program, String argument) throws Exception {
    assumeTrue(run("setpriv", "--version"), "setpriv is not installed");
    List<String> command = new ArrayList<>();
    if ((int) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0) {
      String capabilities = "-dac_override,-dac_read_search";
      command.addAll(
          List.of("setpriv", "--bounding-set=" + capabilities, "--inh-caps=" + capabilities));
    }
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            program.getName(),
            argument));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String output =
        new String(
            process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return output.strip();
  }

  private static String denied(Path snapshot) {
    return "AlbisIOException: Failed to read "
        + TablePaths.snapshot(1)
        + ": "
        + snapshot
        + ": permission denied <- AccessDeniedException";
  }
}
