// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Field;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnSummary;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.RowCursor;
import io.albis.reader.RowGroupInfo;
import io.albis.reader.ScanStatistics;
import io.albis.reader.Split;
import io.albis.reader.Table;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Splits by partition and by order, pruned by conditions that are known later; aggregates. */
class SplitPlanningTest {

  private static final long DAY = 86_400_000_000L;
  private static final int ROWS = 20_000;
  private static final int PER_DAY = 5000;
  private static final int BUCKETS = 16;

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int64()),
          Field.nullable("region", Type.string()),
          Field.required("ts", Type.timestamp(TimeUnit.MICROS)),
          Field.nullable("price", Type.float64()));

  @TempDir Path directory;
  private String uri;

  @BeforeEach
  void chooseTable() {
    uri = TestRoot.uri(directory.resolve("t"));
  }

  private static void write(TableWriter.Builder builder, long from, long to) {
    try (TableWriter writer = builder.segmentSize(4 << 10).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (long id = from; id < to; id++) {
          rows.setLong(0, id);
          if (id % 3 != 0) {
            rows.setString(1, "r" + id % 3);
          }
          rows.setLong(2, id / PER_DAY * DAY + 1);
          if (id % 2 == 0) {
            rows.setDouble(3, id / 2.0 + 1);
          }
          rows.endRow();
        }
      }
      writer.commit();
    }
  }

  private void createPartitioned(Partitioning... partitionings) {
    write(TableWriter.create(uri, SCHEMA).partitionBy(partitionings), 0, ROWS / 2);
    write(TableWriter.append(uri), ROWS / 2, ROWS);
  }

  private static Set<Long> ids(DatasetScan scan, List<Split> splits) {
    Set<Long> ids = new HashSet<>();
    for (Split split : splits) {
      try (RowCursor cursor = scan.select("id").rows(split)) {
        while (cursor.next()) {
          assertThat(ids.add(cursor.row().getLong(0))).isTrue();
        }
      }
    }
    return ids;
  }

  @Test
  void splitsHaveOnePartition() {
    createPartitioned(Partitioning.identity("region"), Partitioning.day("ts"));
    try (Table table = TestTables.open(uri)) {
      DatasetScan scan = table.scan();
      List<Split> splits = scan.splitByPartition().splits(1 << 30);
      assertThat(splits).hasSize(12);
      Set<List<Object>> partitions = new HashSet<>();
      for (Split split : splits) {
        List<Object> values = table.partitionValues(split.partition());
        partitions.add(values);
        assertThat(split.partition().specId()).isEqualTo(table.partitioningId());
        try (RowCursor rows = scan.rows(split)) {
          while (rows.next()) {
            assertThat(rows.row().isNullAt(1) ? null : rows.row().getString(1))
                .isEqualTo(values.get(0));
            assertThat(Math.floorDiv(rows.row().getLong(2), DAY))
                .isEqualTo((long) (Integer) values.get(1));
          }
        }
      }
      assertThat(partitions).hasSize(12);
      assertThat(ids(scan, splits)).hasSize(ROWS);
      List<Split> mixed = scan.splits(1 << 30);
      assertThat(mixed).hasSize(1);
      assertThat(mixed.get(0).partition()).isEqualTo(PartitionTuple.NONE);
      assertThat(table.partitionValues(PartitionTuple.NONE)).isEmpty();
    }
  }

  /** Thousands of values of another table's column, as a join knows them at run time. */
  @Test
  void pruneByManyValuesOfABucketedColumn() {
    createPartitioned(Partitioning.bucket("id", BUCKETS));
    try (Table table = TestTables.open(uri)) {
      DatasetScan scan = table.scan();
      List<Split> splits = scan.splitByPartition().splits(1 << 30);
      assertThat(splits).hasSize(2 * BUCKETS);
      Map<PartitionTuple, List<Long>> byBucket = new HashMap<>();
      for (Split split : splits) {
        byBucket
            .computeIfAbsent(split.partition(), any -> new ArrayList<>())
            .addAll(ids(scan, List.of(split)));
      }
      // Values of three buckets, spread over the whole range of ids.
      List<PartitionTuple> wanted = List.copyOf(byBucket.keySet()).subList(0, 3);
      List<Long> values = new ArrayList<>();
      wanted.forEach(bucket -> values.addAll(byBucket.get(bucket)));
      assertThat(values).hasSizeGreaterThan(2000);
      DatasetScan pruned = scan.pruneBy(Predicate.in("id", values));
      List<Split> left = pruned.prune(splits);
      assertThat(left).hasSize(6).isSubsetOf(splits);
      assertThat(left).extracting(Split::partition).hasSameElementsAs(wanted);
      assertThat(pruned.metrics().rowGroupsSkipped()).isEqualTo(2L * BUCKETS - 6);
      assertThat(ids(pruned, left)).containsExactlyInAnyOrderElementsOf(values);
      assertThat(pruned.splitByPartition().splits(1 << 30)).isEqualTo(left);
    }
  }

  @Test
  void pruneShortensSplits() {
    for (int i = 0; i < 10; i++) {
      TableWriter.Builder builder =
          i == 0 ? TableWriter.create(uri, SCHEMA) : TableWriter.append(uri);
      write(builder, i * 1000L, (i + 1) * 1000L);
    }
    try (Table table = TestTables.open(uri)) {
      DatasetScan scan = table.scan();
      List<Split> splits = scan.splits(1 << 30);
      assertThat(splits).hasSize(1);
      DatasetScan range =
          scan.pruneBy(Predicate.greaterOrEqual("id", 3500L))
              .pruneBy(Predicate.lessThan("id", 6500L));
      List<Split> left = range.prune(splits);
      assertThat(left).hasSize(1);
      assertThat(left.get(0).firstRow()).isEqualTo(3000);
      assertThat(left.get(0).rowCount()).isEqualTo(4000);
      assertThat(left.get(0).bytes())
          .isBetween(splits.get(0).bytes() / 3, splits.get(0).bytes() / 2);
      // Segments are pruned, too; rows are not tested.
      Set<Long> found = ids(range, left);
      assertThat(found).containsAll(LongStream.range(3500, 6500).boxed().toList());
      assertThat(found).hasSizeLessThan(4000);
      assertThat(range.metrics().rowsFiltered()).isZero();
      assertThat(scan.pruneBy(Predicate.greaterThan("id", 10_000L)).prune(splits)).isEmpty();
      assertThat(scan.pruneBy(Predicate.isNotNull("id")).prune(splits)).isEqualTo(splits);
      // Row groups in between are skipped by the cursor.
      DatasetScan ends = scan.pruneBy(Predicate.in("id", List.of(1500L, 8500L)));
      List<Split> both = ends.prune(splits);
      assertThat(both).hasSize(1);
      assertThat(both.get(0).rowCount()).isEqualTo(8000);
      assertThat(ids(ends, both)).hasSizeLessThan(2001).contains(1500L, 8500L);
    }
  }

  @Test
  void pruneRejectsSplitsOfOtherSnapshots() {
    write(TableWriter.create(uri, SCHEMA), 0, 10);
    List<Split> old;
    try (Table table = TestTables.open(uri)) {
      old = table.scan().splits(1);
    }
    write(TableWriter.append(uri), 10, 20);
    try (Table table = TestTables.open(uri)) {
      assertThatThrownBy(() -> table.scan().prune(old))
          .isInstanceOf(InvalidArgumentException.class);
    }
  }

  /** Where the first column is equal at the border, the others decide: they are not looked at. */
  @Test
  void ordersOfSeveralColumnsContinueIfTheFirstOneDoes() {
    write(
        TableWriter.create(uri, SCHEMA)
            .sortBy(SortColumn.ascending("ts"), SortColumn.ascending("id")),
        0,
        PER_DAY / 2);
    write(TableWriter.append(uri), PER_DAY / 2, PER_DAY);
    write(TableWriter.append(uri), PER_DAY, 2 * PER_DAY);
    try (Table table = TestTables.open(uri)) {
      assertThat(table.scan().splitBySortOrder().splits(1 << 30))
          .extracting(Split::rowCount)
          .containsExactly(PER_DAY / 2L, PER_DAY * 3L / 2);
    }
  }

  @Test
  void ordersMayBeDescending() {
    Schema schema = Schema.of(Field.nullable("id", Type.int64()));
    long[][] commits = {{9, 8, 7}, {7, 6, 5}, {6, 4}, {3, -1}};
    for (int i = 0; i < commits.length; i++) {
      TableWriter.Builder builder =
          i == 0
              ? TableWriter.create(uri, schema).sortBy(SortColumn.descending("id"))
              : TableWriter.append(uri);
      try (TableWriter writer = builder.open()) {
        try (RowWriter rows = writer.newRowWriter()) {
          for (long id : commits[i]) {
            // The last value stands for null, which comes last.
            if (id >= 0) {
              rows.setLong(0, id);
            }
            rows.endRow();
          }
        }
        writer.commit();
      }
    }
    try (Table table = TestTables.open(uri)) {
      // Nulls leave it in doubt whether the order continues.
      List<Split> splits = table.scan().splitBySortOrder().splits(1 << 30);
      assertThat(splits).extracting(Split::rowCount).containsExactly(6L, 2L, 2L);
      assertThat(splits).extracting(Split::sortOrderId).doesNotContain(0);
    }
  }

  /** The splits of two commits without order. */
  private List<Split> unsortedTable() {
    String other = TestRoot.uri(directory.resolve("unsorted"));
    write(TableWriter.create(other, SCHEMA), 0, 10);
    write(TableWriter.append(other), 5, 15);
    try (Table table = TestTables.open(other)) {
      return table.scan().splitBySortOrder().splits(1 << 30);
    }
  }

  private static boolean isSorted(DatasetScan scan, Split split) {
    long last = Long.MIN_VALUE;
    try (RowCursor rows = scan.select("id").rows(split)) {
      while (rows.next()) {
        if (rows.row().getLong(0) < last) {
          return false;
        }
        last = rows.row().getLong(0);
      }
    }
    return true;
  }

  @Test
  void splitsEndWhereTheOrderDoes() {
    SortColumn byId = SortColumn.ascending("id");
    write(TableWriter.create(uri, SCHEMA).sortBy(byId), 0, 1000);
    write(TableWriter.append(uri), 1000, 2000);
    write(TableWriter.append(uri), 1500, 2500);
    write(TableWriter.append(uri), 2499, 3000);
    try (Table table = TestTables.open(uri)) {
      DatasetScan scan = table.scan();
      int order = table.sortOrders().keySet().iterator().next();
      List<Split> unsorted = scan.splits(1 << 30);
      assertThat(unsorted).hasSize(1);
      assertThat(unsorted.get(0).sortOrderId()).isZero();
      List<Split> sorted = scan.splitBySortOrder().splits(1 << 30);
      assertThat(sorted).extracting(Split::rowCount).containsExactly(2000L, 1501L);
      assertThat(sorted).extracting(Split::sortOrderId).containsOnly(order);
      assertThat(sorted).allMatch(split -> isSorted(scan, split));
      assertThat(ids(scan, sorted.subList(0, 1))).hasSize(2000);
      // Rows that are not sorted need no order.
      assertThat(unsortedTable()).extracting(Split::sortOrderId).containsExactly(0);
      List<Split> single = scan.splits(1);
      assertThat(single).extracting(Split::sortOrderId).containsOnly(order);
    }
  }

  @Test
  void statisticsAreThoseOfTheRowGroupsThatAreRead() {
    createPartitioned(Partitioning.day("ts"));
    try (Table table = TestTables.open(uri)) {
      DatasetScan scan = table.scan().select("id", "region");
      ScanStatistics all = scan.statistics(List.of("id", "price"));
      assertThat(all.rowCount()).isEqualTo(ROWS);
      assertThat(all.isExact()).isTrue();
      assertThat(all.bytes()).isEqualTo(bytes(scan));
      assertThat(all.columns()).extracting(ColumnSummary::path).containsExactly("id", "price");
      assertThat(all.columns().get(0).exactMin()).contains(0L);
      assertThat(all.columns().get(0).exactMax()).contains(ROWS - 1L);
      assertThat(all.columns().get(1).nullCount()).isEqualTo(ROWS / 2);

      DatasetScan day = scan.filter(Predicate.lessThan("id", (long) PER_DAY));
      ScanStatistics first = day.statistics(List.of("id"));
      assertThat(first.rowCount()).isEqualTo(PER_DAY);
      assertThat(first.isExact()).isTrue();
      assertThat(first.columns().get(0).exactMax()).contains(PER_DAY - 1L);
      assertThat(first.bytes()).isBetween(1L, all.bytes() / 2);
      assertThat(day.limit(7).statistics().rowCount()).isEqualTo(7);
      assertThat(scan.filter(Predicate.lessThan("id", 7L)).statistics().isExact()).isFalse();
    }
  }

  private static long bytes(DatasetScan scan) {
    return scan.splits(1 << 30).stream().mapToLong(Split::bytes).sum();
  }

  /** {@code select day(ts), count(*), count(price), max(id) ... group by day(ts)} */
  @Test
  void aggregatesGroupedByPartition() {
    createPartitioned(Partitioning.day("ts"));
    try (Table table = TestTables.open(uri)) {
      Map<Object, long[]> groups = new HashMap<>();
      DatasetScan scan = table.scan().filter(Predicate.greaterOrEqual("ts", DAY));
      scan.visitRowGroups(
          List.of("price", "id"),
          rowGroup -> {
            assertThat(rowGroup.matchesAll()).isTrue();
            Object day = table.partitionValues(rowGroup.partition()).get(0);
            long[] group = groups.computeIfAbsent(day, any -> new long[3]);
            group[0] += rowGroup.rowCount();
            group[1] += rowGroup.rowCount() - rowGroup.columns().get(0).nullCount();
            group[2] = Math.max(group[2], (Long) rowGroup.columns().get(1).exactMax().get());
            return true;
          });
      assertThat(groups).containsOnlyKeys(1, 2, 3);
      groups.forEach(
          (day, group) ->
              assertThat(group)
                  .containsExactly(PER_DAY, PER_DAY / 2, ((Integer) day + 1L) * PER_DAY - 1));
      List<RowGroupInfo> one = new ArrayList<>();
      scan.visitRowGroups(List.of(), rowGroup -> !one.add(rowGroup));
      assertThat(one).hasSize(1);
    }
  }

  @Test
  void boundsThatMayDifferFromTheValuesAreNotExact() {
    Schema schema =
        Schema.of(
            Field.required("text", Type.string()),
            Field.required("nan", Type.float64()),
            Field.required("zero", Type.float64()),
            Field.nullable("none", Type.int32()));
    try (TableWriter writer = TableWriter.create(uri, schema).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int i = 0; i < 2; i++) {
          rows.setString(0, i == 0 ? "a" : "z".repeat(1000));
          rows.setDouble(1, i == 0 ? Double.NaN : 1);
          rows.setDouble(2, -i * 0.0);
          rows.endRow();
        }
      }
      writer.commit();
    }
    try (Table table = TestTables.open(uri)) {
      List<ColumnSummary> columns =
          table.scan().statistics(List.of("text", "nan", "zero", "none")).columns();
      assertThat(columns.get(0).exactMin()).contains("a");
      assertThat(columns.get(0).exactMax()).isEmpty();
      assertThat(columns.get(0).max()).isPresent();
      assertThat(columns.get(1).nanCount()).isEqualTo(1);
      for (ColumnSummary column : columns.subList(1, 4)) {
        assertThat(column.exactMin()).isEmpty();
        assertThat(column.exactMax()).isEmpty();
      }
      assertThat(columns.get(1).hasValues()).isTrue();
      assertThat(columns.get(3).hasValues()).isFalse();
    }
  }

  @Test
  void samplesOfRowsDependOnTheSeedOnly() {
    int rows = 20_000;
    write(TestTables.smallRowGroups(TableWriter.create(uri, SCHEMA), 4096), 0, rows);
    try (Table table = TestTables.open(uri)) {
      DatasetScan scan = table.scan().sampleRows(0.25, 0.5, 7);
      List<Long> whole = rowNumbers(scan, 0, rows);
      assertThat((double) whole.size() / rows).isBetween(0.22, 0.28);
      assertThat(rowNumbers(scan, 1234, 5000))
          .isEqualTo(whole.stream().filter(row -> row >= 1234 && row < 6234).toList());
      assertThat(rowNumbers(scan.limit(10), 0, rows)).isEqualTo(whole.subList(0, 10));
      assertThat(rowNumbers(table.scan().sampleRows(0.25, 0.5, 8), 0, rows)).isNotEqualTo(whole);
      assertThat(rowNumbers(table.scan().sampleRows(0, 1, 7), 0, rows)).hasSize(rows);
      assertThat(rowNumbers(table.scan().sampleRows(1, 1, 7), 0, rows)).isEmpty();
      assertThat(scan.statistics().isExact()).isFalse();
      scan.visitRowGroups(
          List.of(),
          rowGroup -> {
            assertThat(rowGroup.matchesAll()).isFalse();
            return true;
          });
    }
  }

  private static List<Long> rowNumbers(DatasetScan scan, long firstRow, long rowCount) {
    List<Long> numbers = new ArrayList<>();
    try (BatchCursor cursor = scan.batches(firstRow, rowCount)) {
      while (cursor.next()) {
        for (int i = 0; i < cursor.batch().selectedCount(); i++) {
          numbers.add(cursor.batch().firstRow() + cursor.batch().selectedRow(i));
        }
      }
    }
    return numbers;
  }

  @Test
  void samplesAreAboutAsLargeAsRequested() {
    int rowGroups = 400;
    write(TestTables.smallRowGroups(TableWriter.create(uri, SCHEMA), 4096), 0, rowGroups * 40L);
    try (Table table = TestTables.open(uri)) {
      long all = table.rowGroups().size();
      assertThat(all).isGreaterThan(50);
      long found = table.scan().sampleRowGroups(0, 0.5, 1).statistics().rowGroupCount();
      assertThat((double) found / all).isBetween(0.3, 0.7);
      DatasetScan scan = table.scan().sampleRowGroups(0.25, 0.5, 1);
      assertThat(scan.statistics().isExact()).isTrue();
      assertThat(scan.statistics().rowGroupCount()).isBetween(1L, found - 1);
      assertThat(table.scan().sampleRowGroups(0, 0, 1).splits(1)).isEmpty();
      assertThatThrownBy(() -> table.scan().sampleRowGroups(0.5, 1.5, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Invalid sample: 0.5 to 1.5 (expected a range inside of 0 to 1)");
    }
  }

  @Test
  void readsOnlyRowGroupsThatAFilterAccepts() {
    write(TestTables.smallRowGroups(TableWriter.create(uri, SCHEMA), 4096), 0, 2000);
    write(TestTables.smallRowGroups(TableWriter.append(uri), 4096), 2000, 4000);
    try (Table table = TestTables.open(uri)) {
      List<RowGroupInfo> rowGroups = table.rowGroups();
      Set<Long> wanted = Set.of(rowGroups.get(1).number(), rowGroups.get(3).number());
      DatasetScan scan = table.scan().filterRowGroups((number, file) -> wanted.contains(number));
      long rows = rowGroups.get(1).rowCount() + rowGroups.get(3).rowCount();

      assertThat(scan.statistics().rowCount()).isEqualTo(rows);
      assertThat(scan.statistics().isExact()).isTrue();
      List<Split> splits = scan.splits(1 << 20);
      assertThat(splits.stream().map(Split::firstRow))
          .containsExactly(rowGroups.get(1).firstRow(), rowGroups.get(3).firstRow());
      assertThat(scan.prune(table.scan().splits(1 << 30)).get(0).rowCount())
          .isEqualTo(
              rowGroups.get(1).rowCount()
                  + rowGroups.get(2).rowCount()
                  + rowGroups.get(3).rowCount());
      DatasetScan sampled = scan.sampleRowGroups(0, 0, 1);
      assertThat(sampled.statistics().rowGroupCount()).isZero();

      DatasetScan read = table.scan().filterRowGroups((number, file) -> wanted.contains(number));
      Set<String> files = new HashSet<>();
      long found = 0;
      try (BatchCursor batches = read.batches()) {
        while (batches.next()) {
          assertThat(wanted).contains(batches.batch().rowGroup());
          files.add(batches.batch().file());
          found += batches.batch().rowCount();
        }
      }
      assertThat(found).isEqualTo(rows);
      assertThat(read.metrics().rowGroupsRead()).isEqualTo(2);
      assertThat(read.metrics().rowGroupsSkipped()).isEqualTo(rowGroups.size() - 2L);

      String first = files.iterator().next();
      DatasetScan ofFile = table.scan().filterRowGroups((n, file) -> file.get().equals(first));
      assertThat(files).hasSize(1);
      assertThat(ofFile.statistics().rowCount()).isEqualTo(2000);
    }
  }
}
