// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.AlbisIOException;
import io.albis.format.error.ClosedException;
import io.albis.format.error.CommitStateUnknownException;
import io.albis.maintenance.RewriteOptions;
import io.albis.maintenance.SimulatedMaintenance;
import io.albis.maintenance.TableMaintenance;
import io.albis.storage.NotPublishedException;
import io.albis.storage.Storage;
import io.albis.table.TableSnapshots;
import io.albis.table.WriteEnvironment;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Storages that fail before, while and after a snapshot is published. */
class CommitOutcomeTest {

  @TempDir Path directory;
  private GrowingTable table;
  private FaultyStorage faulty;

  /** A clock that the test moves. */
  private long ticks;

  private final WriteEnvironment environment =
      WriteEnvironment.system().withTicks(() -> ticks).withPause(millis -> {});

  @BeforeEach
  void createTable() throws IOException {
    table = new GrowingTable(directory);
    faulty = new FaultyStorage(Storage.open(table.uri(), Map.of()));
  }

  static Stream<Throwable> failures() {
    return Stream.of(
        new IOException("lost connection"),
        new IllegalStateException("storage is broken"),
        new InternalError("no memory"));
  }

  private static NotPublishedException noSpace() {
    return new NotPublishedException(new IOException("no space"));
  }

  private TableWriter append() {
    return new TableWriter(
        TableWriter.append(table.uri()),
        faulty.storage(),
        TableTarget.existing(
            new TableSnapshots(faulty.storage()).require(), false, Map.of(), environment));
  }

  private TableWriter replace(List<List<Long>> rowGroups) {
    return new TableWriter(
        TableWriter.replaceRowGroups(table.uri(), table.latest().id(), rowGroups),
        faulty.storage(),
        TableTarget.existing(
            new TableSnapshots(faulty.storage()).require(), false, Map.of(), environment));
  }

  private void appendByAnother(int a) {
    GrowingTable.append(TableWriter.append(table.uri()), a);
  }

  /** The values of the first column, after everything was read and checked. */
  private List<Integer> rows() throws IOException {
    return table.stored().values("a").stream().map(a -> ((Number) a).intValue()).toList();
  }

  @Test
  void aWriteThatWasNotPublishedCanBeCommittedAgain() throws IOException {
    faulty.before = FaultyStorage.once("publish", noSpace());
    try (TableWriter writer = append()) {
      GrowingTable.writeRow(writer, 2);
      assertThatThrownBy(writer::commit)
          .isInstanceOf(AlbisIOException.class)
          .hasMessageEndingWith("; the table is unchanged: no space");
      GrowingTable.writeRow(writer, 3);
      assertThat(writer.commit().writtenRows()).isEqualTo(2);
    }
    assertThat(rows()).containsExactly(1, 2, 3);
  }

  @Test
  void rowsThatAreWrittenAfterPreparingAreCommitted() throws IOException {
    try (TableWriter writer = append()) {
      GrowingTable.writeRow(writer, 2);
      writer.prepare();
      GrowingTable.writeRow(writer, 3);
      writer.commit();
    }
    assertThat(rows()).containsExactly(1, 2, 3);
    assertThat(table.files().stream().filter(file -> file.contains("manifest-"))).hasSize(2);
  }

