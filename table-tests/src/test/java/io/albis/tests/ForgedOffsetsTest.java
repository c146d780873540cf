// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CorruptFileException;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.ArrowExport;
import io.albis.reader.BatchCursor;
import io.albis.reader.Dataset;
import io.albis.reader.ReadOptions;
import io.albis.reader.RowCursor;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import io.albis.writer.ValueWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Offsets that lead out of a segment whose checksum is right are found when it is read, whatever it
 * is read for, and before any caller gets an address of it.
 */
class ForgedOffsetsTest {

  private static final int ROWS = 1000;

  private static final Schema SCHEMA =
      Schema.of(
          Field.nullable("text", Type.string()),
          Field.nullable("bytes", Type.binary()),
          Field.nullable("list", Type.parse("list<string>")),
          Field.nullable("map", Type.parse("map<string, list<int32>>")),
          Field.nullable("number", Type.int32()),
          Field.nullable("name", Type.string()));

  /** Ids of column groups: of a column that is its own group, the id of its field. */
  private static final int TEXT = 1;

  private static final int BYTES = 2;
  private static final int LIST = 3;
  private static final int MAP = 5;
  private static final int ROW_GROUP = 11;

  /** A buffer of offsets. */
  private record Offsets(String name, int group, int buffer) {}

  private static final List<Offsets> BUFFERS =
      List.of(
          new Offsets("text", TEXT, 1),
          new Offsets("bytes", BYTES, 1),
          new Offsets("list", LIST, 1),
          new Offsets("element", LIST, 3),
          new Offsets("map", MAP, 1),
          new Offsets("key", MAP, 4),
          new Offsets("value", MAP, 7));

  /** Changes one offset. */
  private enum Fault {
    FIRST,
    DECREASES,
    NEGATIVE,
    TOO_LARGE,
    LAST_LESS,
    LAST_GREATER,
    LAST_MAX;

    int index(int last) {
      return switch (this) {
        case FIRST -> 0;
        // Neither a part of a block of vector instructions nor the last block.
        case DECREASES, NEGATIVE, TOO_LARGE -> last / 2;
        case LAST_LESS, LAST_GREATER, LAST_MAX -> last;
      };
    }

    int value(int before, int end) {
      return switch (this) {
        case FIRST -> 1;
        case DECREASES -> before - 1;
        case NEGATIVE -> Integer.MIN_VALUE + 1;
        case TOO_LARGE -> end + 1;
        case LAST_LESS -> end - 1;
        case LAST_GREATER -> end + 1;
        case LAST_MAX -> Integer.MAX_VALUE;
      };
    }
  }

  /**
   * A changed table.
   *
   * @param group of columns, the first of which is changed
   */
  private record Forgery(String name, int group, Offsets offsets, Fault fault) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Forgery> forgeries() {
    List<Forgery> all = new ArrayList<>();
    for (Offsets offsets : BUFFERS) {
      for (Fault fault : Fault.values()) {
        all.add(new Forgery(offsets.name + " " + fault, offsets.group, offsets, fault));
      }
    }
    for (Fault fault : List.of(Fault.TOO_LARGE, Fault.NEGATIVE, Fault.LAST_MAX)) {
      all.add(new Forgery("row " + fault, ROW_GROUP, null, fault));
    }
    return all;
  }

  @TempDir Path directory;

