// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.reader.ColumnSummary;
import io.albis.reader.Dataset;
import io.albis.reader.DatasetScan;
import io.albis.reader.RowCursor;
import io.albis.reader.RowGroupInfo;
import io.albis.reader.ScanMetrics;
import io.albis.reader.ScanStatistics;
import io.albis.reader.Split;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Compares what planners get of a table or file with its rows: statistics, splits, positions. */
final class RandomPlanning {

  private final Dataset table;
  private final List<List<Object>> rows;
  private final Random random;

  /** The columns that are not nested, so that their values can be compared. */
  private final List<Integer> flat;

  private RandomPlanning(Dataset table, List<List<Object>> rows, Random random) {
    this.table = table;
    this.rows = rows;
    this.random = random;
    List<Field> fields = table.schema().fields();
    this.flat =
        IntStream.range(0, fields.size())
            .filter(i -> !fields.get(i).type().isNested())
            .boxed()
            .toList();
  }

  /** Checks a scan without filter. */
  static void check(Dataset table, List<List<Object>> rows, Random random) {
    RandomPlanning planning = new RandomPlanning(table, rows, random);
    planning.rowGroups(table.scan(), row -> true);
    planning.sample();
  }

  /** Checks a scan with a filter. */
  static void check(
      Dataset table, List<List<Object>> rows, Random random, RandomPredicates.Case test) {
    RandomPlanning planning = new RandomPlanning(table, rows, random);
    Condition condition = row -> Boolean.TRUE.equals(test.model().apply(row));
    DatasetScan scan = table.scan().filter(test.predicate());
    planning.rowGroups(scan, condition);
    planning.statistics(scan, table.scan().pruneBy(test.predicate()), condition);
    planning.positions(scan, condition);
    planning.pruning(test, condition);
  }

  /** The model of a filter. */
  private interface Condition {
    boolean holds(List<Object> row);
  }

  private List<String> paths() {
    return flat.stream().map(i -> table.schema().fields().get(i).name()).toList();
  }

  private void rowGroups(DatasetScan scan, Condition condition) {
    Set<Integer> covered = new HashSet<>();
    scan.visitRowGroups(
        paths(),
        rowGroup -> {
          List<List<Object>> part = rows(rowGroup);
          IntStream.range(0, part.size()).forEach(i -> covered.add((int) rowGroup.firstRow() + i));
          if (rowGroup.matchesAll()) {
            assertThat(part).allMatch(condition::holds);
          }
          for (int c = 0; c < flat.size(); c++) {
            column(rowGroup.columns().get(c), part, flat.get(c));
          }
          return true;
        });
    for (int i = 0; i < rows.size(); i++) {
      assertThat(covered.contains(i) || !condition.holds(rows.get(i))).as("row %s", i).isTrue();
    }
  }

  private List<List<Object>> rows(RowGroupInfo rowGroup) {
    return rows.subList(
        (int) rowGroup.firstRow(), (int) (rowGroup.firstRow() + rowGroup.rowCount()));
  }

  private static void column(ColumnSummary summary, List<List<Object>> part, int field) {
    List<Object> values =
        part.stream().map(row -> row.get(field)).filter(Objects::nonNull).toList();
    assertThat(summary.rowCount()).isEqualTo(part.size());
    assertThat(summary.nullCount()).as(summary.path()).isEqualTo(part.size() - values.size());
    assertThat(summary.hasValues()).isEqualTo(!values.isEmpty());
    boolean hasNan =
        values.stream().anyMatch(v -> v instanceof Number n && Double.isNaN(n.doubleValue()));
    summary
        .exactMin()
        .ifPresent(
            min -> {
              assertThat(hasNan).isFalse();
              assertThat(values).allMatch(value -> RandomPredicates.compare(value, min) >= 0);
              assertThat(values).anyMatch(value -> Values.same(value, min));
            });
    summary
        .exactMax()
        .ifPresent(
            max -> {
              assertThat(hasNan).isFalse();
              assertThat(values).allMatch(value -> RandomPredicates.compare(value, max) <= 0);
              assertThat(values).anyMatch(value -> Values.same(value, max));
            });
    if (!values.isEmpty() && values.get(0) instanceof Long) {
      assertThat(summary.exactMin()).as(summary.path()).isPresent();
      assertThat(summary.exactMax()).as(summary.path()).isPresent();
    }
  }

  private void statistics(DatasetScan scan, DatasetScan pruned, Condition condition) {
    long matching = rows.stream().filter(condition::holds).count();
    ScanStatistics statistics = scan.statistics(paths());
    assertThat(statistics.rowCount()).isBetween(matching, (long) rows.size());
    assertThat(statistics.columns()).hasSize(flat.size());
    if (statistics.isExact()) {
      assertThat(statistics.rowCount()).isEqualTo(matching);
    }
    assertThat(scan.limit(1).statistics().rowCount()).isEqualTo(Math.min(1, statistics.rowCount()));
    ScanMetrics metrics = metricsOf(scan);
    assertThat(metrics.rowsRead()).isLessThanOrEqualTo(statistics.rowCount());
    assertThat(metrics.rowsRead() - metrics.rowsFiltered()).isEqualTo(matching);
    assertThat(metrics.rowsRead() + metrics.rowsSkipped()).isEqualTo(rows.size());
    assertThat(metrics.rowGroupsRead()).isLessThanOrEqualTo(statistics.rowGroupCount());
    assertThat(metrics.bytesRead() + metrics.bytesCached()).isLessThanOrEqualTo(statistics.bytes());
    ScanStatistics untested = pruned.statistics(paths());
    assertThat(untested.rowCount()).isEqualTo(statistics.rowCount());
    assertThat(untested.isExact()).isEqualTo(statistics.isExact());
    ScanMetrics skipping = metricsOf(pruned);
    assertThat(skipping.rowsRead()).isEqualTo(metrics.rowsRead());
    assertThat(skipping.rowsSkipped()).isEqualTo(metrics.rowsSkipped());
    assertThat(skipping.rowsFiltered()).isZero();
    assertThat(skipping.bytesRead() + skipping.bytesCached()).isLessThanOrEqualTo(untested.bytes());
  }

