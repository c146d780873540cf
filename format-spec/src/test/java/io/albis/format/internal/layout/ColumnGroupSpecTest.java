// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnGroupSpecTest {

  /** Leaves a 1, s 2 (presence), s.x 3, s.y 4, l 5. */
  private static Schema schema() {
    return Schema.of(
            Field.nullable("a", Type.int8()),
            Field.nullable("s", Type.parse("struct<x: float, y: string>")),
            Field.nullable("l", Type.parse("list<int16>")))
        .withAssignedIds();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "all       ; [1, 2, 3, 4] [5]",
        "single    ; [1] [2] [3] [4] [5]",
        "auto      ; [1] [2] [3] [4] [5]",
        "'a,s'     ; [1, 2, 3, 4] [5]",
        "'s.y , a' ; [4, 1] [2] [3] [5]"
      })
  void resolves(String spec, String groups) {
    List<ColumnGroup> resolved = ColumnGroupSpec.parse(spec).resolve(schema(), 7);
    assertThat(resolved.stream().map(g -> g.leafIds().toString()).toList())
        .isEqualTo(List.of(groups.split("(?<=]) ", -1)));
    assertThat(resolved)
        .allMatch(g -> g.isImplicit() ? g.id() == g.leafId(0) : g.id() == 7 && g.leafCount() > 1);
    assertThat(resolved).allMatch(g -> (g.leafCount() == 1) == !g.isRowLayout());
  }

  @Test
  void rejectsInvalidSpecs() {
    assertThatThrownBy(() -> ColumnGroupSpec.parse("a;;s"))
        .hasMessage(
            "Invalid column groups: a;;s (expected all, single, auto, or paths such as a,b;c)");
    assertThatThrownBy(() -> ColumnGroupSpec.parse("a;s,a").resolve(schema(), 1))
        .hasMessage("Invalid column groups: a is given twice");
    assertThatThrownBy(() -> ColumnGroupSpec.parse("a,l").resolve(schema(), 1))
        .hasMessageContaining("l of type list<int16> has no row layout");
    assertThatThrownBy(() -> ColumnGroupSpec.parse("l.element").resolve(schema(), 1))
        .hasMessageContaining("l.element is a part of a list or map");
    assertThatThrownBy(() -> ColumnGroupSpec.parse("b").resolve(schema(), 1))
        .hasMessageStartingWith("Unknown column: b");
  }

  @Test
  void autoGroupsColumnsOfWideTablesByCacheLine() {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < 1187; i++) {
      fields.add(Field.nullable("c" + i, i % 100 == 99 ? Type.string() : Type.int32()));
    }
    Schema schema = Schema.of(fields).withAssignedIds();
    List<ColumnGroup> groups = ColumnGroupSpec.auto().resolve(schema, 1);
    assertThat(groups).hasSize(95);
    assertThat(groups.stream().mapToInt(g -> g.leafIds().size()).sum()).isEqualTo(1187);
    for (ColumnGroup group : groups) {
      if (group.isRowLayout()) {
        List<io.albis.format.schema.Leaf> leaves =
            group.leafIds().stream().map(schema::leaf).toList();
        assertThat(RowLayout.of(leaves).stride()).isLessThanOrEqualTo(64);
      }
    }
  }
}
