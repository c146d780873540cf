// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Closes writers while eight threads write to them, in a separate JVM, so that a crash is detected.
 * {@code -Dalbis.races.seconds=N} runs each kind for longer.
 */
class CloseRaceTest {

  private static final int SECONDS = Integer.getInteger("albis.races.seconds", 2);

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(CloseRaces.Entry.class)
  void closesWritersWhileOtherThreadsWrite(CloseRaces.Entry entry)
      throws IOException, InterruptedException {
    Path output = directory.resolve("output");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+IgnoreUnrecognizedVMOptions",
                    "--sun-misc-unsafe-memory-access=allow",
                    "--enable-native-access=ALL-UNNAMED",
                    // Arrow requires it to access memory.
                    "--add-opens=java.base/java.nio=ALL-UNNAMED",
                    "-Xmx512m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    CloseRaces.class.getName(),
                    entry.name(),
                    String.valueOf(SECONDS),
                    Files.createDirectory(directory.resolve("tables")).toString()))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    int status = process.waitFor();
    assertThat(status).as(Files.readString(output)).isZero();
    assertThat(Files.readString(output)).containsPattern("[1-9][0-9]* races");
  }
}
