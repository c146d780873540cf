// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.ReadOptions;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.reader.TableLayout.ExtentLayout;
import io.albis.storage.tck.StoredFiles;
import io.albis.writer.FixedEnvironment;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A small table for tests that corrupt its files: every type, both layouts, and several row groups,
 * some of several segments, all in one data file.
 *
 * @param uri location of the table
 * @param rows expected rows
 */
record CorruptionFixture(String uri, List<List<Object>> rows) {

  static final long MAX_ALLOCATED = 64L << 20;

  /**
   * The distance between corrupted bytes. The default is 1, every byte; {@code
   * -Dalbis.corruption.step=N} raises it where changing a file is slow.
   */
  static final int STEP = Integer.getInteger("albis.corruption.step", 1);

  private static final int ROWS = 130;
  private static final int ROW_GROUP_SIZE = 42 << 10;

  /**
   * Fields of the first column group, which has the row layout; all others have their own group.
   */
  private static final List<Field> ROW_FIELDS =
      List.of(
          Field.required("id", Type.int32()),
          Field.nullable("name", Type.string()),
          Field.nullable("bytes", Type.binary()),
          Field.nullable("boolean", Type.bool()),
          Field.nullable("int8", Type.int8()),
          Field.nullable("int16", Type.int16()),
          Field.nullable("int64", Type.int64()),
          Field.nullable("float", Type.float32()),
          Field.nullable("double", Type.float64()),
          Field.nullable("decimal9", Type.decimal(9, 2)),
          Field.nullable("decimal18", Type.decimal(18, 3)),
          Field.nullable("decimal38", Type.decimal(38, 2)),
          Field.nullable("date", Type.date()),
          Field.nullable("time", Type.parse("time(nanos)")),
          Field.nullable("timestamp", Type.parse("timestamp(micros)")),
          Field.nullable("fixed", Type.fixedBinary(5)),
          Field.nullable("uuid", Type.uuid()),
          Field.nullable("months", Type.yearMonthInterval()),
          Field.nullable("micros", Type.dayTimeInterval()),
          Field.nullable("struct", Type.parse("struct<a: int32 required, b: string>")));

  private static final List<Field> COLUMN_FIELDS =
      List.of(
          Field.nullable("flag", Type.bool()),
          Field.nullable("text", Type.string()),
          Field.nullable("tags", Type.parse("map<string, list<int16>>")),
          Field.nullable("deep", Type.parse("list<struct<d: decimal(38,3), u: uuid, f: double>>")),
          Field.nullable("long", Type.int64()));

  static final Schema SCHEMA =
      Schema.of(Stream.concat(ROW_FIELDS.stream(), COLUMN_FIELDS.stream()).toList());

  /**
   * What to corrupt: the metadata files, and parts of the data file, one for each encoding.
   * Together the parts are the whole file.
   */
  enum Part {
    SNAPSHOT(List.of()),
    MANIFEST(List.of()),
    ROWS(ROW_FIELDS),
    BOOLEANS(COLUMN_FIELDS.subList(0, 1)),
    STRINGS(COLUMN_FIELDS.subList(1, 2)),
    MAPS(COLUMN_FIELDS.subList(2, 3)),
    LISTS(COLUMN_FIELDS.subList(3, 4)),
    LONGS(COLUMN_FIELDS.subList(4, 5)),
    /** The head, padding between extents, the sections, the footer and the tail. */
    REST(List.of());

    /** Comma-separated column names. */
    private final String columns;

    Part(List<Field> fields) {
      this.columns = String.join(",", fields.stream().map(Field::name).toList());
    }

    boolean isData() {
      return this != SNAPSHOT && this != MANIFEST;
    }

    /** Whether it consists of the extents of a column group. */
    boolean isColumnGroup() {
      return !columns.isEmpty();
    }

    /** The columns that a part affects. */
    List<String> columns() {
      return isColumnGroup()
          ? List.of(columns.split(",", -1))
          : SCHEMA.fields().stream().map(Field::name).toList();
    }

    /** The path of the file. */
    String find(CorruptionFixture table) throws IOException {
      String part =
          switch (this) {
            case SNAPSHOT -> "/snapshot-";
            case MANIFEST -> "/manifest-";
            default -> ".albis";
          };
      List<String> found = table.files().list(part);
      assertThat(found).hasSize(1);
      return found.get(0);
    }

    /** Where the extents lie; empty unless this is a column group. */
    List<ExtentLayout> extents(CorruptionFixture table) {
      if (!isColumnGroup()) {
        return List.of();
      }
      int leafId = SCHEMA.withAssignedIds().find(columns().get(0)).orElseThrow().id();
      try (Table opened = Table.open(table.uri())) {
        int groupId =
            opened.columnGroups().stream()
                .filter(group -> group.leafIds().contains(leafId))
                .findFirst()
                .orElseThrow()
                .id();
        return StoredExtents.of(table.uri(), groupId);
      }
    }

