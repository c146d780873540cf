// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.InvalidArgumentException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchemaTest {

  /** The example of SPEC.md, section 6. */
  private static Schema example() {
    Type inner = Type.struct(Field.nullable("c", Type.float64()));
    Type outer = Type.struct(Field.required("b", Type.string()), Field.required("t", inner));
    return Schema.of(
            Field.required("a", Type.int32()),
            Field.nullable("s", outer),
            Field.nullable("l", Type.parse("list<struct<d: int8>>")))
        .withAssignedIds();
  }

  @Test
  void leavesOfTheSpecExample() {
    assertThat(example().leaves())
        .extracting(Leaf::path, Leaf::nullable, Leaf::isPresence)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("a", false, false),
            org.assertj.core.groups.Tuple.tuple("s", true, true),
            org.assertj.core.groups.Tuple.tuple("s.b", true, false),
            org.assertj.core.groups.Tuple.tuple("s.t.c", true, false),
            org.assertj.core.groups.Tuple.tuple("l", true, false));
    assertThat(example().leaves().get(3).ancestorIds()).containsExactly(2, 4);
  }

  @Test
  void assignsIdsDepthFirst() {
    assertThat(example().maxFieldId()).isEqualTo(8);
    assertThat(example().field("s.t.c").id()).isEqualTo(5);
    assertThat(example().field("l.element.d").id()).isEqualTo(8);
  }

  @Test
  void quotesPathsWithDots() {
    Schema schema =
        Schema.of(Field.nullable("a.b", Type.struct(Field.nullable("c`d", Type.int8()))));
    assertThat(schema.paths()).containsExactly("`a.b`", "`a.b`.`c``d`");
    assertThat(schema.field("`a.b`.`c``d`").type()).isEqualTo(Type.int8());
    assertThat(schema.field("a.b").type().kind()).isEqualTo(TypeKind.STRUCT);
    assertThat(schema.find("`a.b")).isEmpty();
    assertThat(schema.find("")).isEmpty();
    assertThat(schema.find("`a.b`x")).isEmpty();
  }

  @Test
  void unknownColumnSuggestsTheNearest() {
    assertThatThrownBy(() -> example().field("s.t.x"))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessage("Unknown column: s.t.x (did you mean s.t.c?)");
    assertThatThrownBy(() -> example().ordinal("quantity"))
        .hasMessage("Unknown column: quantity (columns: a, s, l)");
  }

  @Test
  void rejectsDuplicateNamesAndIds() {
    Field a = Field.nullable("a", Type.int8());
    assertThatThrownBy(() -> Schema.of(a, a))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessage("Invalid schema: it has two fields of the name a");
    assertThatThrownBy(() -> Schema.of(a.withId(1), a.withName("b").withId(1)))
        .hasMessage("Invalid schema: field id 1 is used twice, also by b");
  }

  @Test
  void validatesNames() {
    assertThatThrownBy(() -> Field.nullable("", Type.int8()))
        .hasMessage("Invalid column name: it is empty");
    assertThatThrownBy(() -> Field.nullable("a\nb", Type.int8()))
        .hasMessageContaining("found one at position 1");
    assertThatThrownBy(() -> Field.nullable("ä".repeat(257), Type.int8()))
        .hasMessageContaining("expected at most 512 bytes of UTF-8, found 514");
    assertThatThrownBy(() -> Field.nullable("\ud800", Type.int8()))
        .hasMessageContaining("lone surrogate");
  }

  @Test
  void enforcesLimits() {
    Type deep = Type.int8();
    for (int i = 0; i < Schema.MAX_DEPTH; i++) {
      deep = Type.list(Field.nullable("element", deep));
    }
    Field tooDeep = Field.nullable("deep", deep);
    assertThatThrownBy(() -> Schema.of(tooDeep)).hasMessageContaining("deeper than 40 levels");
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i <= Schema.MAX_LEAVES; i++) {
      fields.add(Field.nullable("c" + i, Type.int8()));
    }
    assertThatThrownBy(() -> Schema.of(fields)).hasMessageContaining("100001 leaves");
  }

  /** The schemas of data files that hold a part of the columns. */
  @Test
  void partsOfASchemaByLeaves() {
    Schema schema = example();
    assertThat(schema.withLeaves(id -> true)).isEqualTo(schema);
    assertThat(schema.withLeaves(id -> id == 1 || id == 6).paths())
        .containsExactly("a", "l", "l.element", "l.element.d");
    Schema withoutPresence = schema.withLeaves(id -> id == 3 || id == 5);
    assertThat(withoutPresence.paths()).containsExactly("s", "s.b", "s.t", "s.t.c");
    assertThat(withoutPresence.field("s").nullable()).isFalse();
    assertThat(withoutPresence.field("s.b").nullable()).as("null where s is null").isTrue();
    assertThat(withoutPresence.field("s.t").nullable()).isFalse();
    assertThat(withoutPresence.leaves()).extracting(Leaf::id).containsExactly(3, 5);
    assertThat(withoutPresence.leaves()).allMatch(Leaf::nullable);
    Schema withPresence = schema.withLeaves(id -> id == 2 || id == 5);
    assertThat(withPresence.leaves()).extracting(Leaf::id).containsExactly(2, 5);
    assertThat(withPresence.field("s").nullable()).isTrue();
    assertThat(schema.withLeaves(id -> id == 2).fields()).as("only a presence leaf").isEmpty();
  }

  @Test
  void fieldsById() {
    assertThat(example().fieldOf(8).name()).isEqualTo("d");
    assertThatThrownBy(() -> example().fieldOf(9)).isInstanceOf(IllegalArgumentException.class);
    assertThat(Schema.namesOf("a.`b.c`")).containsExactly("a", "b.c");
  }

  @Test
  void storedLeavesThatCanBeRead() {
    Leaf narrow = Leaf.stored(1, Type.int8(), false);
    assertThat(narrow.canBeReadAs(Leaf.stored(1, Type.int32(), true))).isTrue();
    assertThat(Leaf.stored(1, Type.int32(), false).canBeReadAs(narrow)).isFalse();
    assertThat(Leaf.stored(1, Type.int8(), true).canBeReadAs(narrow)).as("nulls").isFalse();
    assertThat(Leaf.stored(2, Type.int8(), false).canBeReadAs(narrow)).as("id").isFalse();
    Leaf presence = Leaf.stored(1, Type.presence(), true);
    assertThat(presence.canBeReadAs(presence)).isTrue();
    assertThat(presence.canBeReadAs(Leaf.stored(1, Type.int8(), true))).isFalse();
    assertThat(narrow.canBeReadAs(presence)).isFalse();
  }
}
