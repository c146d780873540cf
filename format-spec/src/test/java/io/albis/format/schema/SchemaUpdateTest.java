// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SchemaUpdateTest {

  private static SchemaUpdate start() {
    Schema schema =
        Schema.of(
                Field.nullable("a", Type.int8()).withDefault(new byte[] {-2}),
                Field.nullable("s", Type.parse("struct<x: float, y: string>")),
                Field.nullable("l", Type.parse("list<int16>")))
            .withAssignedIds();
    return SchemaUpdate.of(schema, 100);
  }

  @Test
  void addAssignsNewIds() {
    SchemaUpdate update = start().add(Field.nullable("n", Type.parse("struct<p: int8>")));
    assertThat(update.schema().field("n").id()).isEqualTo(100);
    assertThat(update.schema().field("n.p").id()).isEqualTo(101);
    assertThat(update.nextFieldId()).isEqualTo(102);
  }

  @Test
  void addRejectsRequiredAndDuplicateColumns() {
    assertThatThrownBy(() -> start().add(Field.required("n", Type.int8())))
        .hasMessageContaining("Cannot add column n: it is required and has no default");
    assertThatThrownBy(() -> start().add(Field.nullable("a", Type.int8())))
        .hasMessage("Cannot add column a: a column with this name exists");
    assertThat(start().add(Field.required("n", Type.int8()).withDefault(new byte[1])).schema())
        .isNotNull();
  }

  @Test
  void dropDoesNotReuseTheId() {
    SchemaUpdate update = start().drop("s.x").drop("a").add(Field.nullable("a", Type.int8()));
    assertThat(update.schema().paths()).containsExactly("s", "s.y", "l", "l.element", "a");
    assertThat(update.schema().field("a").id()).isEqualTo(100);
    assertThatThrownBy(() -> start().drop("l.element")).hasMessageContaining("inside a list");
    assertThatThrownBy(() -> start().drop("s.x").drop("s.y"))
        .hasMessageContaining("the only field of its struct");
  }

  @Test
  void widenAlsoWidensTheDefault() {
    Field widened = start().widen("a", Type.int32()).schema().field("a");
    assertThat(widened.type()).isEqualTo(Type.int32());
    assertThat(widened.defaultValue()).contains(new byte[] {-2, -1, -1, -1});
    assertThat(start().widen("l.element", Type.int64()).schema().field("l").type())
        .hasToString("list<int64>");
    assertThatThrownBy(() -> start().widen("s.x", Type.int64()))
        .hasMessageStartingWith("Cannot change column s.x from float to int64");
  }

  @Test
  void renameMoveAndDescribe() {
    Schema schema =
        start().rename("s.y", "z").move("l", 0).describe("a", "doc").makeNullable("a").schema();
    assertThat(schema.paths()).containsExactly("l", "l.element", "a", "s", "s.x", "s.z");
    assertThat(schema.field("a").doc()).isEqualTo("doc");
    assertThatThrownBy(() -> start().rename("s.y", "x"))
        .hasMessage("Invalid struct: it has two fields of the name x");
    assertThatThrownBy(() -> start().move("a", 3)).hasMessageContaining("(expected 0 to 2)");
  }
}