  @Test
  void anUpdateThatWasNotPublishedCanBeCommittedAgain() throws IOException {
    faulty.before = FaultyStorage.once("publish", noSpace());
    try (TableUpdate update =
        new TableUpdate(
            faulty.storage(), new TableSnapshots(faulty.storage()).require(), environment)) {
      addNotes(update);
      assertThatThrownBy(update::commit).isInstanceOf(AlbisIOException.class);
      update.commit();
    }
    assertThat(table.stored().values("note")).hasSize(1);
    assertThat(table.files().stream().filter(file -> file.contains("manifest-"))).hasSize(2);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aManifestThatCannotBeDeletedFailsNoReplacement(Throwable failure) throws IOException {
    try (TableWriter writer = replace(List.of(List.of(0L)))) {
      GrowingTable.writeRow(writer, 5);
      faulty.before =
          (method, path) -> {
            FaultyStorage.once("publish", () -> appendByAnother(2)).at(method, path);
            if (method.equals("publish")) {
              faulty.before = FaultyStorage.once("delete", failure);
            }
          };
      writer.commit();
    }
    assertThat(rows()).containsExactly(5, 2);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aManifestThatCannotBeDeletedFailsNoOptimization(Throwable failure) throws IOException {
    appendByAnother(2);
    appendByAnother(3);
    faulty.before =
        (method, path) -> {
          if (method.equals("publish")) {
            faulty.before = FaultyStorage.once("delete", failure);
            try (TableUpdate update = TableUpdate.open(table.uri())) {
              update.dropColumn("s").commit();
            }
          }
        };
    try (TableMaintenance maintenance = SimulatedMaintenance.of(faulty.storage(), environment)) {
      assertThat(maintenance.optimize(RewriteOptions.defaults()).commits()).isEqualTo(1);
    }
    assertThat(rows()).containsExactly(1, 2, 3);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aStorageThatCannotBeClosedFailsNoCommit(Throwable failure) throws IOException {
    faulty.before = FaultyStorage.once("close", failure);
    try (TableWriter writer = append()) {
      GrowingTable.writeRow(writer, 2);
      assertThat(writer.commit().rowCount()).isEqualTo(2);
    }
    assertThat(rows()).containsExactly(1, 2);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aStorageThatCannotBeClosedFailsNoUpdate(Throwable failure) throws IOException {
    try (TableUpdate update =
        new TableUpdate(
            faulty.storage(), new TableSnapshots(faulty.storage()).require(), environment)) {
      addNotes(update);
      faulty.before =
          (method, path) -> {
            if (method.equals("close") || method.equals("delete")) {
              FaultyStorage.once(method, failure).at(method, path);
            }
          };
      update.commit();
    }
    assertThat(table.stored().values("note")).hasSize(1);
  }

  private static void addNotes(TableUpdate update) {
    update.addColumn(
        GrowingTable.NOTE,
        (first, count, rows) -> {
          rows.setString(0, "n");
          rows.endRow();
        });
  }

  @ParameterizedTest
  @MethodSource("failures")
  void theAnswerToARequestIsLost(Throwable failure) throws IOException {
    faulty.after = FaultyStorage.once("publish", failure);
    try (TableWriter writer = append()) {
      GrowingTable.writeRow(writer, 2);
      assertThat(writer.commit().snapshotId()).isEqualTo(2);
    }
    assertThat(rows()).containsExactly(1, 2);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void filesAreKeptIfAPublishedSnapshotCannotBeLookedUp(Throwable failure) throws IOException {
    faulty.after =
        (method, path) -> {
          if (method.equals("publish")) {
            ticks = Duration.ofMinutes(6).toNanos();
            faulty.before = FaultyStorage.once("list", failure);
          }
        };
    try (TableWriter writer = append()) {
      GrowingTable.writeRow(writer, 2);
      assertThatThrownBy(writer::commit).isInstanceOf(CommitStateUnknownException.class);
      assertThatThrownBy(writer::commit).isInstanceOf(ClosedException.class);
    }
    assertThat(rows()).containsExactly(1, 2);
  }

  /** Anything may fail after a request was sent, such as the text of its failure. */
  @Test
  void filesAreKeptIfAFailureCannotBeDescribed() throws IOException {
    Throwable failure =
        new IllegalStateException() {
          @Override
          public String getMessage() {
            throw new IllegalStateException("no text");
          }
        };
    faulty.after = FaultyStorage.once("publish", failure);
    faulty.before =
        (method, path) -> {
          if (method.equals("exists")) {
            Thread.currentThread().interrupt();
            throw new IOException("lost connection");
          }
        };
    try (TableWriter writer = append()) {
      GrowingTable.writeRow(writer, 2);
      assertThatThrownBy(writer::commit).isInstanceOf(CommitStateUnknownException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(rows()).containsExactly(1, 2);
  }

  @Test
  void aSlowCommitIsFoundInTheHistory() throws IOException {
    faulty.after =
        (method, path) -> {
          if (method.equals("publish")) {
            ticks = Duration.ofMinutes(6).toNanos();
            appendByAnother(3);
          }
        };
    try (TableWriter writer = append()) {
      GrowingTable.writeRow(writer, 2);
      assertThat(writer.commit().snapshotId()).isEqualTo(2);
    }
    assertThat(rows()).containsExactly(1, 2, 3);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void anUnknownOutcomeIsNotHiddenByAnotherFailure(Throwable failure) throws IOException {
    faulty.before =
        (method, path) -> {
          if (method.equals("publish")) {
            throw new IOException("timeout");
          }
          FaultyStorage.once("close", failure).at(method, path);
        };
    try (TableWriter writer = append()) {
      GrowingTable.writeRow(writer, 2);
      assertThatThrownBy(writer::commit).isInstanceOf(CommitStateUnknownException.class);
    }
    assertThat(table.files().stream().filter(file -> file.endsWith(".albis"))).hasSize(2);
  }
}
