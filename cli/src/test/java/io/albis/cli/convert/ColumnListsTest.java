// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.SortColumn;
import io.albis.format.schema.Type;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ColumnListsTest {

  @Test
  void parsesListsOfColumns() {
    assertThat(ColumnLists.partitioning("region, ts:day,id:bucket(16),`a,b:c`:truncate(4)"))
        .containsExactly(
            Partitioning.identity("region"),
            Partitioning.day("ts"),
            Partitioning.bucket("id", 16),
            Partitioning.truncate("`a,b:c`", 4));
    assertThat(
            ColumnLists.sortColumns("a,b desc,c  ASC nulls LAST,d desc nulls first,`x desc`,e.f"))
        .containsExactly(
            SortColumn.ascending("a"),
            SortColumn.descending("b"),
            new SortColumn("c", false, true),
            new SortColumn("d", true, false),
            SortColumn.ascending("`x desc`"),
            SortColumn.ascending("e.f"));
    assertThat(ColumnLists.types("year=int16,price=decimal(7,2)"))
        .isEqualTo(Map.of("year", Type.int16(), "price", Type.decimal(7, 2)));
    assertThat(ColumnLists.types("`a,b`=struct<x: int32, y: decimal(9,2)>, c = list<string>"))
        .isEqualTo(
            Map.of(
                "a,b",
                Type.parse("struct<x: int32, y: decimal(9,2)>"),
                "c",
                Type.parse("list<string>")));
    for (String wrong : List.of("", "a,,b", "a:b:c", "ts:week", "id:bucket")) {
      assertThatThrownBy(() -> ColumnLists.partitioning(wrong))
          .as(wrong)
          .isInstanceOf(InvalidArgumentException.class);
    }
    assertThatThrownBy(() -> ColumnLists.types("year"))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("expected COLUMN=TYPE");
  }
}
