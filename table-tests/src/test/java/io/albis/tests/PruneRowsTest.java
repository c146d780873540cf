// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.BatchCursor;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.Table;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conditions that leave out rows as far as that pays. */
class PruneRowsTest {

  private static final int ROWS = 400_000;

  /** Rows that are tested before a condition is given up, and at most those of a batch. */
  private static final int TRIAL = 1 << 16;

  @TempDir private static Path directory;
  private static String uri;

  /** Values that no statistics can prune: each is in all segments. */
  @BeforeAll
  static void write() {
    uri = TestRoot.uri(directory.resolve("t"));
    Schema schema =
        Schema.of(
            Field.required("id", Type.int64()),
            Field.nullable("key", Type.int32()),
            Field.required("other", Type.int64()));
    try (TableWriter writer = TableWriter.create(uri, schema).segmentSize(64 << 10).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int id = 0; id < ROWS; id++) {
          rows.setLong(0, id);
          if (id % 100 != 99) {
            rows.setInt(1, id % 100);
          }
          rows.setLong(2, (id * 31L) % 1000);
          rows.endRow();
        }
      }
      writer.commit();
    }
  }

  private static Predicate keysBelow(int end) {
    return Predicate.in("key", IntStream.range(0, end).boxed().toList());
  }

  private static Predicate othersBelow(int end) {
    return Predicate.in("other", LongStream.range(0, end).boxed().toList());
  }

  /** Returns the number of rows read; those whose key and other value are small must be there. */
  private static long read(DatasetScan scan, int keys, int others) {
    long rows = 0;
    long matching = 0;
    try (BatchCursor cursor = scan.batches()) {
      while (cursor.next()) {
        for (int i = 0; i < cursor.batch().selectedCount(); i++) {
          int row = cursor.batch().selectedRow(i);
          long id = cursor.batch().column(0).getLong(row);
          rows++;
          matching += id % 100 < keys && id * 31 % 1000 < others ? 1 : 0;
        }
      }
    }
    long expected =
        LongStream.range(0, ROWS).filter(id -> id % 100 < keys && id * 31 % 1000 < others).count();
    assertThat(matching).isEqualTo(expected);
    return rows;
  }

  @Test
  void leavesOutRowsThatDoNotMatch() {
    try (Table table = Table.open(uri)) {
      DatasetScan scan = table.scan().select("id").pruneRowsBy(keysBelow(3));

      assertThat(read(scan, 3, 1000)).isEqualTo(3 * ROWS / 100);
      assertThat(scan.metrics().rowsFiltered()).isEqualTo(97 * ROWS / 100);
    }
  }

  @Test
  void testsAllConditions() {
    try (Table table = Table.open(uri)) {
      DatasetScan scan =
          table
              .scan()
              .select("id")
              .filter(Predicate.lessThan("id", ROWS))
              .pruneRowsBy(keysBelow(50))
              .pruneRowsBy(othersBelow(100));

      long both =
          LongStream.range(0, ROWS).filter(i -> i % 100 < 50 && i * 31 % 1000 < 100).count();
      assertThat(read(scan, 50, 100)).isEqualTo(both);
    }
  }

  @Test
  void givesUpConditionsThatLeaveOutFewRows() {
    try (Table table = Table.open(uri)) {
      DatasetScan scan = table.scan().select("id").pruneRowsBy(keysBelow(95));

      assertThat(read(scan, 95, 1000)).isGreaterThan(ROWS - TRIAL);
      assertThat(scan.metrics().rowsFiltered()).isBetween(1L, (long) TRIAL);
    }
  }

  /** The useless condition is given up, the other one is not. */
  @Test
  void keepsTheConditionsThatPay() {
    try (Table table = Table.open(uri)) {
      DatasetScan scan =
          table.scan().select("id").pruneRowsBy(keysBelow(99)).pruneRowsBy(othersBelow(10));

      assertThat(read(scan, 99, 10)).isLessThan(ROWS / 50);
    }
  }

  @Test
  void limitsTheRowsThatAreLeft() {
    try (Table table = Table.open(uri)) {
      for (int keys : List.of(3, 99)) {
        DatasetScan scan = table.scan().select("id").pruneRowsBy(keysBelow(keys)).limit(1234);
        long rows = 0;
        try (BatchCursor cursor = scan.batches()) {
          while (cursor.next()) {
            rows += cursor.batch().selectedCount();
          }
        }
        assertThat(rows).isEqualTo(1234);
      }
    }
  }

  @Test
  void prunesByStatisticsToo() {
    try (Table table = Table.open(uri)) {
      DatasetScan scan = table.scan().select("key").pruneRowsBy(Predicate.lessThan("id", 10));
      long rows = 0;
      try (BatchCursor cursor = scan.batches()) {
        while (cursor.next()) {
          rows += cursor.batch().selectedCount();
        }
      }
      assertThat(rows).isEqualTo(10);
      assertThat(scan.metrics().rowsSkipped()).isPositive();
    }
  }
}
