// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.AlbisException;
import io.albis.format.error.ClosedException;
import io.albis.format.error.CommitConflictException;
import io.albis.format.error.CorruptFileException;
import io.albis.format.error.UnsupportedVersionException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.RowCursor;
import io.albis.reader.RowGroupInfo;
import io.albis.reader.Table;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.CommitResult;
import io.albis.writer.DistributedWrite;
import io.albis.writer.RowWriter;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import io.albis.writer.TaskResult;
import io.albis.writer.TaskWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writes whose tasks run, fail, and are repeated or duplicated; see also {@link WriteTasksTest}.
 */
class DistributedWriteTest {

  private static final Schema SCHEMA =
      Schema.of(Field.required("id", Type.int64()), Field.nullable("name", Type.string()));

  private static final int HEADER_LENGTH = 16;

  @TempDir Path directory;
  private String uri;

  @BeforeEach
  void chooseTable() {
    uri = TestRoot.uri(directory.resolve("t"));
  }

  private DistributedWrite create() {
    return TableWriter.create(uri, SCHEMA).rowGroupSize(1 << 16).openDistributed();
  }

  private static void writeRow(RowWriter rows, long id) {
    rows.setLong(0, id);
    rows.setString(1, "row " + id);
    rows.endRow();
  }

  /** Writes ten rows from 100 times the partition on, with task and result passed as bytes. */
  private static TaskResult run(DistributedWrite write, int partition, long attempt) {
    DistributedWrite task = DistributedWrite.fromBytes(write.toBytes());
    try (TaskWriter writer = task.openTask(partition, attempt)) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < 10; i++) {
          writeRow(rows, 100L * partition + i);
        }
      }
      return TaskResult.fromBytes(writer.finish().toBytes());
    }
  }

  private List<Long> ids() {
    List<Long> ids = new ArrayList<>();
    try (Table table = Table.open(uri)) {
      assertThat(table.verify(bytes -> {}).problems()).isEmpty();
      try (RowCursor rows = table.scan().rows()) {
        while (rows.next()) {
          ids.add(rows.row().getLong(0));
        }
      }
    }
    return ids;
  }

  private static List<Long> idsOf(int... partitions) {
    List<Long> ids = new ArrayList<>();
    for (int partition : partitions) {
      for (int i = 0; i < 10; i++) {
        ids.add(100L * partition + i);
      }
    }
    return ids;
  }

  @Test
  void refusesATableThatWasCreatedAgain() throws IOException {
    create().commit(List.of());
    DistributedWrite write = TableWriter.append(uri).openDistributed();
    TaskResult result = run(write, 1, 0);
    StoredFiles files = new StoredFiles(uri);
    for (String path : files.list()) {
      files.delete(path);
    }
    create().commit(List.of());

    assertThatThrownBy(() -> write.commit(List.of(result)))
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining("the table was deleted and created again")
        .hasMessageContaining(write.tableId().toString());
    assertThat(ids()).isEmpty();
  }

  private List<String> dataFiles() throws IOException {
    return new StoredFiles(uri).list(".albis");
  }

  @Test
  void rowsFollowTheOrderOfTheResults() {
    DistributedWrite write = create();
    TaskResult first = run(write, 0, 0);
    TaskResult second = run(write, 1, 0);
    CommitResult result =
        DistributedWrite.fromBytes(write.toBytes()).commit(List.of(second, first));
    assertThat(result.rowCount()).isEqualTo(20);
    assertThat(result.writtenRows()).isEqualTo(20);
    assertThat(result.writtenRowGroups()).isEqualTo(2);
    assertThat(result.writtenBytes()).isEqualTo(first.writtenBytes() + second.writtenBytes());
    assertThat(ids()).isEqualTo(idsOf(1, 0));
  }

  @Test
  void duplicateTasksAreCommittedOnce() throws IOException {
    DistributedWrite write = create();
    TaskResult first = run(write, 0, 0);
    TaskResult again = run(write, 0, 1);
    TaskResult other = run(write, 1, 2);
    // A result that is delivered twice counts once.
    write.commit(List.of(first, again, other, TaskResult.fromBytes(first.toBytes())));
    assertThat(ids()).isEqualTo(idsOf(0, 1));
    assertThat(dataFiles()).hasSize(2);
  }

  @Test
  void abortedTasksLeaveNothing() throws IOException {
    DistributedWrite write = create();
    try (TaskWriter writer = write.openTask(0, 0)) {
      RowWriter rows = writer.newRowWriter();
      for (int i = 0; i < 20_000; i++) {
        writeRow(rows, i);
      }
      writer.abort();
      assertThatThrownBy(writer::finish).isInstanceOf(ClosedException.class);
      assertThat(writer.memoryUsed()).isZero();
    }
    assertThat(dataFiles()).isEmpty();
    List<TaskResult> results = List.of(run(write, 0, 1), run(write, 1, 0));
    assertThat(dataFiles()).isNotEmpty();
    write.abort(results);
    assertThat(dataFiles()).isEmpty();
    assertThatThrownBy(() -> write.commit(results)).isInstanceOf(ClosedException.class);
  }

  @Test
  void unfinishedAttemptsAreAborted() throws IOException {
    DistributedWrite write = create();
    TaskWriter writer = write.openTask(0, 0);
    RowWriter rows = writer.newRowWriter();
    writeRow(rows, 1);
    assertThatThrownBy(writer::finish)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("Cannot finish: 1 row or batch writers are open; close them first");
    writer.close();
    assertThat(dataFiles()).isEmpty();
  }

  @Test
  void noResultsCreateATableWithoutRows() {
    assertThat(create().commit(List.of()).rowCount()).isZero();
    assertThat(ids()).isEmpty();
    DistributedWrite append = TableWriter.append(uri).openDistributed();
    try (TaskWriter writer = append.openTask(0, 0)) {
      assertThat(append.commit(List.of(writer.finish())).snapshotId()).isEqualTo(2);
    }
  }

  @Test
  void appendsAfterConcurrentAppends() {
    create().commit(List.of());
    DistributedWrite first = TableWriter.append(uri).openDistributed();
    DistributedWrite second = TableWriter.append(uri).property("k", "v").openDistributed();
    DistributedWrite overwrite = TableWriter.overwrite(uri).openDistributed();
    first.commit(List.of(run(first, 1, 0)));
    assertThat(second.commit(List.of(run(second, 2, 0))).rowCount()).isEqualTo(20);
    assertThat(ids()).isEqualTo(idsOf(1, 2));
    try (Table table = Table.open(uri)) {
      assertThat(table.properties()).containsEntry("k", "v");
    }
    TaskResult late = run(overwrite, 3, 0);
    assertThatThrownBy(() -> overwrite.commit(List.of(late)))
        .isInstanceOf(CommitConflictException.class);
    overwrite.abort(List.of(late));
    assertThat(ids()).isEqualTo(idsOf(1, 2));
    DistributedWrite again = TableWriter.overwrite(uri).openDistributed();
    again.commit(List.of(run(again, 4, 0)));
    assertThat(ids()).isEqualTo(idsOf(4));
    DistributedWrite stale = TableWriter.append(uri).openDistributed();
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.renameColumn("name", "other").commit();
    }
    assertThatThrownBy(() -> stale.commit(List.of(run(stale, 5, 0))))
        .isInstanceOf(CommitConflictException.class);
  }

  private List<Long> numbers() {
    try (Table table = Table.open(uri)) {
      return table.rowGroups().stream().map(RowGroupInfo::number).toList();
    }
  }

  private void append(int partition) {
    DistributedWrite write = TableWriter.append(uri).openDistributed();
    write.commit(List.of(run(write, partition, 0)));
  }

  @Test
  void replacesRowGroupsAndKeepsConcurrentAppends() {
    DistributedWrite first = create();
    first.commit(List.of(run(first, 0, 0), run(first, 1, 0), run(first, 2, 0)));
    List<Long> before = numbers();
    DistributedWrite write = TableWriter.append(uri).openDistributed();
    assertThat(write.baseSnapshotId()).isEqualTo(1);
    TaskResult result = run(write, 7, 0);
    append(5);

    CommitResult committed = write.commit(List.of(result), List.of(before.get(0), before.get(2)));
    assertThat(committed.writtenRows()).isEqualTo(10);
    assertThat(committed.rowCount()).isEqualTo(30);
    assertThat(committed.snapshotId()).isEqualTo(3);
    assertThat(ids()).isEqualTo(idsOf(1, 5, 7));
    try (Table table = Table.open(uri)) {
      assertThat(table.snapshot().operation()).isEqualTo("overwrite");
    }

    DistributedWrite removal = TableWriter.append(uri).openDistributed();
    removal.commit(List.of(), numbers());
    assertThat(ids()).isEmpty();
    append(9);
    assertThat(ids()).isEqualTo(idsOf(9));
  }

  @Test
  void refusesToReplaceRowGroupsThatAreGone() throws IOException {
    DistributedWrite first = create();
    first.commit(List.of(run(first, 0, 0), run(first, 1, 0)));
    List<Long> before = numbers();
    DistributedWrite write = TableWriter.append(uri).openDistributed();
    TaskResult result = run(write, 7, 0);
    DistributedWrite other = TableWriter.append(uri).openDistributed();
    other.commit(List.of(), before.subList(0, 1));

    assertThatThrownBy(() -> write.commit(List.of(result), before))
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining("row group " + before.get(0) + " has been replaced or removed");
    assertThat(ids()).isEqualTo(idsOf(1));
    write.abort(List.of(result));
    assertThat(dataFiles()).hasSize(2);
    DistributedWrite overwrite = TableWriter.overwrite(uri).openDistributed();
    assertThatThrownBy(() -> overwrite.commit(List.of(), before))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("not planned as an append");
  }

  /** A task that writes rows of several partitions again, as those of one. */
  private static TaskResult copy(DistributedWrite write, int partition, int... copied) {
    try (TaskWriter writer = write.openTask(partition, 0)) {
      try (RowWriter rows = writer.newRowWriter()) {
        idsOf(copied).forEach(id -> writeRow(rows, id));
      }
      return writer.finish();
    }
  }

  @Test
  void mergedRowGroupsKeepTheirPlaces() throws IOException {
    DistributedWrite first = create();
    first.commit(IntStream.range(0, 6).mapToObj(i -> run(first, i, 0)).toList());
    List<Long> before = numbers();
    List<List<Long>> merged = List.of(before.subList(1, 3), before.subList(4, 6));
    DistributedWrite write = TableWriter.append(uri).openDistributed();
    List<TaskResult> results = List.of(copy(write, 1, 4, 5), copy(write, 0, 1, 2));
    append(6);

    assertThatThrownBy(() -> write.commitMerge(results.subList(0, 1), merged))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("results of the partitions [1] (expected 2)");
    assertThatThrownBy(() -> write.commitMerge(results, List.of(before, before)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("twice");
    List<List<Long>> others = List.of(before.subList(1, 4), before.subList(4, 6));
    assertThatThrownBy(() -> write.commitMerge(results, others))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the table would have 50 rows (expected 60)");
    assertThat(ids()).isEqualTo(idsOf(0, 1, 2, 3, 4, 5, 6));

    assertThat(write.commitMerge(results, merged).writtenRowGroups()).isEqualTo(2);
    assertThat(ids()).isEqualTo(idsOf(0, 1, 2, 3, 4, 5, 6));
    try (Table table = Table.open(uri)) {
      assertThat(table.snapshot().operation()).isEqualTo("merge");
      assertThat(table.rowGroups().stream().map(RowGroupInfo::rowCount))
          .containsExactly(10L, 20L, 10L, 20L, 10L);
      assertThat(table.verify(bytes -> {}).problems()).isEmpty();
    }
    DistributedWrite elsewhere = DistributedWrite.fromBytes(write.toBytes());
    assertThatThrownBy(() -> elsewhere.commitMerge(results, merged))
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining("it is already committed");
    elsewhere.abort(results);
    assertThat(ids()).isEqualTo(idsOf(0, 1, 2, 3, 4, 5, 6));

    DistributedWrite late = TableWriter.append(uri).openDistributed();
    TaskResult result = copy(late, 0, 1, 2);
    assertThatThrownBy(() -> late.commitMerge(List.of(result), merged.subList(0, 1)))
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining("row group " + before.get(1) + " has been replaced or removed");
    late.abort(List.of(result));
    DistributedWrite overwrite = TableWriter.overwrite(uri).openDistributed();
    assertThatThrownBy(() -> overwrite.commitMerge(List.of(), List.of()))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("not planned as an append");
    assertThat(ids()).isEqualTo(idsOf(0, 1, 2, 3, 4, 5, 6));
  }

  @Test
  void writeIsCommittedOnce() {
    create().commit(List.of());
    DistributedWrite write = TableWriter.append(uri).openDistributed();
    List<TaskResult> results = List.of(run(write, 1, 0));
    write.commit(results);
    assertThatThrownBy(() -> write.commit(results)).isInstanceOf(ClosedException.class);
    DistributedWrite elsewhere = DistributedWrite.fromBytes(write.toBytes());
    assertThatThrownBy(() -> elsewhere.commit(results))
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining("it is already committed");
    elsewhere.abort(results);
    write.abort(results);
    assertThat(ids()).isEqualTo(idsOf(1));
  }

  @Test
  void rejectsResultsOfOtherWrites() {
    create().commit(List.of());
    DistributedWrite first = TableWriter.append(uri).openDistributed();
    DistributedWrite second = TableWriter.append(uri).openDistributed();
    TaskResult result = run(first, 1, 7);
    assertThatThrownBy(() -> second.commit(List.of(result)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("partition 1, attempt 7")
        .hasMessageContaining("it belongs to another write");
    assertThatThrownBy(() -> second.abort(List.of(result)))
        .isInstanceOf(IllegalArgumentException.class);
    uri = TestRoot.uri(directory.resolve("other"));
    DistributedWrite other = create();
    assertThatThrownBy(() -> other.commit(List.of(result)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("it belongs to table " + result.tableId());
  }

  private static Object serialized(Object object) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return in.readObject();
    }
  }

  @Test
  void tasksAndResultsAreSerializable() throws Exception {
    DistributedWrite write = create();
    DistributedWrite task = (DistributedWrite) serialized(write);
    assertThat(task.writeId()).isEqualTo(write.writeId());
    assertThat(task.toBytes()).isEqualTo(write.toBytes());
    assertThat(task.schema()).isEqualTo(write.schema());
    TaskResult result = run(write, 3, 4);
    TaskResult copy = (TaskResult) serialized(result);
    assertThat(copy).isEqualTo(result);
    assertThat(copy.toBytes()).isEqualTo(result.toBytes());
    assertThat(copy.rowCount()).isEqualTo(10);
    write.commit(List.of(copy));
    assertThat(ids()).isEqualTo(idsOf(3));
  }

  private static byte[] withChecksum(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, HEADER_LENGTH, bytes.length - HEADER_LENGTH);
    ByteBuffer.wrap(bytes).putInt(12, (int) crc.getValue());
    return bytes;
  }

  /** Damages each byte, with and without updating the checksum. */
  private static void requireRejections(byte[] bytes, Function<byte[], Object> decoder) {
    for (int i = 0; i < bytes.length; i++) {
      byte[] damaged = bytes.clone();
      damaged[i] ^= 0x41;
      assertThatThrownBy(() -> decoder.apply(damaged))
          .as("byte %d", i)
          .isInstanceOfAny(CorruptFileException.class, UnsupportedVersionException.class);
      byte[] cut = java.util.Arrays.copyOf(bytes, i);
      assertThatThrownBy(() -> decoder.apply(cut))
          .as("cut at %d", i)
          .isInstanceOf(CorruptFileException.class);
    }
    for (int i = HEADER_LENGTH; i + Integer.BYTES <= bytes.length; i++) {
      for (int forged : new int[] {-1, Integer.MAX_VALUE, 0, 1 << 28}) {
        byte[] damaged = bytes.clone();
        ByteBuffer.wrap(damaged).putInt(i, forged);
        withChecksum(damaged);
        try {
          assertThat(decoder.apply(damaged)).isNotNull();
        } catch (AlbisException e) {
          assertThat(e).hasMessageContaining("task");
        }
      }
    }
  }

  @Test
  void rejectsDamagedBytes() {
    DistributedWrite write = create();
    TaskResult result = run(write, 0, 0);
    requireRejections(write.toBytes(), DistributedWrite::fromBytes);
    requireRejections(result.toBytes(), TaskResult::fromBytes);
    write.abort(List.of(result));
  }

  @Test
  void resultsReferenceOnlyFilesOfTheirAttempt() {
    DistributedWrite write = create();
    TaskResult result = run(write, 0, 0);
    byte[] bytes = result.toBytes();
    // The identifier in the file names, after write, table, partition and attempt.
    bytes[HEADER_LENGTH + 16 + 16 + 4 + 8] ^= 1;
    assertThatThrownBy(() -> TaskResult.fromBytes(withChecksum(bytes)))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("path of a data file");
    write.abort(List.of(result));
  }
}
