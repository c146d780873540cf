// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.albis.format.error.ClosedException;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.BytesView;
import io.albis.reader.ColumnVector;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.RowCursor;
import io.albis.reader.RowView;
import io.albis.reader.Table;
import io.albis.storage.internal.memory.Memory;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Access to values of rows that would otherwise require an object: lists and long decimals. */
class RowViewColumnsTest {

  private static final int ROWS = 5000;

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int32()),
          Field.nullable("numbers", Type.parse("list<int32>")),
          Field.nullable("amount", Type.decimal(38, 2)));

  @TempDir Path directory;
  private String uri;

  private static List<Object> row(int i) {
    List<Object> numbers = new ArrayList<>();
    for (int k = 0; k < i % 4; k++) {
      numbers.add(k == 2 ? null : i * 10 + k);
    }
    BigInteger amount = BigInteger.valueOf(i - ROWS / 2).shiftLeft(70).add(BigInteger.valueOf(i));
    return Arrays.asList(
        i, i % 7 == 0 ? null : numbers, i % 5 == 0 ? null : new BigDecimal(amount, 2));
  }

  @BeforeEach
  void nameTable() {
    uri = TestRoot.uri(directory.resolve("t"));
  }

  private void write(String groups) {
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(row(i));
    }
    try (TableWriter writer =
        TableWriter.create(uri, SCHEMA)
            .columnGroups(ColumnGroupSpec.parse(groups))
            .segmentSize(4096)
            .open()) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, SCHEMA, rows);
      }
      writer.commit();
    }
  }

  private static List<Object> numbers(RowView row) {
    ColumnVector lists = row.column(1);
    if (row.isNullAt(1)) {
      assertThat(lists.elementCount(row.rowInBatch())).isZero();
      return null;
    }
    List<Object> found = new ArrayList<>();
    int start = lists.elementStart(row.rowInBatch());
    ColumnVector elements = lists.children().get(0);
    for (int e = start; e < start + lists.elementCount(row.rowInBatch()); e++) {
      found.add(elements.isNullAt(e) ? null : elements.getInt(e));
    }
    return found;
  }

  private static BigDecimal amount(BytesView bytes) {
    byte[] lowestFirst = bytes.toByteArray();
    if (lowestFirst.length == 0) {
      return null;
    }
    byte[] highestFirst = new byte[16];
    for (int i = 0; i < highestFirst.length; i++) {
      highestFirst[i] = lowestFirst[15 - i];
    }
    return new BigDecimal(new BigInteger(highestFirst), 2);
  }

  private static void assertRows(DatasetScan scan, int from) {
    int count = from;
    try (RowCursor cursor = scan.rows()) {
      for (; cursor.next(); count++) {
        RowView row = cursor.row();
        assertThat(row.column(0).getInt(row.rowInBatch())).isEqualTo(count);
        assertThat(numbers(row)).isEqualTo(row(count).get(1));
        assertThat(amount(row.getBytes(2, new BytesView()))).isEqualTo(row(count).get(2));
        assertThat(amount(row.column(2).getBytes(row.rowInBatch(), new BytesView())))
            .isEqualTo(row(count).get(2));
      }
    }
    assertThat(count).isEqualTo(ROWS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"single", "all", "id,amount"})
  void readsListsAndDecimals(String groups) {
    write(groups);
    try (Table table = TestTables.open(uri)) {
      assertRows(table.scan(), 0);
    }
  }

  /** With a filter, the rows of a batch are not consecutive. */
  @Test
  void readsSelectedRows() {
    write("single");
    try (Table table = TestTables.open(uri)) {
      assertRows(table.scan().filter(Predicate.greaterOrEqual("id", 777)), 777);
    }
  }

  @Test
  void allocatesNothingPerRow() {
    write("single");
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    BytesView view = new BytesView();
    long sum = 0;
    long allocated = 0;
    long rows = 0;
    try (Table table = TestTables.open(uri);
        RowCursor cursor = table.scan().rows()) {
      while (cursor.next()) {
        RowView row = cursor.row();
        long before = threads.getCurrentThreadAllocatedBytes();
        ColumnVector lists = row.column(1);
        ColumnVector elements = lists.children().get(0);
        int start = lists.elementStart(row.rowInBatch());
        for (int e = start; e < start + lists.elementCount(row.rowInBatch()); e++) {
          sum += elements.getInt(e);
        }
        sum += row.isNullAt(2) ? 0 : Memory.getLong(row.getBytes(2, view).address());
        allocated += threads.getCurrentThreadAllocatedBytes() - before;
        rows++;
      }
    }
    assertThat(sum).isNotZero();
    assertThat(rows).isEqualTo(ROWS);
    // The first row loads classes.
    assertThat(allocated).isLessThan(ROWS);
  }

  @Test
  void rejectsInvalidColumnsAndClosedRows() {
    write("single");
    try (Table table = TestTables.open(uri)) {
      RowView row;
      ColumnVector lists;
      try (RowCursor cursor = table.scan().rows()) {
        assertThat(cursor.next()).isTrue();
        row = cursor.row();
        lists = row.column(1);
        assertThatThrownBy(() -> row.column(3))
            .isInstanceOf(IndexOutOfBoundsException.class)
            .hasMessageContaining("expected 0 to 2");
        assertThatThrownBy(() -> row.column(-1)).isInstanceOf(IndexOutOfBoundsException.class);
      }
      assertThatThrownBy(() -> row.column(1)).isInstanceOf(ClosedException.class);
      assertThatThrownBy(row::rowInBatch).isInstanceOf(ClosedException.class);
      assertThatThrownBy(() -> lists.elementStart(0)).isInstanceOf(ClosedException.class);
    }
  }
}
