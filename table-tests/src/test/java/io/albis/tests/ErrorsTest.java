// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.ClosedException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.error.TableExistsException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.error.UnsupportedVersionException;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnVector;
import io.albis.reader.Predicate;
import io.albis.reader.ReadOptions;
import io.albis.reader.RowCursor;
import io.albis.reader.RowView;
import io.albis.reader.Table;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Usage errors: the message describes the error and, where possible, how to fix it. */
class ErrorsTest {

  private static final Schema SCHEMA =
      Schema.of(Field.required("price", Type.float64()), Field.nullable("name", Type.string()));

  @TempDir Path directory;
  private String uri;
  private StoredFiles files;

  @BeforeEach
  void write() {
    uri = TestRoot.uri(directory.resolve("t"));
    files = new StoredFiles(uri);
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

  @Test
  void missingTable() {
    assertThatThrownBy(() -> TestTables.open(uri + "x"))
        .isInstanceOf(TableNotFoundException.class)
        .hasMessageContaining(uri + "x")
        .hasMessageContaining("there is no such directory");
    assertThatThrownBy(() -> TableWriter.append(uri + "x").open())
        .isInstanceOf(TableNotFoundException.class)
        .hasMessageContaining(uri + "x");
    assertThatThrownBy(() -> TestTables.open(uri, ReadOptions.defaults().snapshot(7)))
        .isInstanceOf(TableNotFoundException.class)
        .hasMessageContaining("snapshot 7")
        .hasMessageContaining("the snapshots are [1]");
  }

  @Test
  void directoryWithoutATable() throws IOException {
    String other = TestRoot.uri(directory.resolve("other"));
    new StoredFiles(other).write("part-0.parquet", new byte[] {'P', 'A', 'R', '1'});
    assertThatThrownBy(() -> TestTables.open(other))
        .isInstanceOf(TableNotFoundException.class)
        .hasMessageContaining("holds no Albis table (expected _albis/snapshots");
    assertThatThrownBy(() -> TableWriter.append(other).open())
        .isInstanceOf(TableNotFoundException.class);
  }

  @Test
  void unknownColumnNamesTheNearest() {
    try (Table table = TestTables.open(uri)) {
      assertThatThrownBy(() -> table.scan().select("pricee"))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("pricee")
          .hasMessageContaining("price");
      assertThatThrownBy(() -> table.scan().filter(Predicate.equal("nam", "x")).rows().close())
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("name");
    }
  }

  @Test
  void wrongType() {
    try (Table table = TestTables.open(uri);
        RowCursor rows = table.scan().rows();
        BatchCursor batches = table.scan().batches()) {
      assertThat(rows.next()).isTrue();
      assertThatThrownBy(() -> rows.row().getInt(0))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("price")
          .hasMessageContaining("getInt")
          .hasMessageContaining("double");
      assertThat(batches.next()).isTrue();
      assertThatThrownBy(() -> batches.batch().column(1).getLong(0))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("name")
          .hasMessageContaining("getLong")
          .hasMessageContaining("string");
      assertThatThrownBy(
              () -> table.scan().filter(Predicate.equal("price", "cheap")).rows().close())
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageContaining("price")
          .hasMessageContaining("cheap");
    }
  }

  @Test
  void existingTable() {
    assertThatThrownBy(() -> TableWriter.create(uri, SCHEMA).open())
        .isInstanceOf(TableExistsException.class)
        .hasMessageContaining(uri)
        .hasMessageContaining("append to it, overwrite it, or choose another directory");
  }

  @Test
  void closedReaders() {
    Table table = TestTables.open(uri);
    RowCursor rows = table.scan().rows();
    rows.next();
    RowView row = rows.row();
    BatchCursor batches = table.scan().batches();
    batches.next();
    ColumnVector vector = batches.batch().column(0);
    RowCursor rowsOfBatch = batches.batch().rows();
    rowsOfBatch.next();
    RowView rowOfBatch = rowsOfBatch.row();
    rows.close();
    assertThat(batches.next()).isFalse();
    assertThatThrownBy(() -> rowOfBatch.getDouble(0))
        .isInstanceOf(ClosedException.class)
        .hasMessageContaining("its batch is gone");
    batches.close();
    assertThatThrownBy(() -> row.getDouble(0))
        .isInstanceOf(ClosedException.class)
        .hasMessageContaining("the cursor is closed");
    assertThatThrownBy(rows::next).isInstanceOf(ClosedException.class);
    assertThatThrownBy(() -> vector.getDouble(0))
        .isInstanceOf(ClosedException.class)
        .hasMessageContaining("price");
    assertThatThrownBy(batches::next).isInstanceOf(ClosedException.class);
    table.close();
    assertThatThrownBy(table::scan)
        .isInstanceOf(ClosedException.class)
        .hasMessageContaining("it is closed");
  }

  @Test
  void closedWriters() {
    TableWriter writer = TableWriter.append(uri).open();
    RowWriter rows = writer.newRowWriter();
    assertThatThrownBy(writer::commit)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("close them first");
    writer.abort();
    assertThatThrownBy(() -> rows.setDouble(0, 1)).isInstanceOf(ClosedException.class);
    assertThatThrownBy(writer::newRowWriter)
        .isInstanceOf(ClosedException.class)
        .hasMessageContaining("committed, aborted or closed");
  }

  /** Changes bytes in the tail of the snapshot and recomputes its checksum. */
  private void changeTail(int offset, int value) throws IOException {
    byte[] bytes = files.read(TablePaths.snapshot(1));
    int tail = bytes.length - 64;
    bytes[tail + offset] = (byte) value;
    CRC32C crc = new CRC32C();
    crc.update(bytes, tail, 52);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(tail + 52, (int) crc.getValue());
    files.write(TablePaths.snapshot(1), bytes);
  }

  @Test
  void newerVersion() throws IOException {
    changeTail(33, 2);
    assertThatThrownBy(() -> TestTables.open(uri))
        .isInstanceOf(UnsupportedVersionException.class)
        .hasMessageContaining("snapshot-00000000000000000001")
        .hasMessageContaining("2");
  }

  @Test
  void unknownFeature() throws IOException {
    changeTail(36, 4);
    assertThatThrownBy(() -> TestTables.open(uri))
        .isInstanceOf(UnsupportedVersionException.class)
        .hasMessageContaining("feature");
  }

  @Test
  void insufficientMemory() {
    TestTables.assumeMemoryIsTheTables();
    write(TableWriter.overwrite(uri).segmentSize(1 << 20), 100_000);
    try (Table table = TestTables.open(uri, ReadOptions.defaults().memoryLimit(100_000));
        RowCursor rows = table.scan().rows()) {
      assertThatThrownBy(rows::next)
          .isInstanceOf(OutOfOffHeapMemoryException.class)
          .hasMessageContaining("limit")
          .hasMessageContaining("100000");
    }
  }
}
