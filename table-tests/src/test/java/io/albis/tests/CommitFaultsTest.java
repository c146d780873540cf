// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.AlbisException;
import io.albis.format.error.AlbisIOException;
import io.albis.format.error.CommitConflictException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.maintenance.LaterMaintenance;
import io.albis.maintenance.TableMaintenance;
import io.albis.reader.RowGroupInfo;
import io.albis.reader.Table;
import io.albis.storage.NotPublishedException;
import io.albis.writer.DistributedWrite;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import io.albis.writer.TaskResult;
import io.albis.writer.TaskWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Distributed writes, and merges of row groups, whose storage fails while they commit. */
class CommitFaultsTest {

  private static final Schema SCHEMA = Schema.of(Field.required("id", Type.int64()));

  @TempDir private Path directory;
  private MaintainedTable table;
  private String faulty;

  @BeforeEach
  void create() {
    table = new MaintainedTable(directory.toString());
    faulty = "faulty:" + directory;
    table.append(true, SCHEMA, ids(0), 4096, 64 << 10);
  }

  static Stream<Throwable> failures() {
    return Stream.of(
        new IOException("lost connection"),
        new IllegalStateException("storage is broken"),
        new InternalError("no memory"));
  }

  private static List<List<Object>> ids(long... ids) {
    return LongStream.of(ids).mapToObj(id -> List.<Object>of(id)).toList();
  }

  private void requireRows(long... ids) throws IOException {
    Values.assertSameRows(table.rows(), ids(ids));
    table.verify();
    table.expireAndClean();
    table.requireNoOtherFiles();
  }

  private static TaskResult run(DistributedWrite write, int partition, long attempt) {
    try (TaskWriter writer = write.openTask(partition, attempt)) {
      try (RowWriter rows = writer.newRowWriter()) {
        rows.setLong(0, partition);
        rows.endRow();
      }
      return writer.finish();
    }
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aDistributedWriteFindsItsSnapshotIfTheAnswerIsLost(Throwable failure) throws IOException {
    DistributedWrite write = TableWriter.append(faulty).openDistributed();
    List<TaskResult> results = List.of(run(write, 1, 0));
    FaultyStorageProvider.failNext("publish", true, failure);
    assertThat(write.commit(results).snapshotId()).isEqualTo(2);
    // A driver that does not know repeats the commit in another process, or aborts it.
    DistributedWrite again = DistributedWrite.fromBytes(write.toBytes());
    assertThatThrownBy(() -> again.commit(results)).hasMessageContaining("already committed");
    again.abort(results);
    requireRows(0, 1);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aDistributedMergeFindsItsSnapshotIfTheAnswerIsLost(Throwable failure) throws IOException {
    table.append(false, SCHEMA, ids(1), 4096, 64 << 10);
    List<List<Long>> merged;
    try (Table open = TestTables.open(faulty)) {
      merged = List.of(open.rowGroups().stream().map(RowGroupInfo::number).toList());
    }
    DistributedWrite write = TableWriter.append(faulty).openDistributed();
    TaskResult result;
    try (TaskWriter writer = write.openTask(0, 0)) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (long id = 0; id < 2; id++) {
          rows.setLong(0, id);
          rows.endRow();
        }
      }
      result = writer.finish();
    }
    FaultyStorageProvider.failNext("publish", true, failure);
    assertThat(write.commitMerge(List.of(result), merged).snapshotId()).isEqualTo(3);
    // A driver that does not know aborts the merge in another process.
    DistributedWrite again = DistributedWrite.fromBytes(write.toBytes());
    again.abort(List.of(result));
    requireRows(0, 1);
  }

  /** As a stream does that dies between a commit and its own log. */
  @ParameterizedTest
  @MethodSource("failures")
  void aNumberedCommitIsMadeOnceIfTheAnswerIsLost(Throwable failure) throws IOException {
    DistributedWrite write = TableWriter.append(faulty).openDistributed();
    List<TaskResult> results = List.of(run(write, 1, 0));
    FaultyStorageProvider.failNext("publish", true, failure);
    assertThat(write.commitOnce(results, "stream", 7)).isPresent();
    DistributedWrite again = DistributedWrite.fromBytes(write.toBytes());
    assertThat(again.commitOnce(results, "stream", 7)).isEmpty();

    DistributedWrite restarted = TableWriter.append(faulty).openDistributed();
    List<TaskResult> repeated = List.of(run(restarted, 1, 0), run(restarted, 1, 1));
    assertThat(restarted.commitOnce(repeated, "stream", 7)).isEmpty();
    restarted.abort(repeated);
    requireRows(0, 1);

    DistributedWrite other = TableWriter.append(faulty).openDistributed();
    List<TaskResult> older = List.of(run(other, 2, 0));
    assertThatThrownBy(() -> other.commitOnce(older, "stream", 6))
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining("it has made commit 7 since");
    assertThat(other.commitOnce(older, "another stream", 6)).isPresent();
    requireRows(0, 1, 2);
  }

