// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.schema.BoundTransform;
import io.albis.format.internal.schema.PartitionField;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.internal.schema.SortField;
import io.albis.format.internal.schema.SortOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PartitionAndSortTest {

  private static final Schema SCHEMA =
      Schema.of(
              Field.nullable("i", Type.int32()),
              Field.nullable("d", Type.float64()),
              Field.nullable("s", Type.string()),
              Field.nullable("l", Type.parse("list<int8>")))
          .withAssignedIds();

  private static byte[] ofInt(int value) {
    return PlainEncoding.ofLong(value, 4);
  }

  private static byte[] ofDouble(double value) {
    return PlainEncoding.ofLong(Double.doubleToRawLongBits(value), 8);
  }

  @Test
  void partitionsFromBeforeWideningEqualThoseFromAfterIt() {
    PartitionSpec spec =
        new PartitionSpec(
            1,
            List.of(
                new PartitionField(9, 1, Transform.identity(), "i"),
                new PartitionField(10, 3, Transform.bucket(4), "s_bucket")));
    spec.requireValidFor(SCHEMA);
    assertThat(spec.bind(SCHEMA)).extracting(BoundTransform::result).containsOnly(Type.int32());
    PartitionTuple narrow = new PartitionTuple(1, Arrays.asList(new byte[] {-2}, null));
    PartitionTuple wide = new PartitionTuple(1, Arrays.asList(ofInt(-2), null));
    assertThat(narrow).isNotEqualTo(wide);
    assertThat(spec.normalize(narrow, SCHEMA)).isEqualTo(wide).hasSameHashCodeAs(wide);
    assertThat(wide).hasToString("of spec 1 [feffffff, null]");
    assertThatThrownBy(() -> spec.normalize(PartitionTuple.NONE, SCHEMA))
        .hasMessageContaining("expected 2 values of spec 1");
    PartitionTuple invalid = new PartitionTuple(1, Arrays.asList(new byte[3], null));
    assertThatThrownBy(() -> spec.normalize(invalid, SCHEMA))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("i is of type int32");
  }

  @Test
  void rejectsInvalidSpecsAndOrders() {
    PartitionField field = new PartitionField(9, 1, Transform.identity(), "i");
    assertThatThrownBy(() -> new PartitionSpec(0, List.of(field))).hasMessageContaining("id 0");
    assertThatThrownBy(() -> new PartitionSpec(1, List.of())).hasMessageContaining("0 fields");
    assertThatThrownBy(() -> new PartitionSpec(1, List.of(field, field)))
        .hasMessageContaining("two fields have the id or name");
    assertThatThrownBy(() -> new PartitionField(0, 1, Transform.identity(), "i"))
        .isInstanceOf(InvalidArgumentException.class);
    assertThatThrownBy(() -> new PartitionField(1, 1, Transform.identity(), ""))
        .hasMessageContaining("its name is empty");
    assertThatThrownBy(
            () ->
                new PartitionSpec(1, List.of(new PartitionField(9, 4, Transform.identity(), "l")))
                    .requireValidFor(SCHEMA))
        .hasMessage("Cannot apply transform identity to type list<int8>");
    assertThatThrownBy(
            () ->
                new PartitionSpec(1, List.of(new PartitionField(9, 77, Transform.identity(), "l")))
                    .requireValidFor(SCHEMA))
        .hasMessageContaining("no leaf has the id 77");
    assertThatThrownBy(() -> new SortOrder(0, List.of(SortField.ascending(1))))
        .isInstanceOf(InvalidArgumentException.class);
    assertThatThrownBy(
            () -> new SortOrder(1, List.of(SortField.ascending(1), SortField.descending(1))))
        .hasMessageContaining("leaf 1 (expected once, from 1)");
    assertThatThrownBy(
            () -> new SortOrder(1, List.of(SortField.ascending(4))).requireValidFor(SCHEMA))
        .hasMessageContaining("field 4 has no order");
  }

  @Test
  void comparesByFieldsDirectionsAndNulls() {
    SortOrder order =
        new SortOrder(1, List.of(SortField.descending(2), new SortField(1, false, true)));
    Comparator<byte[][]> comparator = order.comparator(SCHEMA);
    List<byte[][]> sorted =
        List.of(
            new byte[][] {ofDouble(Double.NaN), ofInt(1)},
            new byte[][] {ofDouble(Double.POSITIVE_INFINITY), ofInt(1)},
            new byte[][] {ofDouble(0.0), ofInt(-5)},
            new byte[][] {ofDouble(-0.0), ofInt(4)},
            new byte[][] {ofDouble(0.0), null},
            new byte[][] {ofDouble(Double.NEGATIVE_INFINITY), ofInt(1)},
            new byte[][] {null, ofInt(0)},
            new byte[][] {null, null});
    long seed = new Random().nextLong();
    List<byte[][]> shuffled = new ArrayList<>(sorted);
    Collections.shuffle(shuffled, new Random(seed));
    shuffled.sort(comparator);
    assertThat(shuffled).as("seed %d", seed).containsExactlyElementsOf(sorted);
    byte[][] nan = {ofDouble(Double.longBitsToDouble(0xfff8000000000001L)), ofInt(1)};
    assertThat(comparator.compare(nan, sorted.get(0))).isZero();
    Comparator<byte[][]> nullsFirst =
        new SortOrder(1, List.of(SortField.ascending(3))).comparator(SCHEMA);
    assertThat(nullsFirst.compare(new byte[][] {null}, new byte[][] {{}})).isNegative();
    assertThat(nullsFirst.compare(new byte[][] {{97}}, new byte[][] {{97, 0}})).isNegative();
    assertThat(nullsFirst.compare(new byte[][] {{-1}}, new byte[][] {{97, 0}})).isPositive();
  }
}
