// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CommitConflictException;
import io.albis.format.error.CommitStateUnknownException;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.SortColumn;
import io.albis.maintenance.SimulatedMaintenance;
import io.albis.maintenance.TableMaintenance;
import io.albis.storage.Storage;
import io.albis.table.TableSnapshots;
import io.albis.table.WriteEnvironment;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commits of writers that were opened before other snapshots expired, went, or came back. */
class CommitHistoryTest {

  /** The clock of the writer is an hour slow: it does not see that its parent is old. */
  private static final WriteEnvironment SLOW = withClock(Duration.ofHours(-1));

  @TempDir Path directory;
  private GrowingTable table;
  private FaultyStorage faulty;

  @BeforeEach
  void createTable() throws IOException {
    table = new GrowingTable(directory);
    faulty = new FaultyStorage(Storage.open(table.uri(), Map.of()));
  }

  private static WriteEnvironment withClock(Duration difference) {
    WriteEnvironment system = WriteEnvironment.system();
    return system.withClock(() -> system.millis() + difference.toMillis());
  }

  private TableWriter appendSlowly() {
    return new TableWriter(
        TableWriter.append(table.uri()),
        faulty.storage(),
        TableTarget.existing(
            new TableSnapshots(faulty.storage()).require(), false, Map.of(), SLOW));
  }

  private void append(int a) {
    GrowingTable.append(TableWriter.append(table.uri()), a);
  }

  private TableMaintenance maintenance(Duration later) {
    return SimulatedMaintenance.open(table.uri(), withClock(later), UnaryOperator.identity());
  }

  /** Lets all snapshots but the latest expire; their clock is ahead. */
  private List<Long> expire(Duration later) {
    try (TableMaintenance maintenance = maintenance(later)) {
      return maintenance.expire(Duration.ZERO, 1).snapshotIds();
    }
  }

  private List<Integer> rows() throws IOException {
    return table.stored().values("a").stream().map(a -> ((Number) a).intValue()).toList();
  }

  @Test
  void theSuccessorOfTheParentHasExpired() throws IOException {
    try (TableWriter writer = appendSlowly()) {
      append(2);
      append(3);
      append(4);
      assertThat(expire(Duration.ofMinutes(20))).containsExactly(1L, 2L, 3L);
      GrowingTable.writeRow(writer, 5);
      assertThat(writer.commit().snapshotId()).isEqualTo(6);
    }
    assertThat(rows()).containsExactly(1, 2, 3, 4, 5);
  }

  @Test
  void theSuccessorExpiresWhileASnapshotIsPublished() throws IOException {
    faulty.before =
        FaultyStorage.once(
            "publish",
            () -> {
              append(2);
              append(3);
              append(4);
              expire(Duration.ofMinutes(20));
            });
    try (TableWriter writer = appendSlowly()) {
      GrowingTable.writeRow(writer, 5);
      assertThatThrownBy(writer::commit)
          .isInstanceOf(CommitStateUnknownException.class)
          .hasMessageContaining("could not make sure that it follows snapshot 1");
    }
    assertThat(rows()).containsExactly(1, 2, 3, 4);
    assertThat(expire(Duration.ofMinutes(40))).contains(2L);
    assertThat(rows()).containsExactly(1, 2, 3, 4);
  }

  @Test
  void theParentExpiresAfterASnapshotIsPublished() throws IOException {
    faulty.after =
        FaultyStorage.once(
            "publish",
            () -> {
              append(3);
              try (TableMaintenance maintenance = maintenance(Duration.ofMinutes(20))) {
                // The snapshot that is committed stays.
                assertThat(maintenance.expire(Duration.ZERO, 2).snapshotIds()).containsExactly(1L);
              }
            });
    try (TableWriter writer = appendSlowly()) {
      GrowingTable.writeRow(writer, 2);
      assertThat(writer.commit().snapshotId()).isEqualTo(2);
    }
    assertThat(rows()).containsExactly(1, 2, 3);
  }

  @Test
  void theSuccessorOfATaggedSnapshotStaysForADay() throws IOException {
    try (TableWriter writer = appendSlowly()) {
      try (TableMaintenance maintenance = maintenance(Duration.ZERO)) {
        maintenance.tag("kept", 1);
      }
      append(2);
      append(3);
      assertThat(expire(Duration.ofHours(20))).isEmpty();
      GrowingTable.writeRow(writer, 4);
      writer.commit();
    }
    assertThat(rows()).containsExactly(1, 2, 3, 4);
    assertThat(expire(Duration.ofHours(28))).containsExactly(2L, 3L, 4L, 5L);
    assertThat(rows()).containsExactly(1, 2, 3, 4);
  }