  /** The process dies at each call of the storage, and another one repeats the commit. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aNumberedCommitIsMadeOnceIfTheProcessDies(boolean isLastCallDone) throws IOException {
    int number = 0;
    boolean died;
    do {
      number++;
      DistributedWrite write = TableWriter.append(faulty).openDistributed();
      List<TaskResult> results = List.of(run(write, number, 0));
      FaultyStorageProvider.dieAfter(number - 1, isLastCallDone);
      Throwable failure = null;
      try {
        write.commitOnce(results, "stream", number);
      } catch (AlbisException | Faults.InjectedError e) {
        failure = e;
      }
      died = FaultyStorageProvider.revive();
      assertThat(died || failure == null).isTrue();
      DistributedWrite again = TableWriter.append(faulty).openDistributed();
      again.commitOnce(List.of(run(again, number, 1)), "stream", number);
    } while (died);
    assertThat(number).isGreaterThan(6);
    requireRows(LongStream.rangeClosed(0, number).toArray());
  }

  @ParameterizedTest
  @MethodSource("failures")
  void resultsThatCannotBeDeletedFailNoDistributedWrite(Throwable failure) throws IOException {
    DistributedWrite write = TableWriter.append(faulty).openDistributed();
    List<TaskResult> results = List.of(run(write, 1, 0), run(write, 1, 1));
    FaultyStorageProvider.failNext("delete", false, failure);
    assertThat(write.commit(results).writtenRows()).isEqualTo(1);
    write.abort(results);
    requireRows(0, 1);
  }

  @Test
  void aDistributedWriteThatWasNotPublishedCanBeCommittedAgain() throws IOException {
    DistributedWrite write = TableWriter.append(faulty).openDistributed();
    List<TaskResult> results = List.of(run(write, 1, 0));
    failToPublish();
    assertThatThrownBy(() -> write.commit(results)).isInstanceOf(AlbisIOException.class);
    assertThat(write.commit(results).snapshotId()).isEqualTo(2);
    requireRows(0, 1);
  }

  private static void failToPublish() {
    FaultyStorageProvider.failNext(
        "publish", false, new NotPublishedException(new IOException("no space")));
  }

  private void merge() {
    try (TableMaintenance maintenance = TableMaintenance.open(faulty)) {
      assertThat(maintenance.mergeRowGroups(MaintainedTable.MERGE).commits()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aMergeFindsItsSnapshotIfTheAnswerIsLost(Throwable failure) throws IOException {
    table.append(false, SCHEMA, ids(1), 4096, 64 << 10);
    FaultyStorageProvider.failNext("publish", true, failure);
    merge();
    requireRows(0, 1);
  }

  @Test
  void aMergeThatWasNotPublishedLeavesNothing() throws IOException {
    table.append(false, SCHEMA, ids(1), 4096, 64 << 10);
    failToPublish();
    assertThatThrownBy(this::merge)
        .isInstanceOf(AlbisIOException.class)
        .hasMessageEndingWith("; the table is unchanged: no space");
    table.requireNoOtherFiles();
    merge();
    requireRows(0, 1);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void anExpiryThatCannotDeleteAFileIsFinishedByTheNext(Throwable failure) throws IOException {
    for (long id = 1; id < 6; id++) {
      MaintainedTable.append(TableWriter.overwrite(faulty), SCHEMA, ids(id));
    }
    try (TableMaintenance later = LaterMaintenance.open(faulty, MaintainedTable.LATER)) {
      FaultyStorageProvider.failNext("delete", false, failure);
      assertThatThrownBy(() -> later.expire(Duration.ZERO, 1))
          .satisfies(e -> assertThat(failure).isIn(e, e.getCause()));
      later.expire(Duration.ZERO, 1);
    }
    requireRows(5);
  }
}
