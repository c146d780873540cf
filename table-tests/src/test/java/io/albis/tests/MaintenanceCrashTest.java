// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.storage.tck.TestRoot;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a process at random moments while it optimizes a table and merges its row groups, lets
 * snapshots expire, and deletes files. After each kill the table must have all its rows, and the
 * next process must do the rest. {@code -Dalbis.kills=N} sets the number of kills; see
 * CONTRIBUTING.md.
 */
class MaintenanceCrashTest {

  private static final int KILLS = Integer.getInteger("albis.kills", 12);

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int64()),
          Field.nullable("name", Type.string()),
          Field.required("square", Type.int64()));

  private static final int ROWS = 3000;

  /** A new table is started after this many kills, to bound the time that checking takes. */
  private static final int KILLS_PER_TABLE = 12;

  @TempDir Path directory;

  /** What the process was doing when it was killed. */
  private enum Phase {
    OPTIMIZE,
    MERGE,
    EXPIRE,
    CLEAN,
    DONE
  }

  private static List<List<Object>> rows(long first, int count) {
    List<List<Object>> rows = new ArrayList<>();
    for (long i = first; i < first + count; i++) {
      rows.add(java.util.Arrays.asList(i, i % 3 == 0 ? null : "name of " + i, i * i));
    }
    return rows;
  }

  private static Process start(String uri) throws IOException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                MaintenanceProcess.class.getName(),
                uri))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Kills a process some time after it has started with a phase. */
  private static Phase killIn(String uri, Phase phase, long micros) throws Exception {
    Process process = start(uri);
    Phase last = null;
    try (BufferedReader lines = process.inputReader(StandardCharsets.US_ASCII)) {
      while (last == null || last.compareTo(phase) < 0) {
        last = phase(lines.readLine());
      }
      process.waitFor(micros, TimeUnit.MICROSECONDS);
      process.toHandle().destroyForcibly();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        last = phase(line);
      }
    }
    process.waitFor();
    return last;
  }

  private static Phase phase(String line) {
    assertThat(line).as("output of the process").isNotNull();
    return Phase.valueOf(line.toUpperCase(java.util.Locale.ROOT));
  }

  @Test
  void killedMaintenanceLosesNothing() throws Exception {
    long seed = Long.getLong("albis.seed", System.nanoTime());
    SplittableRandom random = new SplittableRandom(seed);
    Map<Phase, Integer> killed = new EnumMap<>(Phase.class);
    int rows = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      String message = "seed " + seed + ", kill " + kill;
      MaintainedTable table =
          new MaintainedTable(TestRoot.uri(directory.resolve("t" + kill / KILLS_PER_TABLE)));
      if (kill % KILLS_PER_TABLE == 0) {
        rows = 0;
      }
      for (int i = 0; i < 4; i++) {
        boolean isNew = rows == 0;
        table.append(isNew, SCHEMA, rows(rows, ROWS), 4096, 64 << 10);
        rows += ROWS;
      }
      Phase phase = Phase.values()[kill % 4];
      long micros = random.nextLong(1, phase.compareTo(Phase.MERGE) <= 0 ? 300_000 : 20_000);
      killed.merge(killIn(table.uri(), phase, micros), 1, Integer::sum);
      assertThat(table.rows()).as(message).isEqualTo(rows(0, rows));
      table.verify();
      if (random.nextInt(4) == 0) {
        MaintenanceProcess.run(table.uri(), line -> {});
        table.requireNoOtherFiles();
        assertThat(table.rows()).as(message).isEqualTo(rows(0, rows));
        table.verify();
      }
      if (kill % KILLS_PER_TABLE == KILLS_PER_TABLE - 1 || kill == KILLS - 1) {
        table.expireAndClean();
        table.requireNoOtherFiles();
        assertThat(table.rows()).as(message).isEqualTo(rows(0, rows));
      }
    }
    if (KILLS >= KILLS_PER_TABLE) {
      assertThat(killed.getOrDefault(Phase.DONE, 0)).as("%s", killed).isLessThan(KILLS * 3 / 4);
    }
  }
}