  @Test
  void tablesThatWereCreatedAgainAreOtherTables() throws IOException {
    append(2);
    append(3);
    for (int commits : new int[] {1, 3, 5}) {
      try (TableWriter writer = appendSlowly()) {
        GrowingTable.writeRow(writer, 4);
        try (Storage storage = Storage.open(table.uri(), Map.of())) {
          storage.deleteRecursively("_albis");
        }
        GrowingTable.append(TableWriter.create(table.uri(), GrowingTable.SCHEMA), 10);
        for (int i = 1; i < commits; i++) {
          append(10);
        }
        assertThatThrownBy(writer::commit)
            .isInstanceOf(CommitConflictException.class)
            .hasMessageContaining("it is another table");
      }
      assertThat(rows()).hasSize(commits).containsOnly(10);
      assertThat(table.latest().id()).isEqualTo(commits);
      faulty = new FaultyStorage(Storage.open(table.uri(), Map.of()));
    }
  }

  @Test
  void anEarlierStateOfATableIsNotContinued() throws IOException {
    append(2);
    try (TableWriter writer = appendSlowly()) {
      GrowingTable.writeRow(writer, 3);
      try (Storage storage = Storage.open(table.uri(), Map.of())) {
        storage.delete(io.albis.format.internal.metadata.TablePaths.snapshot(2));
      }
      assertThatThrownBy(writer::commit)
          .isInstanceOf(CommitConflictException.class)
          .hasMessageContaining("the table was replaced by an earlier state of it");
    }
    assertThat(rows()).containsExactly(1);
  }

  @Test
  void listingsMayMissWhatIsNew() throws IOException {
    try (TableWriter writer = appendSlowly()) {
      append(2);
      append(3);
      faulty.hidden = List.of("00000002", "00000003");
      GrowingTable.writeRow(writer, 4);
      assertThat(writer.commit().snapshotId()).isEqualTo(4);
    }
    assertThat(rows()).containsExactly(1, 2, 3, 4);
  }

  @Test
  void cleanUpKeepsWhatAListingMisses() throws IOException {
    append(2);
    append(3);
    faulty.hidden = List.of("00000002");
    try (TableMaintenance maintenance =
        SimulatedMaintenance.of(faulty.storage(), withClock(Duration.ofDays(1)))) {
      assertThat(maintenance.clean(Duration.ZERO)).isEmpty();
    }
    assertThat(rows()).containsExactly(1, 2, 3);
  }

  @Test
  void aRollbackGivesNoIdsOfPartitionSpecsAgain() throws IOException {
    partition(Partitioning.identity("a"));
    try (TableWriter writer = appendSlowly()) {
      GrowingTable.writeRow(writer, 2);
      rollBack(1);
      Snapshot rolledBack = table.latest();
      assertThat(rolledBack.partitionSpec()).isEmpty();
      assertThat(rolledBack.partitionSpecs()).hasSize(1);
      partition(Partitioning.bucket("a", 4));
      assertThat(table.latest().partitionSpecId()).isEqualTo(2);
      assertThatThrownBy(writer::commit)
          .isInstanceOf(CommitConflictException.class)
          .hasMessageContaining("the partition spec has changed from 1 to 2");
    }
    append(3);
    assertThat(rows()).containsExactly(1, 3);
  }

  @Test
  void aRollbackGivesNoIdsOfSortOrdersAgain() throws IOException {
    sort(SortColumn.ascending("a"));
    rollBack(1);
    assertThat(table.latest().sortOrder()).isEmpty();
    sort(SortColumn.descending("a"));
    assertThat(table.latest().sortOrderId()).isEqualTo(2);
    rollBack(2);
    assertThat(table.latest().sortOrderId()).isEqualTo(1);
    assertThat(table.latest().sortOrders()).hasSize(2);
  }

  @Test
  void aSpecOfAColumnThatARollbackRemovesStaysKnown() throws IOException {
    try (TableUpdate update = TableUpdate.open(table.uri())) {
      update.addColumn(GrowingTable.NOTE).partitionBy(Partitioning.identity("note"));
      update.sortBy(SortColumn.ascending("note")).commit();
    }
    append(2);
    rollBack(1);
    append(3);
    assertThat(table.latest().partitionSpecs()).hasSize(1);
    assertThat(rows()).containsExactly(1, 3);
    rollBack(3);
    assertThat(rows()).containsExactly(1, 2);
  }

  private void partition(Partitioning field) {
    try (TableUpdate update = TableUpdate.open(table.uri())) {
      update.partitionBy(field).commit();
    }
  }

  private void sort(SortColumn column) {
    try (TableUpdate update = TableUpdate.open(table.uri())) {
      update.sortBy(column).commit();
    }
  }

  private void rollBack(long id) {
    try (TableMaintenance maintenance = maintenance(Duration.ZERO)) {
      maintenance.rollback(id);
    }
  }
}
