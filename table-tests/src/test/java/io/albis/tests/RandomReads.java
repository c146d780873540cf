// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.format.schema.TypeKind;
import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.ColumnSummary;
import io.albis.reader.Dataset;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.RowCursor;
import io.albis.reader.RowView;
import io.albis.reader.Split;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** Reads a table or file in random ways, and compares what it finds with the rows. */
final class RandomReads {

  private static final int FILTERS = 8;

  /** The number of filters that are also used to check statistics, splits and positions. */
  private static final int PLANNED_FILTERS = 3;

  private RandomReads() {}

  /** Reads everything, several times. */
  static void check(Dataset table, List<List<Object>> rows, RandomData data) {
    assertThat(table.rowCount()).isEqualTo(rows.size());
    Values.assertSameRows(rows(table.scan()), rows);
    Values.assertSameRows(batches(table.scan()), rows);
    Values.assertSameRows(views(table.scan()), rows);
    projections(table, rows, data.random());
    filters(table, rows, data);
    splits(table, rows, data.random());
    assertThat(table.verify(bytes -> {}).problems()).isEmpty();
    summaries(table, rows);
    RandomPlanning.check(table, rows, data.random());
  }

  /** The statistics of the whole table match the model. */
  private static void summaries(Dataset table, List<List<Object>> rows) {
    for (ColumnSummary summary : table.columnStatistics()) {
      int field =
          table.schema().fields().stream().map(Field::name).toList().indexOf(summary.path());
      if (field < 0) {
        continue;
      }
      List<Object> values =
          rows.stream().map(row -> row.get(field)).filter(value -> value != null).toList();
      assertThat(summary.rowCount()).isEqualTo(rows.size());
      assertThat(summary.nullCount()).as(summary.path()).isEqualTo(rows.size() - values.size());
      if (summary.type().kind() == TypeKind.INT64 && !values.isEmpty()) {
        assertThat(summary.min())
            .contains(Collections.min(values, Comparator.comparing(v -> (Long) v)));
        assertThat(summary.max())
            .contains(Collections.max(values, Comparator.comparing(v -> (Long) v)));
      }
    }
  }

  /** Reads all rows of a scan. */
  static List<List<Object>> rows(DatasetScan scan) {
    return rows(scan.rows());
  }

  /** Reads all rows of a cursor, and closes it. */
  static List<List<Object>> rows(RowCursor cursor) {
    List<List<Object>> rows = new ArrayList<>();
    try (cursor) {
      while (cursor.next()) {
        rows.add(cursor.row().materialize());
      }
    }
    return rows;
  }

  /** Reads all columns through column batches. */
  private static List<List<Object>> batches(DatasetScan scan) {
    List<List<Object>> rows = new ArrayList<>();
    try (BatchCursor cursor = scan.batches()) {
      while (cursor.next()) {
        ColumnBatch batch = cursor.batch();
        for (int i = 0; i < batch.selectedCount(); i++) {
          List<Object> row = new ArrayList<>();
          for (int ordinal = 0; ordinal < batch.columnCount(); ordinal++) {
            row.add(batch.column(ordinal).getObject(batch.selectedRow(i)));
          }
          rows.add(row);
        }
      }
    }
    return rows;
  }

  /** Reads all fields of structs through views of them. */
  private static List<List<Object>> views(DatasetScan scan) {
    List<List<Object>> rows = new ArrayList<>();
    try (RowCursor cursor = scan.rows()) {
      while (cursor.next()) {
        rows.add(values(cursor.row(), scan.schema().fields()));
      }
    }
    return rows;
  }

  private static List<Object> values(RowView row, List<Field> fields) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).type().kind() == TypeKind.STRUCT) {
        List<Object> struct = values(row.getStruct(i), fields.get(i).type().children());
        if (row.isNullAt(i)) {
          assertThat(struct).as("fields of a null").containsOnlyNulls();
        }
        values.add(row.isNullAt(i) ? null : struct);
      } else {
        values.add(row.getObject(i));
      }
    }
    return values;
  }

  private static void projections(Dataset table, List<List<Object>> rows, Random random) {
    List<Field> fields = new ArrayList<>(table.schema().fields());
    Collections.shuffle(fields, random);
    fields = fields.subList(0, random.nextInt(fields.size() + 1));
    DatasetScan scan = table.scan().select(fields.stream().map(Field::name).toList());
    List<List<Object>> expected = new ArrayList<>();
    for (List<Object> row : rows) {
      List<Object> part = new ArrayList<>();
      for (Field field : fields) {
        part.add(row.get(table.schema().ordinal(field.name())));
      }
      expected.add(part);
    }
    Values.assertSameRows(rows(scan), expected);
    int limit = random.nextInt(rows.size() + 2);
    Values.assertSameRows(
        rows(scan.limit(limit)), expected.subList(0, Math.min(limit, expected.size())));
  }

  private static void filters(Dataset table, List<List<Object>> rows, RandomData data) {
    RandomPredicates predicates = new RandomPredicates(table.schema(), rows, data);
    for (int i = 0; i < FILTERS; i++) {
      RandomPredicates.Case test = predicates.next(4);
      assertThat(Predicate.fromBytes(test.predicate().toBytes())).isEqualTo(test.predicate());
      List<List<Object>> expected =
          rows.stream().filter(row -> Boolean.TRUE.equals(test.model().apply(row))).toList();
      DatasetScan scan = table.scan().filter(test.predicate());
      try {
        Values.assertSameRows(rows(scan), expected);
        for (DatasetScan pruned :
            List.of(
                table.scan().pruneBy(test.predicate()),
                table.scan().pruneRowsBy(test.predicate()),
                scan.pruneRowsBy(test.predicate()).pruneRowsBy(test.predicate()))) {
          List<List<Object>> superset = rows(pruned);
          superset.removeIf(row -> !Boolean.TRUE.equals(test.model().apply(row)));
          Values.assertSameRows(superset, expected);
        }
        String[] last = {table.schema().fields().get(table.schema().fields().size() - 1).name()};
        assertThat(rows(scan.select(last))).hasSize(expected.size());
        if (i < PLANNED_FILTERS) {
          RandomPlanning.check(table, rows, data.random(), test);
        }
      } catch (AssertionError e) {
        throw new AssertionError(test.predicate() + ": " + e.getMessage(), e);
      }
    }
  }

  private static void splits(Dataset table, List<List<Object>> rows, Random random) {
    List<List<Object>> found = new ArrayList<>();
    for (Split split : table.scan().splits(1 + random.nextInt(200_000))) {
      found.addAll(rows(table.scan().rows(split)));
    }
    Values.assertSameRows(found, rows);
  }
}
