// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.internal.metadata.Bounds;
import io.albis.format.internal.metadata.PartitionBounds;
import io.albis.format.internal.metadata.PartitionBounds.FieldBounds;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.schema.BoundTransform;
import io.albis.format.internal.schema.PartitionField;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.schema.Field;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Transform;
import io.albis.format.schema.Type;
import io.albis.reader.Predicate;
import io.albis.reader.internal.filter.BoundPredicate;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests which partitions may have rows that match. */
class PartitionPruningTest {

  private static final Schema SCHEMA =
      Schema.of(Field.nullable("n", Type.int64()), Field.nullable("t", Type.string()))
          .withAssignedIds();
  private static final Transform BUCKET = Transform.bucket(1024);
  private static final PartitionSpec BY_TEXT =
      new PartitionSpec(1, List.of(new PartitionField(10, 2, BUCKET, "t_bucket")));
  private static final PartitionSpec BY_NUMBER =
      new PartitionSpec(2, List.of(new PartitionField(11, 1, Transform.identity(), "n")));
  private static final Snapshot SNAPSHOT =
      Snapshot.builder().schema(SCHEMA).partitionSpecs(List.of(BY_TEXT, BY_NUMBER), 2).build();

  private static PartitionPruning pruning(Predicate predicate) {
    return new PartitionPruning(SNAPSHOT, BoundPredicate.of(predicate, SCHEMA));
  }

  private static PartitionTuple bucketOf(String text) {
    byte[] plain = text.getBytes(StandardCharsets.UTF_8);
    return new PartitionTuple(1, List.of(new BoundTransform(BUCKET, Type.string()).apply(plain)));
  }

  private static PartitionTuple number(byte[] plain) {
    return new PartitionTuple(2, Collections.singletonList(plain));
  }

  @Test
  void findsTheBucketOfAValue() {
    PartitionPruning one = pruning(Predicate.equal("t", "iceberg"));
    assertThat(one.mayMatch(bucketOf("iceberg"))).isTrue();
    assertThat(one.mayMatch(bucketOf("albis"))).isFalse();
    PartitionPruning two = pruning(Predicate.in("t", List.of("iceberg", "albis")));
    assertThat(two.mayMatch(bucketOf("iceberg"))).isTrue();
    assertThat(two.mayMatch(bucketOf("albis"))).isTrue();
    assertThat(two.mayMatch(bucketOf("parquet"))).isFalse();
  }

  @Test
  void keepsWhatItCannotDecide() {
    for (Predicate predicate :
        List.of(
            Predicate.notEqual("t", "iceberg"),
            Predicate.lessThan("t", "iceberg"),
            Predicate.isNull("t"),
            Predicate.not(Predicate.equal("t", "iceberg")),
            Predicate.equal("n", 5),
            Predicate.or(Predicate.equal("t", "iceberg"), Predicate.isNull("n")))) {
      assertThat(pruning(predicate).mayMatch(bucketOf("albis"))).as("%s", predicate).isTrue();
    }
    assertThat(pruning(Predicate.equal("t", "iceberg")).mayMatch(PartitionTuple.NONE)).isTrue();
  }

  @Test
  void widensValuesOfPartitions() {
    PartitionPruning five = pruning(Predicate.equal("n", 5));
    // From when the column was an int16.
    assertThat(five.mayMatch(number(new byte[] {5, 0}))).isTrue();
    assertThat(five.mayMatch(number(new byte[] {6, 0}))).isFalse();
    assertThat(five.mayMatch(number(null))).isFalse();
  }

  @Test
  void excludesManifestsByTheBoundsOfTheirPartitions() {
    Bounds bounds = Bounds.exact(PlainEncoding.ofLong(10, 8), PlainEncoding.ofLong(20, 8));
    PartitionBounds numbers = new PartitionBounds(2, List.of(new FieldBounds(true, false, bounds)));
    PartitionBounds onlyNull = new PartitionBounds(2, List.of(new FieldBounds(true, false, null)));
    PartitionBounds none = new PartitionBounds(0, List.of());
    PartitionPruning five = pruning(Predicate.equal("n", 5));
    PartitionPruning twelve = pruning(Predicate.equal("n", 12));
    assertThat(five.mayMatch(List.of(numbers))).isFalse();
    assertThat(twelve.mayMatch(List.of(numbers))).isTrue();
    assertThat(twelve.mayMatch(List.of(onlyNull))).isFalse();
    assertThat(five.mayMatch(List.of(numbers, none))).isTrue();
    assertThat(five.mayMatch(List.<PartitionBounds>of())).isTrue();
  }
}
