// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.AlbisIOException;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.table.WriteEnvironment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writing of row groups in the background, and its failures. */
class BackgroundWritingTest {

  private static final int ROWS = 200_000;

  @TempDir Path directory;
  private String table;
  private UUID writerId;
  private boolean separatesGroups;

  private TableWriter.Builder create(int columns) {
    TableWriter.Builder builder = TableWriter.create(table, longs(columns));
    return separatesGroups ? builder.separateColumnGroups() : builder;
  }

  @BeforeEach
  void chooseTable() {
    table = TestRoot.uri(directory.resolve("t"));
    writerId = UUID.fromString("12345678-9abc-def0-1234-56789abcdef0");
  }

  private static Schema longs(int columns) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      fields.add(Field.required("c" + i, Type.int64()));
    }
    return Schema.of(fields);
  }

  private TableWriter open(int columns, ColumnGroupSpec groups, long memory) {
    return create(columns)
        .columnGroups(groups)
        .segmentSize(1 << 16)
        .rowGroupSize(1 << 20)
        .fileSize(2 << 20)
        .memoryLimit(memory)
        .environment(WriteEnvironment.system().withUuids(() -> writerId))
        .open();
  }

  private static void write(RowWriter rows, int columns, int count) {
    for (int i = 0; i < count; i++) {
      for (int c = 0; c < columns; c++) {
        rows.setLong(c, i);
      }
      rows.endRow();
    }
  }

  private List<String> dataFiles() throws IOException {
    return new StoredFiles(table).list(".albis");
  }

  /** A file where another one is to be written. */
  private void block(int number) throws IOException {
    new StoredFiles(table).write(TablePaths.data(writerId, number), new byte[0]);
  }

  @Test
  void failuresAreThrownByTheRowWriterAndPreventTheCommit() throws IOException {
    block(1);
    try (TableWriter writer = open(1, ColumnGroupSpec.single(), 8 << 20)) {
      RowWriter rows = writer.newRowWriter();
      assertThatThrownBy(
              () -> {
                try (rows) {
                  write(rows, 1, ROWS * 10);
                }
              })
          .isInstanceOf(AlbisIOException.class)
          .hasMessageStartingWith("Failed to write data/" + writerId + "-1.albis: ")
          .hasCauseInstanceOf(AlbisIOException.class);
      assertThatThrownBy(writer::commit)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("Cannot commit: rows could not be written; see the error of their writer");
      assertThat(writer.memoryUsed()).isZero();
    }
  }

  @Test
  void rowsAfterAFailureAreRefused() throws IOException {
    block(0);
    try (TableWriter writer = open(1, ColumnGroupSpec.single(), 8 << 20)) {
      RowWriter rows = writer.newRowWriter();
      assertThatThrownBy(() -> write(rows, 1, ROWS * 10))
          .isInstanceOf(AlbisIOException.class)
          .hasMessageStartingWith("Failed to write data/" + writerId + "-0.albis: ");
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> write(rows, 1, 1))
            .isInstanceOf(IllegalStateException.class)
            .hasMessage("Cannot write: an earlier segment could not be written; close the writer");
      }
      rows.discardRow();
      assertThatThrownBy(rows::close)
          .isInstanceOf(AlbisIOException.class)
          .hasMessageStartingWith("Failed to write data/" + writerId + "-0.albis: ");
      assertThatThrownBy(writer::commit).isInstanceOf(IllegalStateException.class);
      assertThat(writer.memoryUsed()).isZero();
    }
  }

  @Test
  void failuresAreThrownOnCloseAtTheLatest() throws IOException {
    block(0);
    try (TableWriter writer = open(1, ColumnGroupSpec.single(), 8 << 20)) {
      RowWriter rows = writer.newRowWriter();
      write(rows, 1, 1);
      assertThatThrownBy(rows::close)
          .isInstanceOf(AlbisIOException.class)
          .hasMessageStartingWith("Failed to write data/" + writerId + "-0.albis: ");
      assertThatThrownBy(writer::commit).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void interruptedThreadsLeaveNoFilesOrMemory() throws IOException {
    long before = BufferAllocator.totalAllocatedBytes();
    try (TableWriter writer = open(100, ColumnGroupSpec.single(), 64 << 20)) {
      RowWriter rows = writer.newRowWriter();
      write(rows, 100, 1000);
      Thread.currentThread().interrupt();
      assertThatThrownBy(rows::close)
          .isInstanceOf(AlbisIOException.class)
          .hasMessage("Failed to write: the thread was interrupted");
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(dataFiles()).isEmpty();
    assertThat(BufferAllocator.totalAllocatedBytes()).isEqualTo(before);
  }

  @Test
  void abortedWritersLeaveNoFilesOrMemory() throws IOException {
    long before = BufferAllocator.totalAllocatedBytes();
    for (int columns : List.of(2, 100, 2, 100)) {
      try (TableWriter writer = open(columns, ColumnGroupSpec.single(), 16 << 20)) {
        write(writer.newRowWriter(), columns, 300_000 / columns);
      }
      assertThat(dataFiles()).isEmpty();
      assertThat(BufferAllocator.totalAllocatedBytes()).isEqualTo(before);
      separatesGroups |= columns == 100;
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void writesOnTheThreadOfTheCallerIfAsked(boolean choice) throws IOException {
    separatesGroups = choice;
    Set<Thread> threads = new HashSet<>();
    WriteEnvironment own =
        WriteEnvironment.system()
            .withBackground(
                task -> {
                  threads.add(Thread.currentThread());
                  task.run();
                });
    try (TableWriter writer =
        create(3)
            .rowGroupSize(1 << 20)
            .fileSize(2 << 20)
            .columnGroups(ColumnGroupSpec.single())
            .environment(own)
            .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        write(rows, 3, ROWS);
        assertThat(dataFiles()).isNotEmpty();
      }
      assertThat(writer.commit().writtenRows()).isEqualTo(ROWS);
    }
    assertThat(threads).containsExactly(Thread.currentThread());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void memoryIsBoundedHoweverManyColumnGroups(boolean choice) {
    separatesGroups = choice;
    // A file for each column of each row group: seventy columns take a cluster ten seconds.
    for (int columns : TestRoot.isLocal() ? List.of(1, 20, 70) : List.of(1, 20)) {
      writerId = UUID.randomUUID();
      table = TestRoot.uri(directory.resolve("t" + columns));
      try (TableWriter writer = open(columns, ColumnGroupSpec.single(), 4 << 20)) {
        try (RowWriter rows = writer.newRowWriter()) {
          write(rows, columns, ROWS * 4 / columns);
        }
        assertThat(writer.peakMemoryUsed()).isLessThanOrEqualTo(4 << 20);
        assertThat(writer.memoryUsed()).isZero();
        assertThat(writer.commit().writtenRowGroups()).isGreaterThan(4);
      }
    }
  }
}
