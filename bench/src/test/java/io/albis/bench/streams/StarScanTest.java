// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class StarScanTest {

  /** Tables of objects, a list of columns each. */
  private record Memory(Map<String, Map<String, List<Object>>> tables, List<ScanSpec> scans)
      implements TableSource {

    @Override
    public void scan(ScanSpec spec, Consumer<Columns> rows) {
      scans.add(spec);
      List<List<Object>> columns =
          spec.columns().stream().map(tables.get(spec.table())::get).toList();
      // In two blocks, to see that sums go on.
      int half = columns.get(0).size() / 2;
      rows.accept(new Block(columns.stream().map(each -> each.subList(0, half)).toList()));
      rows.accept(
          new Block(columns.stream().map(each -> each.subList(half, each.size())).toList()));
    }

    @Override
    public Plan plan(List<ScanSpec> planned) {
      return Plan.NONE;
    }

    @Override
    public long bytesRead() {
      return -1;
    }

    @Override
    public Map<String, Long> counters() {
      return Map.of();
    }

    @Override
    public void close() {}
  }

  private record Block(List<List<Object>> values) implements Columns {

    @Override
    public int rowCount() {
      return values.get(0).size();
    }

    @Override
    public boolean isNull(int column, int row) {
      return values.get(column).get(row) instanceof String text && text.isEmpty();
    }

    @Override
    public int getInt(int column, int row) {
      return (Integer) values.get(column).get(row);
    }

    @Override
    public double getDouble(int column, int row) {
      return (Double) values.get(column).get(row);
    }

    @Override
    public String getText(int column, int row) {
      return (String) values.get(column).get(row);
    }
  }

  private static final String NULL = "";

  private final Memory source =
      new Memory(
          Map.of(
              "item",
              Map.of(
                  "i_item_sk", List.of(1, 2, 3, 4),
                  "i_category", List.of("Books", "Music", "Books", NULL),
                  "i_class_id", List.of(7, 8, 9, 7)),
              "store_sales",
              Map.of(
                  "ss_item_sk", List.of(1, 2, 3, NULL, 1, 4),
                  "ss_quantity", List.of(10, 10, 20, 20, NULL, 10),
                  "ss_net_paid", List.of(1.0, 2.0, NULL, 8.0, 16.0, 32.0))),
          new ArrayList<>());

  private final Dimension items = Dimension.of("item", "i_item_sk");
  private final StarScan sales = StarScan.of("store_sales");

  @Test
  void joinsFiltersGroupsAndSums() throws Exception {
    Answer answer =
        sales
            .join("ss_item_sk", items.in("i_category", "Books").by("i_class_id"))
            .sum("ss_net_paid")
            .run(source);
    assertThat(answer).isEqualTo(new Answer(3, 2, 1 * 2 + 2 * 1, 17));
    assertThat(source.scans())
        .extracting(ScanSpec::columns)
        .containsExactly(
            List.of("i_item_sk", "i_class_id", "i_category"), List.of("ss_item_sk", "ss_net_paid"));
  }

  @Test
  void boundsDropNullsAndOtherValues() throws Exception {
    assertThat(sales.between("ss_quantity", 10, 15).run(source).rows()).isEqualTo(3);
    assertThat(sales.between("ss_net_paid", 2.0, 16.0).sum("ss_net_paid").run(source))
        .isEqualTo(new Answer(3, 1, 3, 26));
  }

  @Test
  void groupsOfTwoJoinsAreCombined() throws Exception {
    Dimension byClass = items.by("i_class_id");
    Answer answer =
        sales
            .join("ss_item_sk", byClass)
            .join("ss_quantity", new Dimension("item", "i_item_sk", List.of(), null))
            .run(source);
    assertThat(answer).as("no quantity is a key of an item").isEqualTo(Answer.NONE);
    assertThat(sales.join("ss_item_sk", byClass).run(source).groups()).isEqualTo(3);
  }

  @Test
  void answersAgreeToNineDigits() {
    Answer answer = new Answer(1, 1, 1, 1e12);
    assertThat(answer.agreesWith(new Answer(1, 1, 1, 1e12 + 1))).isTrue();
    assertThat(answer.agreesWith(new Answer(1, 1, 1, 1e12 + 1e6))).isFalse();
    assertThat(answer.agreesWith(new Answer(1, 1, 2, 1e12))).isFalse();
  }
}
