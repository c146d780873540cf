// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import org.junit.jupiter.api.Test;

class RowShapeTest {

  private static final RowFields FIELDS =
      RowFields.of(
          Schema.of(Field.nullable("a", Type.int32()), Field.required("b", Type.int64()))
              .withAssignedIds());

  private static RowShapeBuilder oneGroup(int group, int stride) {
    RowShapeBuilder builder = FIELDS.shapeBuilder();
    builder.row(0, group, stride, 16, 0);
    builder.row(1, group, stride, 8, -1);
    return builder;
  }

  @Test
  void shapesOfTheSameLayoutShareTheirClass() {
    RowShape shape = oneGroup(1, 24).build(null);
    RowShape same = oneGroup(9, 24).build(null);
    assertThat(same).isEqualTo(shape).hasSameHashCodeAs(shape).isNotSameAs(shape);
    assertThat(RowViews.of(same, FIELDS)).hasSameClassAs(RowViews.of(shape, FIELDS));
    RowShape wider = oneGroup(1, 32).build(null);
    assertThat(wider).isNotEqualTo(shape);
    assertThat(RowViews.of(wider, FIELDS)).doesNotHaveSameClassAs(RowViews.of(shape, FIELDS));
  }

  @Test
  void shapesOfSeveralGroupsIgnoreOffsets() {
    RowShapeBuilder builder = FIELDS.shapeBuilder();
    builder.column(0, 4, false, 1);
    builder.row(1, 1, 24, 8, -1);
    RowShape shape = builder.build(null);
    assertThat(shape.isSingle()).isFalse();
    builder.row(1, 1, 24, 16, -1);
    assertThat(builder.build(shape)).isSameAs(shape);
    builder.column(0, 0, false, 1);
    assertThat(builder.build(shape)).isNotEqualTo(shape);
  }

  @Test
  void rebuildingAnEqualShapeReturnsTheSameInstance() {
    RowShape shape = oneGroup(1, 24).build(null);
    assertThat(oneGroup(2, 24).build(shape)).isSameAs(shape);
    assertThat(oneGroup(1, 32).build(shape)).isNotEqualTo(shape);
    RowShapeBuilder constant = oneGroup(1, 24);
    constant.column(0, 0, false, 0);
    assertThat(constant.build(shape).isSingle()).isFalse();
  }

  @Test
  void keepsABoundedNumberOfClasses() {
    RowShape first = oneGroup(1, 24).build(null);
    Class<?> type = RowViews.of(first, FIELDS).getClass();
    for (int i = 1; i <= RowViews.MAX_CACHED_SHAPES; i++) {
      RowViews.of(oneGroup(1, 24 + 8 * i).build(null), FIELDS);
    }
    assertThat(RowViews.of(first, FIELDS).getClass()).isNotEqualTo(type);
  }
}
