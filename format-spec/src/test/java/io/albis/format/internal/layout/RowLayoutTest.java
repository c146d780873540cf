// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowLayoutTest {

  @Test
  void specExample() {
    Schema schema =
        Schema.of(
            Field.nullable("a", Type.int32()),
            Field.nullable("b", Type.string()),
            Field.required("c", Type.float64()),
            Field.nullable("d", Type.bool()),
            Field.required("e", Type.fixedBinary(3)),
            Field.required("f", Type.int16()));
    RowLayout layout = RowLayout.of(schema.leaves());
    assertThat(layout.stride()).isEqualTo(40);
    assertThat(layout.nullWordCount()).isEqualTo(1);
    assertThat(List.of(0, 1, 2, 3, 4, 5))
        .extracting(layout::offset)
        .containsExactly(24, 8, 16, 30, 31, 28);
    assertThat(List.of(0, 1, 2, 3, 4, 5))
        .extracting(layout::nullBit)
        .containsExactly(0, 1, -1, 2, -1, -1);
  }

  @Test
  void presenceLeavesOccupyOneBit() {
    Schema schema = Schema.of(Field.nullable("s", Type.parse("struct<x: uuid required>")));
    RowLayout layout = RowLayout.of(schema.leaves());
    assertThat(layout.stride()).isEqualTo(24);
    assertThat(layout.nullBit(0)).isZero();
    assertThat(layout.nullBit(1)).isEqualTo(1);
    assertThat(layout.offset(1)).isEqualTo(8);
  }

  @Test
  void rejectsLongRowsAndLists() {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < 8192; i++) {
      fields.add(Field.required("c" + i, Type.int64()));
    }
    assertThatThrownBy(() -> RowLayout.of(Schema.of(fields).leaves()))
        .hasMessageContaining("its rows need 65536 bytes (expected at most 65528)");
    Schema list = Schema.of(Field.nullable("l", Type.parse("list<int8>")));
    assertThatThrownBy(() -> RowLayout.of(list.leaves()))
        .hasMessageContaining("l of type list<int8> has no row layout");
  }
}
