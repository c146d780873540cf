// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.sales;

import static org.assertj.core.api.Assertions.assertThat;

import io.trino.tpcds.Results;
import io.trino.tpcds.Session;
import io.trino.tpcds.Table;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SalesGeneratorTest {
  private static final double SCALE = 0.006;

  @Test
  void blocksAreTheRowsOfTheGeneratorInItsOrder() throws Exception {
    Session session = Session.getDefaultSession().withTable(Table.STORE_SALES).withScale(SCALE);
    List<List<String>> expected = new ArrayList<>();
    for (List<List<String>> row : Results.constructResults(Table.STORE_SALES, session)) {
      expected.add(row.get(0));
    }
    List<List<String>> rows = rows(Long.MAX_VALUE);
    assertThat(rows).hasSizeGreaterThan(10_000);
    assertThat(rows).isEqualTo(text(new SalesBlock(expected)));
  }

  @Test
  void stopsAtTheLimit() throws Exception {
    assertThat(rows(15_000)).hasSize(15_000).isEqualTo(rows(Long.MAX_VALUE).subList(0, 15_000));
  }

  private static List<List<String>> rows(long limit) throws Exception {
    List<List<String>> rows = new ArrayList<>();
    new SalesGenerator(SCALE, 2).generate(limit, block -> rows.addAll(text(block)));
    return rows;
  }

  private static List<List<String>> text(SalesBlock block) {
    List<List<String>> rows = new ArrayList<>();
    for (int r = 0; r < block.rowCount(); r++) {
      List<String> row = new ArrayList<>();
      for (int c = 0; c < SalesColumn.ALL.size(); c++) {
        boolean money = SalesColumn.ALL.get(c).kind() == SalesColumn.Kind.DOUBLE;
        row.add(
            block.isNull(c, r)
                ? null
                : money ? Double.toString(block.money(c, r)) : Long.toString(block.integer(c, r)));
      }
      rows.add(row);
    }
    return rows;
  }
}
