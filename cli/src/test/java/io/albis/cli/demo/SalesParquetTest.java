// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.tools.sales.SalesColumn;
import io.albis.tools.sales.SalesGenerator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SalesParquetTest {
  private static final double SCALE = 0.01;

  @Test
  void parquetHoldsTheSumsOfTheRows(@TempDir Path dir) throws Exception {
    Path file = dir.resolve("sales.parquet");
    long[] values = new long[SalesColumn.ALL.size()];
    long[] sums = new long[values.length];
    try (SalesParquetWriter writer = new SalesParquetWriter(file)) {
      new SalesGenerator(SCALE, 2)
          .generate(
              20_000,
              block -> {
                writer.write(block);
                for (int c = 0; c < values.length; c++) {
                  for (int r = 0; r < block.rowCount(); r++) {
                    values[c] += block.isNull(c, r) ? 0 : 1;
                    sums[c] +=
                        SalesColumn.ALL.get(c).kind() == SalesColumn.Kind.DOUBLE
                            ? Math.round(block.money(c, r) * 100)
                            : block.integer(c, r);
                  }
                }
              });
    }
    List<ColumnSum> expected = new ArrayList<>();
    for (int c = 0; c < values.length; c++) {
      expected.add(new ColumnSum(SalesColumn.ALL.get(c).name(), sums[c], values[c]));
    }
    SalesParquetReader reader = new SalesParquetReader(file);
    assertThat(reader.exactSums()).isEqualTo(expected);
    assertThat(values[0]).isBetween(18_000L, 19_999L);
    assertThat(reader.fastSum()).isEqualTo(reader.fastSum()).isNotZero();
  }
}
