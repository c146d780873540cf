// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.RowCursor;
import io.albis.reader.Split;
import io.albis.reader.Table;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests splits that are sent to another process, and what it reads of the table. */
class SplitTransferTest {

  private static final int COMMITS = 3;
  private static final int ROWS = 1000;
  private static final Schema SCHEMA = Schema.of(Field.required("id", Type.int64()));

  @TempDir private Path directory;
  private String uri;
  private List<Split> splits;

  @BeforeEach
  void write() {
    uri = write("t");
    try (Table table = TestTables.open(uri)) {
      splits = table.scan().splits(1);
    }
    assertThat(splits).hasSize(COMMITS);
  }

  private String write(String name) {
    String place = TestRoot.uri(directory.resolve(name));
    for (int commit = 0; commit < COMMITS; commit++) {
      TableWriter.Builder builder =
          commit == 0 ? TableWriter.create(place, SCHEMA) : TableWriter.append(place);
      try (TableWriter writer = builder.open()) {
        try (RowWriter rows = writer.newRowWriter()) {
          for (long i = 0; i < ROWS; i++) {
            rows.setLong(0, commit * (long) ROWS + i);
            rows.endRow();
          }
        }
        writer.commit();
      }
    }
    return place;
  }

  private static List<Long> ids(RowCursor cursor) {
    List<Long> ids = new ArrayList<>();
    try (cursor) {
      while (cursor.next()) {
        ids.add(cursor.row().getLong(0));
      }
    }
    return ids;
  }

  @Test
  void splitsRoundTrip() throws Exception {
    for (Split split : splits) {
      assertThat(Split.fromBytes(split.toBytes())).isEqualTo(split);
      ByteArrayOutputStream serialized = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(serialized)) {
        out.writeObject(split);
      }
      assertThat(split.toBytes().length).isLessThan(serialized.size());
      try (ObjectInputStream in =
          new ObjectInputStream(new ByteArrayInputStream(serialized.toByteArray()))) {
        assertThat(in.readObject()).isEqualTo(split);
      }
    }
  }

  @Test
  void rejectsDamagedBytes() {
    byte[] bytes = splits.get(0).toBytes();
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> Split.fromBytes(cut))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessage("Invalid split: its " + length + " bytes are damaged or truncated");
    }
    assertThatThrownBy(() -> Split.fromBytes(Arrays.copyOf(bytes, bytes.length + 1)))
        .isInstanceOf(InvalidArgumentException.class);
    byte[] later = bytes.clone();
    later[0] = 2;
    assertThatThrownBy(() -> Split.fromBytes(later))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessage("Cannot read a split of version 2 (expected 1)");
  }

  @Test
  void readsOnlyTheManifestsOfItsRows() throws IOException {
    StoredFiles files = new StoredFiles(uri);
    Split last = splits.get(COMMITS - 1);
    assertThat(last.manifests()).hasSize(1);
    for (String manifest : files.list("/manifest-")) {
      if (!last.manifests().contains(manifest)) {
        files.delete(manifest);
      }
    }
    try (Table table = TestTables.open(uri)) {
      List<Long> ids = ids(table.scan().rows(last));
      assertThat(ids).hasSize(ROWS).startsWith((COMMITS - 1L) * ROWS);
      assertThat(table.scan().segments(last)).isNotEmpty();
    }
  }

  @Test
  void rejectsSplitsOfAnotherTable() {
    String other = write("other");
    try (Table table = TestTables.open(other)) {
      assertThatThrownBy(() -> table.scan().batches(splits.get(1)))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageStartingWith(
              "Cannot read split of rows 1000 to 2000 of snapshot 3 from table " + other)
          .hasMessageContaining("it is of another table (id " + splits.get(1).tableId());
    }
  }

  private static Split split(Split like, long firstRow, long rowCount) {
    return new Split(
        like.tableId(),
        like.snapshotId(),
        firstRow,
        rowCount,
        1,
        like.partition(),
        like.sortOrderId(),
        like.manifests());
  }

  @Test
  void rejectsSplitsThatDoNotFitTheSnapshot() {
    Split first = splits.get(0);
    try (Table table = TestTables.open(uri)) {
      Split tooLong = split(first, 1, COMMITS * ROWS);
      assertThatThrownBy(() -> table.scan().rows(tooLong))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageEndingWith(": the snapshot has 3000 rows");
      Split moved = split(first, ROWS, 1);
      assertThatThrownBy(() -> table.scan().rows(moved))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageEndingWith(": the snapshot has its rows in other manifests");
    }
    assertThatThrownBy(() -> split(first, -1, 1)).isInstanceOf(InvalidArgumentException.class);
  }
}
