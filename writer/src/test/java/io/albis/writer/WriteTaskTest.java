// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CommitConflictException;
import io.albis.format.error.CorruptFileException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writes by many processes: what results carry, and what a commit makes of them. */
class WriteTaskTest {

  private static final Schema SCHEMA = Schema.of(Field.required("id", Type.int64()));

  @TempDir Path directory;
  private String uri;

  @BeforeEach
  void createTable() {
    uri = TestRoot.uri(directory.resolve("t"));
    try (TableWriter writer = TableWriter.create(uri, SCHEMA).open()) {
      writer.commit();
    }
  }

  /** Runs a task as another process would do it. */
  private static TaskResult run(DistributedWrite write, int part, long from, long to) {
    DistributedWrite task = DistributedWrite.fromBytes(write.toBytes());
    try (TaskWriter writer = task.openTask(part, from)) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (long i = from; i < to; i++) {
          rows.setLong(0, i);
          rows.endRow();
        }
      }
      return TaskResult.fromBytes(writer.finish().toBytes());
    }
  }

  private static void append(String uri, long id) {
    try (TableWriter writer = TableWriter.append(uri).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        rows.setLong(0, id);
        rows.endRow();
      }
      writer.commit();
    }
  }

  private static List<Object> longs(long to) {
    return LongStream.range(0, to).<Object>mapToObj(i -> i).toList();
  }

  @Test
  void resultsAreCommittedInTheirOrder() throws IOException {
    DistributedWrite write =
        TableWriter.append(uri).rowGroupSize(1 << 16).fileSize(1 << 17).openDistributed();
    TaskResult second = run(write, 1, 30_000, 70_000);
    TaskResult first = run(write, 0, 0, 30_000);
    TaskResult doubled = run(write, 0, 0, 30_000);
    TaskResult empty = run(write, 2, 0, 0);
    assertThat(first.rowCount()).isEqualTo(30_000);
    assertThat(empty.writtenBytes()).isZero();
    CommitResult result = write.commit(List.of(first, second, empty, doubled));
    assertThat(result.writtenRows()).isEqualTo(70_000);
    assertThat(result.writtenBytes()).isEqualTo(first.writtenBytes() + second.writtenBytes());
    StoredTable table = StoredTable.read(uri);
    assertThat(table.values("id")).isEqualTo(longs(70_000));
    assertThat(table.dataFiles().size()).isGreaterThan(4);
    assertThat(table.manifests()).hasSize(1);
    // Those of the doubled task are gone.
    assertThat(new StoredFiles(uri).list(".albis")).hasSameSizeAs(table.dataFiles().keySet());
  }

  @Test
  void writesAreCommittedOnceAlsoWhenTheirManifestsHaveBeenMerged() throws IOException {
    DistributedWrite write = TableWriter.append(uri).openDistributed();
    DistributedWrite other = DistributedWrite.fromBytes(write.toBytes());
    DistributedWrite third = DistributedWrite.fromBytes(write.toBytes());
    TaskResult result = run(write, 0, 0, 1);
    write.commit(List.of(result));
    for (long id = 1; id < 8; id++) {
      append(uri, id);
    }
    assertThat(StoredTable.read(uri).manifests()).hasSize(1);
    assertThatThrownBy(() -> other.commit(List.of(result)))
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining("it is already committed, by this or another process");
    third.abort(List.of(result));
    assertThat(StoredTable.read(uri).values("id")).isEqualTo(longs(8));
    // Of eight appends, and of the commit that was refused, which leaves its manifest to clean.
    assertThat(new StoredFiles(uri).list("manifest-")).hasSize(9);
  }

  @Test
  void writesThatMergeAreCommittedOnce() throws IOException {
    DistributedWrite write = TableWriter.append(uri).openDistributed();
    DistributedWrite other = DistributedWrite.fromBytes(write.toBytes());
    for (long id = 0; id < 7; id++) {
      append(uri, id);
    }
    TaskResult result = run(write, 0, 7, 8);
    write.commit(List.of(result));
    assertThat(StoredTable.read(uri).manifests()).hasSize(1);
    assertThatThrownBy(() -> other.commit(List.of(result)))
        .isInstanceOf(CommitConflictException.class);
    assertThat(StoredTable.read(uri).values("id")).isEqualTo(longs(8));
  }

  @Test
  void abortedWritesLeaveNothing() throws IOException {
    List<String> before = new StoredFiles(uri).list();
    DistributedWrite write = TableWriter.append(uri).openDistributed();
    TaskResult result = run(write, 0, 0, 100);
    assertThat(new StoredFiles(uri).list(".albis")).hasSize(1);
    write.abort(List.of(result));
    assertThat(new StoredFiles(uri).list()).isEqualTo(before);
  }

  @Test
  void damagedResultsAreRefused() {
    DistributedWrite write = TableWriter.append(uri).openDistributed();
    byte[] bytes = run(write, 0, 0, 100).toBytes();
    for (int i = 0; i < bytes.length; i++) {
      byte[] damaged = bytes.clone();
      damaged[i] ^= 1;
      assertThatThrownBy(() -> TaskResult.fromBytes(damaged))
          .isInstanceOfAny(
              CorruptFileException.class, io.albis.format.error.UnsupportedVersionException.class);
    }
  }
}
