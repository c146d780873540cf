// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.schema.SchemaUpdate;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ColumnGroupsTest {

  /** Leaves 1 to 5. */
  private static Schema schema() {
    List<Field> fields = new ArrayList<>();
    for (String name : List.of("a", "b", "c", "d", "e")) {
      fields.add(Field.nullable(name, Type.int32()));
    }
    return Schema.of(fields).withAssignedIds();
  }

  private static ColumnGroup row(int id, Integer... leaves) {
    return ColumnGroup.ofRows(id, List.of(leaves));
  }

  @Test
  void leavesThatNoGroupHasAreGroupsOfTheirOwn() {
    ColumnGroups groups = ColumnGroups.of(List.of(row(6, 2, 4), ColumnGroup.implicit(1)));
    assertThat(groups.listed()).containsExactly(row(6, 2, 4));
    assertThat(groups.currentId(4)).isEqualTo(6);
    assertThat(groups.currentId(5)).isEqualTo(5);
    assertThat(groups.candidateIds(2)).containsExactly(6);
    assertThat(groups.candidateIds(1)).containsExactly(1);
    assertThat(groups.inOrder(schema()))
        .containsExactly(
            ColumnGroup.implicit(1),
            row(6, 2, 4),
            ColumnGroup.implicit(3),
            ColumnGroup.implicit(5));
    assertThat(groups.withOrder(List.of(5, 99, 6)).inOrder(schema()))
        .extracting(ColumnGroup::id)
        .containsExactly(5, 6, 1, 3);
    assertThat(ColumnGroups.implicit().candidateIds(77)).containsExactly(77);
  }

  @Test
  void movedLeavesAreStillFoundInRetiredGroups() {
    ColumnGroups groups = ColumnGroups.of(List.of(row(6, 1, 2, 3)));
    ColumnGroups moved = groups.regroup(List.of(row(7, 2, 4)));
    assertThat(moved.listed())
        .containsExactlyInAnyOrder(
            row(6, 1, 2, 3).asRetired(), ColumnGroup.implicit(4).asRetired(), row(7, 2, 4));
    assertThat(moved.candidateIds(2)).containsExactly(7, 6);
    assertThat(moved.candidateIds(4)).containsExactly(7, 4);
    assertThat(moved.candidateIds(1)).containsExactly(1, 6);
    assertThat(moved.current(1).isImplicit()).isTrue();
    moved.requireValidFor(schema());

    ColumnGroups back = moved.regroup(List.of(ColumnGroup.implicit(4), ColumnGroup.implicit(2)));
    assertThat(back.listed())
        .containsExactlyInAnyOrder(row(6, 1, 2, 3).asRetired(), row(7, 2, 4).asRetired());
    assertThat(back.candidateIds(4)).containsExactly(4, 7);
    assertThat(back.candidateIds(2)).containsExactly(2, 6, 7);
    assertThat(back.withoutRetired(id -> id == 7).candidateIds(2)).containsExactly(2, 6);
    assertThat(back.withoutRetired(id -> true)).isEqualTo(ColumnGroups.implicit());
  }

  @Test
  void groupsThatStayAreNotRetired() {
    ColumnGroups groups = ColumnGroups.of(List.of(row(6, 1, 2))).withOrder(List.of(6));
    assertThat(groups.regroup(List.of(row(8, 1, 2), ColumnGroup.implicit(3)))).isEqualTo(groups);
    assertThat(groups.regroup(List.of(row(8, 2, 1))).currentId(1)).as("other order").isEqualTo(8);
    assertThat(groups.regroup(List.of(row(8, 2, 1))).order()).containsExactly(6);
  }

  @Test
  void droppedLeavesLeaveTheirGroups() {
    ColumnGroups groups =
        ColumnGroups.of(List.of(row(6, 1, 2), row(7, 3), row(8, 3, 4).asRetired()))
            .withOrder(List.of(7, 5, 6));
    Schema dropped = SchemaUpdate.of(schema(), 9).drop("a").drop("c").drop("e").schema();
    ColumnGroups kept = groups.retainLeaves(dropped);
    assertThat(kept.listed()).containsExactly(row(6, 2), row(8, 4).asRetired());
    assertThat(kept.order()).containsExactly(6);
    kept.requireValidFor(dropped);
  }

  @Test
  void groupsOfNewLeavesRetireNothing() {
    ColumnGroups groups = ColumnGroups.of(List.of(row(6, 1, 2))).withOrder(List.of(6));
    ColumnGroups added = groups.with(List.of(row(7, 3, 4), ColumnGroup.implicit(5)));
    assertThat(added.listed()).containsExactly(row(6, 1, 2), row(7, 3, 4));
    assertThat(added.candidateIds(3)).containsExactly(7);
    assertThat(added.order()).containsExactly(6);
    assertThatThrownBy(() -> groups.with(List.of(row(7, 2, 3))))
        .hasMessage("Invalid column groups: leaf 2 is in the groups 6 and 7");
  }

  @Test
  void rejectsInvalidGroups() {
    assertThatThrownBy(() -> ColumnGroups.of(List.of(row(6, 1), row(7, 1))))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessage("Invalid column groups: leaf 1 is in the groups 6 and 7");
    assertThatThrownBy(() -> ColumnGroups.of(List.of(row(6, 1, 1).asRetired())))
        .hasMessage("Invalid column groups: leaf 1 is in the groups 6 and 6");
    assertThatThrownBy(() -> ColumnGroups.of(List.of(row(6, 1), row(6, 2))))
        .hasMessage("Invalid column groups: id 6 is used twice");
    assertThatThrownBy(() -> ColumnGroups.implicit().withOrder(List.of(1, 1)))
        .hasMessageContaining("named twice");
    assertThatThrownBy(() -> ColumnGroups.of(List.of(row(6, 1))).regroup(List.of(row(6, 2))))
        .hasMessage("Invalid column groups: id 6 is used twice");
    assertThatThrownBy(() -> ColumnGroup.ofRows(0, List.of(1)))
        .hasMessage("Invalid column group id: 0 (expected at least 1)");
    assertThatThrownBy(() -> ColumnGroup.ofColumn(1, List.of(1, 2)))
        .hasMessageContaining("2 leaves (expected exactly 1 for layout COLUMN)");
    assertThatThrownBy(() -> ColumnGroups.of(List.of(row(6, 9))).requireValidFor(schema()))
        .hasMessage("Invalid column group 6: no leaf has the field id 9");
    assertThatThrownBy(() -> ColumnGroups.of(List.of(row(3, 1))).requireValidFor(schema()))
        .hasMessage("Invalid column group 3: its id is that of a leaf");
  }

  /** After any moves, every group that ever stored a leaf is a candidate, the last one first. */
  @Test
  void randomMoves() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      ColumnGroups groups = ColumnGroups.implicit();
      Map<Integer, List<Integer>> stored = new TreeMap<>();
      int nextId = 6;
      for (int step = 0; step < 8; step++) {
        for (int leaf = 1; leaf <= 5; leaf++) {
          int current = groups.currentId(leaf);
          stored.computeIfAbsent(leaf, id -> new ArrayList<>()).remove((Integer) current);
          stored.get(leaf).add(0, current);
          int[] candidates = groups.candidateIds(leaf);
          assertThat(candidates[0]).as("seed %d", seed).isEqualTo(current);
          assertThat(Arrays.stream(candidates).boxed().toList())
              .as("seed %d", seed)
              .containsAll(stored.get(leaf))
              .doesNotHaveDuplicates();
        }
        List<Integer> leaves = new ArrayList<>(List.of(1, 2, 3, 4, 5));
        java.util.Collections.shuffle(leaves, random);
        List<Integer> chosen = leaves.subList(0, 1 + random.nextInt(4));
        ColumnGroup group =
            chosen.size() == 1
                ? ColumnGroup.implicit(chosen.get(0))
                : ColumnGroup.ofRows(nextId++, chosen);
        groups = groups.regroup(List.of(group));
        groups.requireValidFor(schema());
      }
    }
  }
}