  private static ScanMetrics metricsOf(DatasetScan scan) {
    try (RowCursor cursor = scan.rows()) {
      while (cursor.next()) {
        cursor.row();
      }
      assertThat(cursor.metrics()).contains(scan.metrics());
    }
    return scan.metrics();
  }

  private void positions(DatasetScan scan, Condition condition) {
    Map<Long, Long> firstRows = new HashMap<>();
    table
        .scan()
        .visitRowGroups(
            List.of(),
            rowGroup -> {
              firstRows.put(rowGroup.number(), rowGroup.firstRow());
              return true;
            });
    List<Integer> expected =
        IntStream.range(0, rows.size()).filter(i -> condition.holds(rows.get(i))).boxed().toList();
    List<Integer> found = new ArrayList<>();
    Set<String> files = new HashSet<>();
    try (RowCursor cursor = scan.rows()) {
      while (cursor.next()) {
        found.add((int) (firstRows.get(cursor.rowGroup()) + cursor.rowInRowGroup()));
        files.add(cursor.file());
      }
    }
    assertThat(found).isEqualTo(expected);
    files.removeAll(table.layout().files().keySet());
    assertThat(files).isEmpty();
  }

  /** Splits that are pruned after they were made still have all rows that match. */
  private void pruning(RandomPredicates.Case test, Condition condition) {
    DatasetScan scan = table.scan();
    scan = random.nextBoolean() ? scan.splitByPartition() : scan;
    scan = random.nextBoolean() ? scan.splitBySortOrder() : scan;
    List<Split> splits = scan.splits(1 + random.nextInt(200_000));
    DatasetScan pruned = table.scan().pruneBy(test.predicate());
    List<Split> left = pruned.prune(splits);
    assertThat(left.size()).isLessThanOrEqualTo(splits.size());
    List<List<Object>> found = new ArrayList<>();
    long bytes = 0;
    for (Split split : left) {
      assertThat(Split.fromBytes(split.toBytes())).isEqualTo(split);
      bytes += split.bytes();
      found.addAll(RandomReads.rows(pruned.rows(split)));
    }
    assertThat(bytes).isLessThanOrEqualTo(splits.stream().mapToLong(Split::bytes).sum());
    found.removeIf(row -> !condition.holds(row));
    Values.assertSameRows(found, rows.stream().filter(condition::holds).toList());
  }

  /** Disjoint samples have each row group once, and are the same in each reader. */
  private void sample() {
    long seed = random.nextLong();
    double border = random.nextDouble();
    Set<Long> low = rowGroups(table.scan().sampleRowGroups(0, border, seed));
    Set<Long> high = rowGroups(table.scan().sampleRowGroups(border, 1, seed));
    assertThat(Collections.disjoint(low, high)).isTrue();
    Set<Long> all = new HashSet<>(low);
    all.addAll(high);
    assertThat(all).isEqualTo(rowGroups(table.scan()));
    DatasetScan sample = table.scan().sampleRowGroups(0, border, seed);
    Set<Long> read = new HashSet<>();
    long bytes = 1L + random.nextInt(200_000);
    for (Split split : sample.splits(bytes)) {
      try (RowCursor cursor = sample.rows(split)) {
        while (cursor.next()) {
          read.add(cursor.rowGroup());
        }
      }
    }
    assertThat(read).isEqualTo(low);
    sampleRows(seed, border);
  }

  /** Disjoint samples have each row once, whatever the splits are. */
  private void sampleRows(long seed, double border) {
    Map<List<Long>, Integer> numbers = new HashMap<>();
    try (RowCursor cursor = table.scan().rows()) {
      while (cursor.next()) {
        numbers.put(List.of(cursor.rowGroup(), cursor.rowInRowGroup()), numbers.size());
      }
    }
    SortedMap<Integer, List<Object>> found = new TreeMap<>();
    addRows(table.scan().sampleRows(0, border, seed).rows(), numbers, found);
    DatasetScan other = table.scan().sampleRows(border, 1, seed);
    for (Split split : other.splits(1L + random.nextInt(200_000))) {
      addRows(other.rows(split), numbers, found);
    }
    Values.assertSameRows(List.copyOf(found.values()), rows);
  }

  private static void addRows(
      RowCursor rows, Map<List<Long>, Integer> numbers, SortedMap<Integer, List<Object>> found) {
    try (rows) {
      while (rows.next()) {
        int number = numbers.get(List.of(rows.rowGroup(), rows.rowInRowGroup()));
        assertThat(found.put(number, rows.row().materialize())).isNull();
      }
    }
  }

  private static Set<Long> rowGroups(DatasetScan scan) {
    Set<Long> numbers = new HashSet<>();
    scan.visitRowGroups(List.of(), rowGroup -> numbers.add(rowGroup.number()));
    return numbers;
  }
}
