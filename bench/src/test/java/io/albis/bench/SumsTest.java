// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.reader.ColumnBatch;
import io.albis.reader.RowCursor;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Tests that the compared benchmarks compute the same sums. */
class SumsTest {

  /** Doubles are added in different orders. */
  private static final Percentage ROUNDING = Percentage.withPercentage(1e-9);

  @Test
  void contestantsComputeTheSameSums() {
    double rows = rows();
    try (WarmTable table = new WarmTable(ColumnGroupSpec.single(), 1)) {
      ColumnBatch batch = table.batches().get(0);
      double columns = HandWritten.columns(batch);
      assertThat(columns).isCloseTo(rows, ROUNDING);
      assertThat(ReaderSums.columns(batch)).isEqualTo(columns);
      assertThat(HandWritten.validColumns(batch)).isCloseTo(columns, ROUNDING);
      assertThat(ReaderSums.validColumns(batch)).isEqualTo(HandWritten.validColumns(batch));
      try (RowCursor cursor = batch.rows()) {
        assertThat(ReaderSums.rows(cursor)).isEqualTo(rows);
      }
    }
  }

  private static double rows() {
    try (WarmTable table = new WarmTable(ColumnGroupSpec.all(), 1)) {
      ColumnBatch batch = table.batches().get(0);
      double rows = HandWritten.rows(table.rowAddresses()[0], batch.rowCount());
      assertThat(rows).isPositive();
      try (RowCursor cursor = batch.rows()) {
        assertThat(ReaderSums.rows(cursor)).isEqualTo(rows);
      }
      return rows;
    }
  }
}
