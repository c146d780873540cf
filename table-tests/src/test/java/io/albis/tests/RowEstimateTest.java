// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.error.AlbisIOException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.Table;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Estimates of the number of rows that match a filter. */
class RowEstimateTest {

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("spread", Type.int32()),
          Field.required("sorted", Type.int32()),
          Field.nullable("name", Type.string()));

  /** Where rows are tested, if they are many. */
  private static final int PLACES = 8;

  @TempDir Path directory;
  private Table table;

  /** Spread: 0 to 999, all over the table. Sorted: the number of the row. Name: by spread. */
  private DatasetScan scan(int rows, long rowGroupSize) {
    return scan(TestRoot.uri(directory.resolve("t")), rows, rowGroupSize);
  }

  private DatasetScan scan(String uri, int rows, long rowGroupSize) {
    TableWriter.Builder builder = TableWriter.create(uri, SCHEMA).rowGroupSize(rowGroupSize);
    try (TableWriter writer = builder.open()) {
      try (RowWriter out = writer.newRowWriter()) {
        for (int i = 0; i < rows; i++) {
          int spread = (int) (i * 2_654_435_761L % 1000);
          out.setInt(0, spread);
          out.setInt(1, i);
          if (spread % 10 != 0) {
            out.setString(2, "name " + spread % 10);
          }
          out.endRow();
        }
      }
      writer.commit();
    }
    table = Table.open(uri);
    return table.scan();
  }

  @AfterEach
  void closeTable() {
    table.close();
  }

  @Test
  void isExactForFewRows() {
    DatasetScan scan = scan(200_000, 1 << 20);
    assertThat(scan.filter(Predicate.equal("spread", 1)).estimateRowCount()).isEqualTo(200);
    assertThat(scan.filter(Predicate.like("name", "%e 3")).estimateRowCount()).isEqualTo(20_000);
    assertThat(scan.filter(Predicate.equal("name", "none")).estimateRowCount()).isZero();
    assertThat(scan.estimateRowCount()).isEqualTo(200_000);
  }

  @Test
  void errsToMoreForManyRows() {
    DatasetScan scan = scan(1_000_000, 4 << 20);
    assertThat(scan.filter(Predicate.equal("spread", 1)).estimateRowCount())
        .isBetween(950L, 1_500L);
    assertThat(scan.filter(Predicate.isNotNull("name")).estimateRowCount())
        .isBetween(899_000L, 920_000L);
  }

  @Test
  void isCarefulWhereMatchesLieTogether() {
    DatasetScan scan = scan(1_000_000, 64 << 20);
    DatasetScan between =
        scan.filter(
            Predicate.and(
                Predicate.greaterOrEqual("sorted", 450_000),
                Predicate.lessThan("sorted", 550_000)));
    assertThat(between.estimateRowCount()).isBetween(100_000L, 500_000L);
    // No row that is tested matches.
    DatasetScan none =
        scan.filter(Predicate.and(Predicate.equal("spread", 5), Predicate.equal("name", "name 6")));
    assertThat(none.estimateRowCount()).isBetween(100_000L, 500_000L);
  }

  @Test
  void readsNothingThatStatisticsKnow() {
    DatasetScan scan = scan(1_000_000, 1 << 20);
    assertThat(scan.filter(Predicate.lessThan("sorted", 0)).estimateRowCount()).isZero();
    assertThat(scan.filter(Predicate.greaterOrEqual("sorted", 0)).estimateRowCount())
        .isEqualTo(1_000_000);
    assertThat(scan.filter(Predicate.lessThan("sorted", 150_000)).estimateRowCount())
        .isEqualTo(150_000);
  }

  /** Spark adds such a test for each key of a join. */
  @Test
  void readsNothingToTestForNull() {
    DatasetScan scan = scan(1_000_000, 4 << 20);
    DatasetScan notNull =
        scan.filter(Predicate.and(Predicate.isNotNull("name"), Predicate.isNotNull("spread")));
    scan.statistics(List.of("name", "spread"));
    long requests = table.metrics().readRequests();
    assertThat(notNull.estimateRowCount()).isEqualTo(900_000);
    assertThat(scan.filter(Predicate.isNull("name")).estimateRowCount()).isEqualTo(100_000);
    assertThat(table.metrics().readRequests()).isEqualTo(requests);
    DatasetScan both =
        scan.filter(Predicate.and(Predicate.isNotNull("name"), Predicate.equal("spread", 1)));
    assertThat(both.estimateRowCount()).isBetween(950L, 1_500L);
  }

  /** The other places are being read then: the table can be closed, and no memory is left. */
  @Test
  void endsWithTheErrorOfARead() {
    DatasetScan scan = scan("faulty:" + directory.resolve("t"), 1_000_000, 4 << 20);
    DatasetScan filtered = scan.filter(Predicate.equal("spread", 1));
    long rows = filtered.estimateRowCount();
    int failed = 0;
    for (int before = 0; before < 2 * PLACES; before++) {
      FaultyStorageProvider.setFaults(Faults.once(before));
      try {
        assertThat(filtered.estimateRowCount()).isEqualTo(rows);
      } catch (AlbisIOException e) {
        assertThat(e).hasRootCauseMessage("injected");
        failed++;
      } finally {
        FaultyStorageProvider.setFaults(Faults.NONE);
      }
    }
    assertThat(failed).isBetween(PLACES, 2 * PLACES);
    assertThat(filtered.estimateRowCount()).isEqualTo(rows);
  }

  @Test
  void limitsTheEstimate() {
    DatasetScan scan = scan(200_000, 1 << 20);
    DatasetScan filtered = scan.filter(Predicate.equal("spread", 1));
    assertThat(filtered.limit(50).estimateRowCount()).isEqualTo(50);
    assertThat(filtered.limit(500).estimateRowCount()).isEqualTo(200);
    long sampled = scan.sampleRows(0, 0.5, 7).estimateRowCount();
    assertThat(sampled).isBetween(98_000L, 102_000L);
  }
}