  private ForgedTable write() throws IOException {
    String uri = uri();
    try (TableWriter writer =
        TableWriter.create(uri, SCHEMA).columnGroups(ColumnGroupSpec.parse("number,name")).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < ROWS; i++) {
          rows.setString(0, "text" + i);
          rows.setBytes(1, new byte[] {1, 2, 3});
          ValueWriter list = rows.value(2);
          list.beginList();
          list.element().setString("element" + i);
          list.element().setString("x");
          list.endList();
          ValueWriter map = rows.value(3);
          map.beginMap();
          map.key().setString("key" + i);
          ValueWriter value = map.value();
          value.beginList();
          value.element().setInt(i);
          value.element().setInt(-i);
          value.endList();
          map.endMap();
          rows.setInt(4, i);
          rows.setString(5, "name" + i);
          rows.endRow();
        }
      }
      writer.commit();
    }
    return ForgedTable.read(new StoredFiles(uri));
  }

  private String uri() {
    return TestRoot.uri(directory.resolve("t"));
  }

  private static void forge(ForgedTable table, Forgery forgery) {
    EditableMessage segment =
        table.data().section(forgery.group).message("extents", 0).message("segments", 0);
    table.segmentBytes(
        forgery.group,
        bytes -> {
          ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
          if (forgery.offsets == null) {
            // A row has a word of null bits, then offset and length of the name.
            int stride =
                (int) table.data().section(ROW_GROUP).message("layouts", 0).number("stride");
            int field = 8 + (ROWS / 2) * stride;
            int area = bytes.length - ROWS * stride;
            switch (forgery.fault) {
              case TOO_LARGE -> buffer.putInt(field + 4, area - buffer.getInt(field) + 1);
              case NEGATIVE -> buffer.putInt(field, -1);
              default -> buffer.putInt(field + 4, Integer.MAX_VALUE);
            }
            return;
          }
          int at = 0;
          for (int b = 0; b < forgery.offsets.buffer; b++) {
            at = ForgedFile.align(at + segment.numbers("buffer_lengths").get(b).intValue());
          }
          int last =
              segment.numbers("buffer_lengths").get(forgery.offsets.buffer).intValue() / 4 - 1;
          int index = forgery.fault.index(last);
          int before = index == 0 ? 0 : buffer.getInt(at + 4 * (index - 1));
          buffer.putInt(at + 4 * index, forgery.fault.value(before, buffer.getInt(at + 4 * last)));
        });
  }

  private static void export(Dataset table) {
    try (BufferAllocator allocator = new RootAllocator();
        BatchCursor cursor = table.scan().batches();
        ArrowExport export = new ArrowExport(table.schema(), allocator)) {
      while (cursor.next()) {
        export.load(cursor.batch());
      }
    }
  }

  private static void rows(Dataset table) {
    try (RowCursor rows = table.scan().rows()) {
      while (rows.next()) {
        rows.row().materialize();
      }
    }
  }

  /** Nothing of the batch is looked at. */
  private static void batches(Dataset table) {
    try (BatchCursor batches = table.scan().batches()) {
      while (batches.next()) {
        assertThat(batches.batch().rowCount()).isPositive();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("forgeries")
  void isFoundWhenASegmentIsRead(Forgery forgery) throws IOException {
    ForgedTable table = write();
    forge(table, forgery);
    table.write(new StoredFiles(uri()));
    EditableMessage extent = table.data().section(forgery.group).message("extents", 0);
    long start = extent.number("offset");
    for (ReadOptions options :
        List.of(
            ReadOptions.defaults(),
            ReadOptions.defaults().withoutChecksums(),
            ReadOptions.defaults().segmentSource(CacheOfTable::open))) {
      for (Consumer<Dataset> read :
          List.<Consumer<Dataset>>of(
              ForgedOffsetsTest::rows, ForgedOffsetsTest::batches, ForgedOffsetsTest::export)) {
        try (Dataset opened = TestTables.open(uri(), options)) {
          assertThatThrownBy(() -> read.accept(opened))
              .isInstanceOfSatisfying(
                  CorruptFileException.class,
                  e -> {
                    assertThat(e.file()).isEqualTo(table.data().path);
                    assertThat(e.offset()).isBetween(start, start + extent.number("length") - 1);
                    assertThat(e.what()).containsAnyOf("offset", "variable area");
                  });
        }
      }
    }
    try (Dataset opened = TestTables.open(uri())) {
      assertThat(opened.verify(bytes -> {}).problems())
          .anyMatch(problem -> problem.file().equals(table.data().path));
    }
  }

  @Test
  void validOffsetsAreAccepted() throws IOException {
    write().write(new StoredFiles(uri()));
    try (Dataset opened = TestTables.open(uri())) {
      rows(opened);
      export(opened);
      assertThat(opened.verify(bytes -> {}).problems()).isEmpty();
    }
  }
}
