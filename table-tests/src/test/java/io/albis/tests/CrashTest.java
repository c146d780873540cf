// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.error.TableNotFoundException;
import io.albis.reader.RowCursor;
import io.albis.reader.RowView;
import io.albis.reader.Table;
import io.albis.storage.tck.TestRoot;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a writing process at random moments. After each kill the table must open at a committed
 * snapshot with all its rows. {@code -Dalbis.kills=N} sets the number of kills; see
 * CONTRIBUTING.md.
 */
class CrashTest {

  private static final int KILLS = Integer.getInteger("albis.kills", 12);

  /** Long enough for the first commit of a process and a few more. */
  private static final long MAX_MICROS = 800_000;

  /** A new table is started after this many kills, to bound the time that checking takes. */
  private static final int KILLS_PER_TABLE = 10;

  @TempDir Path directory;

  /** A writing process and its output. */
  private static final class Child {
    private final Process process;
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final CompletableFuture<Void> committed = new CompletableFuture<>();
    private final CompletableFuture<Void> ended;
    private volatile long acknowledged;

    Child(String table) throws IOException {
      process =
          new ProcessBuilder(
                  List.of(
                      Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                      "-XX:TieredStopAtLevel=1",
                      "-Xshare:auto",
                      "-XX:+IgnoreUnrecognizedVMOptions",
                      "--sun-misc-unsafe-memory-access=allow",
                      "-cp",
                      System.getProperty("java.class.path"),
                      CrashWriter.class.getName(),
                      table))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      ended = CompletableFuture.runAsync(this::readLines);
    }

    private void readLines() {
      try (BufferedReader lines = process.inputReader(StandardCharsets.US_ASCII)) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          if (line.equals("ready")) {
            ready.complete(null);
          } else {
            acknowledged = Long.parseLong(line);
            committed.complete(null);
          }
        }
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }

    /**
     * Kills the process the given time after it is ready, or after its first commit. Returns the
     * last snapshot that it reported as committed.
     */
    long killAfter(boolean isCommitted, long micros) throws Exception {
      (isCommitted ? committed : ready).get(60, TimeUnit.SECONDS);
      try {
        ended.get(micros, TimeUnit.MICROSECONDS);
        throw new AssertionError("The writer exited without being killed: " + process.waitFor());
      } catch (TimeoutException expected) {
        // Process.destroyForcibly would close the stream before all of it was read.
        process.toHandle().destroyForcibly();
      }
      process.waitFor();
      ended.get(60, TimeUnit.SECONDS);
      return acknowledged;
    }
  }

  @Test
  void killedWritersLeaveCommittedSnapshots() throws Exception {
    long seed = Long.getLong("albis.seed", System.nanoTime());
    SplittableRandom random = new SplittableRandom(seed);
    long before = 0;
    long commits = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      if (kill % KILLS_PER_TABLE == 0) {
        before = 0;
      }
      String table = TestRoot.uri(directory.resolve("t" + kill / KILLS_PER_TABLE));
      long acknowledged = new Child(table).killAfter(kill % 2 == 1, random.nextLong(1, MAX_MICROS));
      String message = "seed " + seed + ", kill " + kill;
      long found = check(table, message);
      assertThat(found).as(message).isGreaterThanOrEqualTo(Math.max(before, acknowledged));
      // The last commit may have succeeded without being reported.
      assertThat(found).as(message).isLessThanOrEqualTo(Math.max(before, acknowledged) + 1);
      commits += found - before;
      before = found;
    }
    assertThat(commits).as("commits between %d kills", KILLS).isGreaterThanOrEqualTo(KILLS / 2);
  }

  /** Checks all rows and returns the number of snapshots. */
  private static long check(String uri, String message) {
    try (Table table = TestTables.open(uri);
        RowCursor rows = table.scan().rows()) {
      long snapshots = table.snapshot().id();
      assertThat(table.snapshots()).as(message).hasSize((int) snapshots);
      assertThat(table.rowCount()).as(message).isEqualTo(snapshots * CrashWriter.ROWS);
      int columns = CrashWriter.SCHEMA.fields().size();
      long added = snapshots / CrashWriter.COMMITS_PER_COLUMN;
      assertThat(table.schema().fields()).as(message).hasSize((int) (columns + added));
      for (long c = 1; c <= snapshots; c++) {
        for (int i = 0; i < CrashWriter.ROWS; i++) {
          assertThat(rows.next()).as(message).isTrue();
          RowView row = rows.row();
          if (row.getLong(0) != c
              || row.getInt(1) != i
              || row.getLong(2) != c * CrashWriter.FACTOR + i) {
            throw new AssertionError(message + ": row " + i + " of commit " + c + " differs");
          }
          for (int k = 1; k <= added; k++) {
            boolean isOwn = (long) k * CrashWriter.COMMITS_PER_COLUMN == c;
            if (row.isNullAt(columns + k - 1) == isOwn) {
              throw new AssertionError(message + ": added column " + k + " of commit " + c);
            }
          }
        }
      }
      assertThat(rows.next()).as(message).isFalse();
      return snapshots;
    } catch (TableNotFoundException e) {
      return 0;
    }
  }
}
