// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.schema.PlainDefaults;
import io.albis.format.internal.schema.SchemaUpdate;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SchemaUpdateTest {

  private static SchemaUpdate start() {
    Schema schema =
        Schema.of(
                Field.nullable("a", Type.int8()).withInitialDefault(-2),
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
    assertThat(update.nextId()).isEqualTo(102);
  }

  @Test
  void addRejectsRequiredAndDuplicateColumns() {
    assertThatThrownBy(() -> start().add(Field.required("n", Type.int8())))
        .hasMessageContaining("Cannot add column n: it is required and has no initial default");
    assertThatThrownBy(() -> start().add(Field.nullable("a", Type.int8())))
        .hasMessage("Cannot add column a: there is one of this name");
    assertThat(start().add(Field.required("n", Type.int8()).withInitialDefault(0)).schema())
        .isNotNull();
  }

  @Test
  void dropDoesNotReuseTheId() {
    SchemaUpdate update = start().drop("s.x").drop("a").add(Field.nullable("a", Type.int8()));
    assertThat(update.schema().paths()).containsExactly("s", "s.y", "l", "l.element", "a");
    assertThat(update.schema().field("a").id()).isEqualTo(100);
    assertThatThrownBy(() -> start().drop("l.element"))
        .hasMessageContaining("a part of a list or map");
    assertThatThrownBy(() -> start().drop("s.x").drop("s.y"))
        .hasMessageContaining("the only field of its struct");
  }

  @Test
  void charAndVarcharBecomeLonger() {
    SchemaUpdate update = start().add(text("v", "varchar", 5)).add(text("c", "char", 3));
    Extension longer = text("", "varchar", 9).extension().orElseThrow();
    SchemaUpdate changed =
        update.lengthen("v", Optional.of(longer)).lengthen("c", Optional.of(longer));
    assertThat(changed.schema().field("v").extension()).contains(longer);
    assertThat(changed.schema().field("c").extension()).contains(longer);
    assertThat(changed.lengthen("v", Optional.empty()).schema().field("v").extension()).isEmpty();
    assertThatThrownBy(() -> changed.lengthen("v", update.schema().field("v").extension()))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("Cannot change column v from")
        .hasMessageContaining("at least the same length");
    assertThatThrownBy(() -> changed.lengthen("v", update.schema().field("c").extension()))
        .isInstanceOf(InvalidArgumentException.class);
    assertThatThrownBy(() -> changed.lengthen("a", Optional.of(longer)))
        .isInstanceOf(InvalidArgumentException.class);
  }

  private static Field text(String name, String type, int length) {
    return Field.nullable(name.isEmpty() ? "x" : name, Type.string())
        .withExtension(new Extension(type, Map.of("length", Integer.toString(length))));
  }

  @Test
  void widenAlsoWidensTheDefault() {
    Field widened = start().widen("a", Type.int32()).schema().field("a");
    assertThat(widened.type()).isEqualTo(Type.int32());
    assertThat(widened.initialDefault()).contains(-2);
    assertThat(PlainDefaults.initialOf(widened)).contains(new byte[] {-2, -1, -1, -1});
    assertThat(start().widen("l.element", Type.int64()).schema().field("l").type())
        .hasToString("list<int64>");
    assertThatThrownBy(() -> start().widen("s.x", Type.int64()))
        .hasMessageStartingWith("Cannot change column s.x from float to int64");
  }

  @Test
  void addsToStructsAtAnyDepth() {
    Schema nested =
        Schema.of(
                Field.required("s", Type.parse("struct<x: float>")),
                Field.nullable("l", Type.parse("list<struct<p: int8>>")),
                Field.nullable("m", Type.parse("map<int8, struct<q: int8>>")))
            .withAssignedIds();
    Field required = Field.required("n", Type.int16());
    SchemaUpdate update =
        SchemaUpdate.of(nested, 50)
            .add("s", Field.nullable("y", Type.int8()))
            .add("l.element", required.withInitialDefault(7))
            .add("m.value", Field.nullable("r", Type.parse("struct<t: int8 required>")));
    assertThat(update.schema().paths()).contains("s.y", "l.element.n", "m.value.r.t").hasSize(13);
    assertThat(update.schema().field("l.element.n").id()).isEqualTo(51);
    assertThat(update.nextId()).isEqualTo(54);
    assertThat(nested.field("l").type().canWidenTo(update.schema().field("l").type())).isTrue();
    assertThat(nested.field("m").type().canWidenTo(update.schema().field("m").type())).isTrue();
    assertThat(update.drop("l.element.p").schema().paths()).doesNotContain("l.element.p");

    assertThatThrownBy(() -> update.add("l.element", Field.required("o", Type.int16())))
        .hasMessage(
            "Cannot add column l.element.o: it is required and has no initial default, so existing"
                + " rows could not be read");
    assertThatThrownBy(() -> update.add("l", Field.nullable("o", Type.int16())))
        .hasMessageStartingWith("Cannot add column l.o: l is of type list<");
    assertThatThrownBy(() -> update.drop("m.value"))
        .hasMessage("Cannot drop column m.value: it is a part of a list or map");
    assertThatThrownBy(() -> update.drop("m.value.q").drop("m.value.r"))
        .hasMessageContaining("the only field of its struct");
  }

  @Test
  void newStructsMayHaveRequiredFieldsIfOldRowsCanBeRead() {
    Type inner = Type.parse("struct<p: int8 required>");
    assertThat(start().add(Field.nullable("n", inner)).schema().find("n.p")).isPresent();
    assertThatThrownBy(() -> start().add(Field.required("n", inner)))
        .hasMessageContaining("Cannot add column n.p: it is required");
    Field withDefault = Field.required("p", Type.int8()).withInitialDefault(0);
    assertThat(start().add(Field.required("n", Type.struct(withDefault))).schema().find("n.p"))
        .isPresent();
    Schema column = start().addWithValues(Field.required("n", inner)).schema();
    assertThat(column.find("n.p")).isPresent();
  }

  @Test
  void structsCannotBecomeNullable() {
    Schema schema =
        Schema.of(
                Field.required("s", Type.parse("struct<x: float required>")),
                Field.required("l", Type.parse("list<struct<p: int8> required>")))
            .withAssignedIds();
    SchemaUpdate update = SchemaUpdate.of(schema, 50);
    assertThatThrownBy(() -> update.makeNullable("s"))
        .hasMessage(
            "Cannot make column s nullable: it is a struct, and existing rows do not store whether"
                + " it is null");
    assertThatThrownBy(() -> update.makeNullable("l.element")).hasMessageContaining("a struct");
    assertThat(update.makeNullable("s.x").makeNullable("l").schema().field("s.x").nullable())
        .isTrue();
  }

  @Test
  void writeDefaultsDoNotTouchInitialDefaults() {
    SchemaUpdate update = start().writeDefault("a", Optional.of(5));
    assertThat(update.schema().field("a").writeDefault()).contains((byte) 5);
    assertThat(update.schema().field("a").initialDefault()).contains((byte) -2);
    assertThat(update.widen("a", Type.int16()).schema().field("a").writeDefault())
        .contains((short) 5);
    assertThat(update.writeDefault("a", Optional.empty()).schema().field("a").writeDefault())
        .isEmpty();
    assertThatThrownBy(() -> start().writeDefault("a", Optional.of(new byte[2])))
        .hasMessage(
            "Invalid default of a of type int8: 2 bytes (byte[]; expected an integer from -128 to"
                + " 127)");
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