    /** The positions of all its bytes in the file. */
    BitSet bytes(CorruptionFixture table) throws IOException {
      BitSet bytes = new BitSet();
      if (isColumnGroup()) {
        for (ExtentLayout extent : extents(table)) {
          bytes.set((int) extent.offset(), (int) (extent.offset() + extent.length()));
        }
        return bytes;
      }
      bytes.set(0, (int) table.files().length(find(table)));
      if (this == REST) {
        for (Part part : values()) {
          if (part.isColumnGroup()) {
            bytes.andNot(part.bytes(table));
          }
        }
      }
      return bytes;
    }
  }

  /** Writes a table. The same name always results in the same bytes. */
  static CorruptionFixture write(String uri, String name) {
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      List<Object> row = new ArrayList<>(rowFields(i));
      row.addAll(columnFields(i));
      rows.add(row);
    }
    String together = String.join(",", Part.ROWS.columns());
    String others = String.join(";", COLUMN_FIELDS.stream().map(Field::name).toList());
    try (TableWriter writer =
        new FixedEnvironment(name)
            .apply(TestTables.smallRowGroups(TableWriter.create(uri, SCHEMA), ROW_GROUP_SIZE))
            .columnGroups(ColumnGroupSpec.parse(together + ";" + others))
            .segmentSize(4096)
            .open()) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, SCHEMA, rows);
      }
      writer.commit();
    }
    return new CorruptionFixture(uri, rows);
  }

  private static List<Object> rowFields(int i) {
    return Arrays.asList(
        i,
        i % 5 == 0 ? null : "name" + i,
        new byte[i % 9],
        i % 3 == 0 ? null : i % 2 == 0,
        (byte) i,
        (short) -i,
        i * 1_000_000_007L,
        i + 0.5f,
        i % 4 == 0 ? null : -0.25 * i,
        new BigDecimal(i + ".25"),
        new BigDecimal("-" + i + ".125"),
        new BigDecimal("9".repeat(30) + i + ".50"),
        -i * 1000,
        i * 3_600_000_000L,
        -i * 1_000_000_000_000L,
        new byte[] {1, 2, 3, 4, (byte) i},
        new UUID(i, -i),
        i,
        -i * 1_000_000L,
        i % 6 == 0 ? null : Arrays.asList(i, i % 7 == 0 ? null : "b" + i));
  }

  private static List<Object> columnFields(int i) {
    return Arrays.asList(
        i % 3 == 0 ? null : i % 2 == 0,
        i % 4 == 0 ? null : "text" + "x".repeat(3 * (i % 70)),
        List.of(Map.entry("key".repeat(i % 70), Arrays.asList((short) i, null))),
        i % 5 == 0
            ? null
            : Arrays.asList(
                Arrays.asList(new BigDecimal(i + ".125"), new UUID(1, i), null),
                null,
                Arrays.asList(null, new UUID(i, 2), i + 0.5)),
        i % 7 == 0 ? null : i * 3L);
  }

  /**
   * The positions to corrupt: those given at this distance, and in metadata twenty times as many as
   * by {@link #STEP}.
   */
  static int[] positions(Part part, BitSet bytes, int ofColumns) {
    int step = part.isColumnGroup() ? ofColumns : STEP / 20 + 1;
    int[] all = bytes.stream().toArray();
    return IntStream.range(0, all.length)
        .filter(i -> i % step == all.length % step || i == 0)
        .map(i -> all[i])
        .toArray();
  }

  /** Reads through the page cache, which is a hundred times faster for files just written. */
  static ReadOptions options() {
    return ReadOptions.defaults().memoryLimit(MAX_ALLOCATED).option("io.direct", "never");
  }

  StoredFiles files() {
    return new StoredFiles(uri);
  }

  /** Opens the table and reads the given columns of all rows. */
  List<List<Object>> read(List<String> columns, ReadOptions options) {
    try (Table opened = TestTables.open(uri, options)) {
      return read(opened, columns);
    }
  }

  /** Reads the given columns of all rows of an open table, which reopens the data files. */
  static List<List<Object>> read(Table table, List<String> columns) {
    List<List<Object>> found = new ArrayList<>();
    try (RowCursor cursor = table.scan().select(columns).rows()) {
      while (cursor.next()) {
        found.add(cursor.row().materialize());
      }
    }
    return found;
  }

  /** The expected result of {@link #read}. */
  List<List<Object>> expected(List<String> columns) {
    List<Integer> ordinals = new ArrayList<>();
    for (int i = 0; i < SCHEMA.fields().size(); i++) {
      if (columns.contains(SCHEMA.fields().get(i).name())) {
        ordinals.add(i);
      }
    }
    List<List<Object>> expected = new ArrayList<>();
    for (List<Object> row : rows) {
      List<Object> part = new ArrayList<>();
      ordinals.forEach(i -> part.add(row.get(i)));
      expected.add(part);
    }
    return expected;
  }
}
