// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.BatchWriter;
import io.albis.writer.FixedEnvironment;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Row writers and batch writers write identical files for the same rows, for all sizes of batches
 * and segments; values of discarded rows leave no trace.
 */
class SameBytesTest {

  private static final Schema SCHEMA =
      Schema.of(
          Field.nullable("i", Type.int32()),
          Field.required("l", Type.int64()),
          Field.nullable("d", Type.float64()),
          Field.nullable("b", Type.int8()),
          Field.nullable("t", Type.bool()),
          Field.nullable("s", Type.string()));

  @TempDir Path directory;

  private int[] ints;
  private long[] longs;
  private double[] doubles;
  private byte[] bytes;
  private boolean[] booleans;
  private String[] strings;
  private boolean[][] nulls;

  private void make(int rows, int nullPercent) {
    SplittableRandom random = new SplittableRandom(rows);
    ints = random.ints(rows).toArray();
    longs = random.longs(rows).toArray();
    doubles = random.doubles(rows).toArray();
    bytes = new byte[rows];
    booleans = new boolean[rows];
    strings = new String[rows];
    nulls = new boolean[6][rows];
    for (int r = 0; r < rows; r++) {
      bytes[r] = (byte) ints[r];
      booleans[r] = ints[r] > 0;
      strings[r] = "s".repeat(r % 3) + r;
      for (int c = 0; c < 6; c++) {
        nulls[c][r] = c != 1 && random.nextInt(100) < nullPercent;
      }
      strings[r] = nulls[5][r] ? null : strings[r];
    }
  }

  private TableWriter open(String table, String groups, int segmentSize) {
    return new FixedEnvironment("same")
        .apply(
            TableWriter.create(table, SCHEMA)
                .columnGroups(ColumnGroupSpec.parse(groups))
                .segmentSize(segmentSize)
                .rowGroupSize(1 << 20))
        .open();
  }

  private void writeRows(String table, String groups, int segmentSize, int rows) {
    try (TableWriter writer = open(table, groups, segmentSize)) {
      try (RowWriter target = writer.newRowWriter()) {
        for (int r = 0; r < rows; r++) {
          setRow(target, r);
          for (int c = 0; c < 6; c++) {
            if (nulls[c][r]) {
              target.setNull(c);
            }
          }
          target.endRow();
        }
        setRow(target, 0);
        target.discardRow();
      }
      writer.commit();
    }
  }

  private void setRow(RowWriter target, int r) {
    target.setInt(0, ints[r]);
    target.setLong(1, longs[r]);
    target.setDouble(2, doubles[r]);
    target.setByte(3, bytes[r]);
    target.setBoolean(4, booleans[r]);
    if (!nulls[5][r]) {
      target.setString(5, strings[r]);
    }
  }

  private void writeBatch(String table, String groups, int segmentSize, int rows) {
    try (TableWriter writer = open(table, groups, segmentSize)) {
      try (BatchWriter target = writer.newBatchWriter()) {
        target.setInts(0, ints);
        target.setLongs(1, longs);
        target.setDoubles(2, doubles);
        target.setBytes(3, bytes);
        target.setBooleans(4, booleans);
        target.setStrings(5, strings);
        for (int c = 0; c < 6; c++) {
          target.setNulls(c, nulls[c]);
        }
        target.endBatch(rows);
      }
      writer.commit();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "single, 4096, 1, 20",
    "single, 4096, 511, 0",
    "single, 65536, 512, 20",
    "single, 65536, 513, 20",
    "single, 65536, 70001, 0",
    "single, 65536, 70001, 5",
    "single, 1048576, 300000, 5",
    "all, 4096, 513, 20",
    "all, 65536, 70001, 5",
    "'i,l,d,b;t,s', 65536, 70001, 5",
    "'i,l,d;b,t,s', 1048576, 100000, 100"
  })
  void rowsAndBatchesWriteSameBytes(String groups, int segmentSize, int rows, int nullPercent)
      throws IOException {
    make(rows, nullPercent);
    String byRow = TestRoot.uri(directory.resolve("rows"));
    String byBatch = TestRoot.uri(directory.resolve("batches"));
    writeRows(byRow, groups, segmentSize, rows);
    writeBatch(byBatch, groups, segmentSize, rows);
    StoredFiles files = new StoredFiles(byRow);
    StoredFiles others = new StoredFiles(byBatch);
    List<String> paths = files.list();
    assertThat(others.list()).isEqualTo(paths);
    for (String path : paths) {
      assertThat(Arrays.mismatch(others.read(path), files.read(path))).as("%s", path).isEqualTo(-1);
    }
    try (Table table = TestTables.open(byRow)) {
      assertThat(table.verify(done -> {}).problems()).isEmpty();
      int row = 0;
      try (RowCursor cursor = table.scan().rows()) {
        for (; cursor.next(); row++) {
          check(cursor, row);
        }
      }
      assertThat(row).isEqualTo(rows);
    }
  }

  private void check(RowCursor cursor, int row) {
    for (int c = 0; c < 6; c++) {
      if (cursor.row().isNullAt(c) != nulls[c][row]) {
        throw new AssertionError("Wrong null flag: row " + row + ", column " + c);
      }
    }
    boolean isSame =
        cursor.row().getLong(1) == longs[row]
            && (nulls[0][row] || cursor.row().getInt(0) == ints[row])
            && (nulls[2][row] || cursor.row().getDouble(2) == doubles[row])
            && (nulls[3][row] || cursor.row().getByte(3) == bytes[row])
            && (nulls[4][row] || cursor.row().getBoolean(4) == booleans[row])
            && (nulls[5][row] || cursor.row().getString(5).equals(strings[row]));
    assertThat(isSame).as("row %d", row).isTrue();
  }
}
