/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.reader.ColumnBatch;
import io.albis.reader.RowCursor;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** What is measured side by side computes the same. */
class SumsTest {

  /** Doubles are added in another order. */
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
