// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.ClosedException;
import io.albis.format.error.CommitConflictException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.error.TableExistsException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.storage.Storage;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.table.TableSnapshots;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableWriterTest {

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int32()),
          Field.nullable("name", Type.string()),
          Field.nullable("price", Type.decimal(5, 2)),
          Field.nullable("s", Type.parse("struct<a: int8 required, b: list<int8 required>>")));

  @TempDir Path directory;
  private String uri;

  @BeforeEach
  void chooseTable() {
    uri = TestRoot.uri(directory.resolve("t"));
  }

  private static void writeRows(TableWriter writer, int count) {
    try (RowWriter rows = writer.newRowWriter()) {
      for (int i = 0; i < count; i++) {
        rows.setInt(0, i);
        rows.setString(1, "name " + i);
        rows.endRow();
      }
    }
  }

  private CommitResult write(TableWriter.Builder builder, int count) {
    try (TableWriter writer = builder.open()) {
      writeRows(writer, count);
      return writer.commit();
    }
  }

  private SnapshotFile latest() throws IOException {
    try (Storage storage = Storage.open(uri, Map.of())) {
      return new TableSnapshots(storage).require();
    }
  }

  private List<String> files() throws IOException {
    return new StoredFiles(uri).list();
  }

  @Test
  void createAppendAndOverwrite() throws IOException {
    assertThat(write(TableWriter.create(uri, SCHEMA), 10))
        .extracting(CommitResult::snapshotId, CommitResult::rowCount)
        .containsExactly(1L, 10L);
    assertThat(write(TableWriter.append(uri), 5).rowCount()).isEqualTo(15);
    assertThat(latest().snapshot().manifests().get(1).rowGroupBase()).isEqualTo(1);
    assertThat(write(TableWriter.overwrite(uri).property("k", "v"), 3).rowCount()).isEqualTo(3);
    assertThat(latest().snapshot().properties()).containsEntry("k", "v");
    Schema other =
        Schema.of(Field.required("id", Type.int32()), Field.nullable("name", Type.string()));
    assertThat(write(TableWriter.overwrite(uri, other), 4).snapshotId()).isEqualTo(4);
    assertThat(latest().snapshot().schema().field(0).id()).isEqualTo(8);
    assertThat(latest().snapshot().columnGroups().listed()).isEmpty();
    assertThat(latest().snapshot().nextId()).isEqualTo(10);
  }

  @Test
  void tablesWithoutRows() throws IOException {
    assertThat(write(TableWriter.create(uri, SCHEMA), 0).rowCount()).isZero();
    assertThat(latest().snapshot().manifests()).isEmpty();
  }

  @Test
  void uncommittedWritesLeaveNoFiles() throws IOException {
    write(TableWriter.create(uri, SCHEMA), 1);
    List<String> before = files();
    try (TableWriter writer = TableWriter.append(uri).rowGroupSize(1 << 16).open()) {
      RowWriter open = writer.newRowWriter();
      open.setInt(0, 1);
      writeRows(writer, 10_000);
    }
    assertThat(files()).containsExactlyInAnyOrderElementsOf(before);
  }

  @Test
  void missingAndExistingTables() throws IOException {
    assertThatThrownBy(() -> TableWriter.append(uri).open())
        .isInstanceOf(TableNotFoundException.class)
        .hasMessageContaining("there is no such directory");
    new StoredFiles(uri).makeDirectory("");
    assertThatThrownBy(() -> TableWriter.append(uri).open())
        .isInstanceOf(TableNotFoundException.class)
        .hasMessageContaining("holds no Albis table");
    write(TableWriter.create(uri, SCHEMA), 1);
    assertThatThrownBy(() -> TableWriter.create(uri, SCHEMA).open())
        .isInstanceOf(TableExistsException.class)
        .hasMessageContaining("append to it, overwrite it, or choose another directory");
  }

  @Test
  void concurrentWriters() throws IOException {
    try (TableWriter first = TableWriter.create(uri, SCHEMA).open();
        TableWriter second = TableWriter.create(uri, SCHEMA).open()) {
      first.commit();
      assertThatThrownBy(second::commit).isInstanceOf(TableExistsException.class);
    }
    try (TableWriter first = TableWriter.append(uri).open();
        TableWriter second = TableWriter.append(uri).open();
        TableWriter third = TableWriter.overwrite(uri).open()) {
      writeRows(first, 2);
      writeRows(second, 3);
      first.commit();
      assertThat(second.commit().rowCount()).isEqualTo(5);
      assertThatThrownBy(third::commit)
          .isInstanceOf(CommitConflictException.class)
          .hasMessageContaining("snapshot 3 was committed since snapshot 1 was read");
    }
    try (TableWriter append = TableWriter.append(uri).open()) {
      write(TableWriter.overwrite(uri, Schema.of(Field.required("id", Type.int32()))), 0);
      writeRows(append, 1);
      assertThatThrownBy(append::commit)
          .isInstanceOf(CommitConflictException.class)
          .hasMessageContaining("the schema or the column groups have changed");
    }
    // Two appends; the files and manifests of the losers are gone.
    assertThat(files()).filteredOn(file -> file.startsWith("data/")).hasSize(2);
    assertThat(files()).filteredOn(file -> file.contains("manifest-")).hasSize(2);
  }

  @Test
  void severalThreadsFillRowGroupsOfOneTable() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (TableWriter writer =
        TableWriter.create(uri, SCHEMA).threads(4).rowGroupSize(1 << 16).open()) {
      List<Future<?>> parts = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        parts.add(threads.submit(() -> writeRows(writer, 20_000)));
      }
      for (Future<?> part : parts) {
        part.get();
      }
      CommitResult result = writer.commit();
      assertThat(result.rowCount()).isEqualTo(80_000);
      assertThat(result.writtenRowGroups()).isGreaterThan(20);
      assertThat(writer.peakMemoryUsed()).isLessThan(256 << 20);
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void invalidValuesAreRejectedAndTheRowCanBeCompleted() {
    try (TableWriter writer = TableWriter.create(uri, SCHEMA).open()) {
      RowWriter rows = writer.newRowWriter();
      assertThatThrownBy(() -> rows.setLong(0, 1))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessage("Cannot call setLong for column id of type int32 (expected setInt)");
      assertThatThrownBy(rows::endRow)
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("column id of type int32 has no value");
      rows.setInt(0, 1);
      assertThatThrownBy(() -> rows.setDecimal(2, new BigDecimal("1000.00")))
          .hasMessage("Invalid value for column price: 1000.00 (expected a decimal(5,2))");
      assertThatThrownBy(() -> rows.setDecimal(2, new BigDecimal("1.001")))
          .isInstanceOf(InvalidArgumentException.class);
      assertThatThrownBy(() -> rows.setUnscaledDecimal(2, -100_000))
          .isInstanceOf(InvalidArgumentException.class);
      assertThatThrownBy(() -> rows.setString(1, "a\ud800"))
          .hasMessageContaining("the surrogate at position 1 has no partner");
      rows.value(3).beginStruct();
      assertThatThrownBy(rows::endRow).hasMessageContaining("column s.a of type int8 has no value");
      rows.value(3).field(0).setByte((byte) 1);
      ValueWriter list = rows.value(3).field(1);
      assertThatThrownBy(list::element).hasMessageContaining("call beginList first");
      list.beginList();
      assertThatThrownBy(rows::endRow).hasMessageContaining("s.b was not ended");
      list.element();
      assertThatThrownBy(list::endList).hasMessageContaining("null (expected a value");
      list.setNull();
      rows.value(3).setNull();
      rows.value(3).field(0).setByte((byte) 1);
      assertThatThrownBy(rows::endRow).hasMessageContaining("s.a is set, but a struct around");
      rows.discardRow();
      rows.setInt(0, 2);
      rows.endRow();
      rows.close();
      assertThat(writer.commit().rowCount()).isEqualTo(1);
      assertThatThrownBy(rows::endRow).isInstanceOf(ClosedException.class);
      assertThatThrownBy(() -> rows.setInt(0, 1)).isInstanceOf(ClosedException.class);
      assertThatThrownBy(writer::newRowWriter).isInstanceOf(ClosedException.class);
    }
  }

  @Test
  void openRowWritersPreventTheCommit() {
    try (TableWriter writer = TableWriter.create(uri, SCHEMA).open()) {
      RowWriter rows = writer.newRowWriter();
      assertThatThrownBy(writer::commit)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("Cannot commit: 1 row or batch writers are open; close them first");
      rows.close();
    }
  }

  @Test
  void memoryIsBounded() {
    try (TableWriter writer = TableWriter.create(uri, SCHEMA).memoryLimit(8 << 20).open()) {
      writeRows(writer, 1_000_000);
      assertThat(writer.commit().writtenRowGroups()).isGreaterThan(3);
      assertThat(writer.peakMemoryUsed()).isLessThanOrEqualTo(8 << 20);
    }
    try (TableWriter writer = TableWriter.append(uri).memoryLimit(1 << 20).open();
        RowWriter rows = writer.newRowWriter()) {
      assertThatThrownBy(() -> rows.setBytes(1, new byte[2 << 20]))
          .isInstanceOf(OutOfOffHeapMemoryException.class);
    }
  }
}
