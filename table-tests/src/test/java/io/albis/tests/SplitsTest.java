// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.ReadOptions;
import io.albis.reader.RowCursor;
import io.albis.reader.Split;
import io.albis.reader.Table;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Splits that are smaller than a row group, or end inside one. */
class SplitsTest {

  private static final int ROWS = 100_000;

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int32()),
          Field.required("number", Type.int64()),
          Field.required("small", Type.int16()),
          Field.nullable("text", Type.string()));

  @TempDir Path directory;

  @BeforeEach
  void write() {
    try (TableWriter writer =
        TableWriter.create(TestRoot.uri(directory), SCHEMA)
            .columnGroups(ColumnGroupSpec.parse("single"))
            .segmentSize(16 << 10)
            .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < ROWS; i++) {
          rows.setInt(0, i);
          rows.setLong(1, -i);
          rows.setShort(2, (short) i);
          rows.setString(3, "x".repeat(i % 20));
          rows.endRow();
        }
      }
      assertThat(writer.commit().writtenRowGroups()).isEqualTo(1);
    }
  }

  private Table open() {
    return TestTables.open(
        TestRoot.uri(directory), ReadOptions.defaults().option("io.direct", "never"));
  }

  private static void assertEachRowOnce(DatasetScan scan, List<Split> splits) {
    int next = 0;
    for (Split split : splits) {
      assertThat(split.firstRow()).isEqualTo(next);
      try (RowCursor rows = scan.rows(split)) {
        while (rows.next()) {
          assertThat(rows.row().getInt(0)).isEqualTo(next);
          assertThat(rows.row().getLong(1)).isEqualTo(-next);
          next++;
        }
      }
      assertThat(next).isEqualTo(split.firstRow() + split.rowCount());
    }
    assertThat(next).isEqualTo(ROWS);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 50_000, 200_000, 500_000, 1_000_000, Long.MAX_VALUE})
  void coverEachRowOnce(long target) {
    try (Table table = open()) {
      DatasetScan scan = table.scan();
      List<Split> splits = scan.splits(target);
      assertEachRowOnce(scan, splits);
      long bytes = scan.splits(Long.MAX_VALUE).get(0).bytes();
      assertThat(splits.stream().mapToLong(Split::bytes).sum()).isEqualTo(bytes);
      assertThat(splits.size()).isLessThanOrEqualTo((int) Math.max(bytes / target + 1, 100));
    }
  }

  @Test
  void areOfSimilarSizeWithLittleOverlap() {
    try (Table table = open()) {
      DatasetScan scan = table.scan();
      long bytes = scan.splits(Long.MAX_VALUE).get(0).bytes();
      List<Split> splits = scan.splits(bytes / 4);
      assertThat(splits).hasSize(4);
      for (Split split : splits) {
        assertThat(split.bytes()).isBetween(bytes / 6, bytes / 3);
      }
      long before = table.metrics().bytesRead();
      assertEachRowOnce(scan, splits);
      assertThat(table.metrics().bytesRead() - before).isLessThan(bytes * 5 / 4);
    }
  }

  /** Divides three row groups into two splits: the boundary lies inside the second row group. */
  @Test
  void mayEndInsideLaterRowGroups() {
    for (int i = 0; i < 2; i++) {
      try (TableWriter writer =
          TableWriter.append(TestRoot.uri(directory)).segmentSize(16 << 10).open()) {
        try (RowWriter rows = writer.newRowWriter()) {
          for (int k = 0; k < ROWS; k++) {
            rows.setInt(0, k);
            rows.setLong(1, k);
            rows.setShort(2, (short) k);
            rows.endRow();
          }
        }
        writer.commit();
      }
    }
    try (Table table = TestTables.open(TestRoot.uri(directory))) {
      DatasetScan scan = table.scan().select("id", "number");
      long bytes = scan.splits(Long.MAX_VALUE).get(0).bytes();
      List<Split> splits = scan.splits(bytes / 2);
      assertThat(splits).hasSize(2);
      assertThat(splits.get(0).rowCount()).isBetween(ROWS * 13L / 10, ROWS * 17L / 10);
      assertThat(splits.get(1).firstRow()).isEqualTo(splits.get(0).rowCount());
      assertThat(splits.get(1).rowCount()).isEqualTo(3L * ROWS - splits.get(0).rowCount());
      assertThat(scan.splits(bytes / 3)).extracting(Split::rowCount).containsOnly((long) ROWS);
    }
  }

  /**
   * Of columns whose segments end at different rows, and share more bytes than small splits have.
   */
  @Test
  void areNotFewerIfTheyAreSmaller() {
    for (int i = 0; i < 3; i++) {
      try (TableWriter writer =
          TableWriter.append(TestRoot.uri(directory)).segmentSize(64 << 10).open()) {
        try (RowWriter rows = writer.newRowWriter()) {
          for (int k = 0; k < ROWS; k++) {
            rows.setInt(0, k);
            rows.setLong(1, k);
            rows.setShort(2, (short) k);
            rows.setString(3, "y".repeat(k % (7 + 30 * i)));
            rows.endRow();
          }
        }
        writer.commit();
      }
    }
    try (Table table = open()) {
      DatasetScan scan = table.scan();
      long size = scan.splits(Long.MAX_VALUE).get(0).bytes();
      int before = 1;
      while (size > 1000) {
        int count = scan.splits(size).size();
        assertThat(count).as("splits of %d bytes", size).isGreaterThanOrEqualTo(before);
        before = count;
        size /= 2;
      }
      assertThat(before).isGreaterThan(30);
    }
  }

  @Test
  void endAtCommonSegmentBoundaries() {
    try (Table table = open()) {
      DatasetScan scan = table.scan().select("id", "number");
      List<Split> splits = scan.splits(1);
      assertThat(splits).hasSizeGreaterThan(10);
      long before = table.metrics().bytesRead();
      assertEachRowOnce(scan, splits);
      // Each segment once, with less than a page before it.
      assertThat(table.metrics().bytesRead() - before).isBetween(ROWS * 12L, ROWS * 13L);
    }
  }

  @Test
  void filtersAndLimitsApplyToEachSplit() {
    try (Table table = open()) {
      DatasetScan scan = table.scan().filter(Predicate.greaterOrEqual("id", ROWS - 1000));
      long rows = 0;
      long limited = 0;
      for (Split split : scan.splits(200_000)) {
        rows += count(scan.rows(split));
        limited += count(table.scan().limit(3).rows(split));
      }
      assertThat(rows).isEqualTo(1000);
      assertThat(limited).isEqualTo(3L * scan.splits(200_000).size());
    }
  }

  private static long count(RowCursor cursor) {
    long rows = 0;
    try (cursor) {
      while (cursor.next()) {
        rows++;
      }
    }
    return rows;
  }
}
