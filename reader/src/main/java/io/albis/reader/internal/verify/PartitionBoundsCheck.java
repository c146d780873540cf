// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.verify;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.metadata.Bounds;
import io.albis.format.internal.metadata.ManifestBounds;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.PartitionBounds;
import io.albis.format.internal.metadata.PartitionBounds.FieldBounds;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.schema.BoundTransform;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Compares the bounds of partitions in a snapshot with the partitions in the manifest. */
final class PartitionBoundsCheck {

  private final String file;
  private final Snapshot snapshot;
  private final Problems problems;

  PartitionBoundsCheck(String file, Snapshot snapshot, Problems problems) {
    this.file = file;
    this.snapshot = snapshot;
    this.problems = problems;
  }

  /**
   * Checks a manifest. Bounds of specs with unknown transforms cannot be checked; partitions that
   * do not fit their specs are reported elsewhere.
   */
  void check(ManifestRef ref, io.albis.format.internal.metadata.RowGroups rowGroups) {
    if (ref.partitionBounds().isEmpty()
        || !rowGroups.partitions().stream().allMatch(this::isValid)) {
      return;
    }
    Schema schema = snapshot.schema().schema();
    String what = "partition bounds of manifest " + ref.path();
    try {
      List<PartitionBounds> expected =
          new ManifestBounds(rowGroups, id -> null, schema, snapshot.columnGroups())
              .partitions(snapshot.partitionSpecs());
      if (!expected.isEmpty() && !areSame(expected, ref.partitionBounds(), schema)) {
        problems.add(file, -1, "", what, expected, ref.partitionBounds());
      }
    } catch (InvalidArgumentException e) {
      problems.add(file, -1, "", what, "values of the partition spec", e.getMessage());
    }
  }

  private boolean isValid(PartitionTuple partition) {
    int values =
        snapshot.partitionSpecs().stream()
            .filter(spec -> spec.id() == partition.specId())
            .mapToInt(spec -> spec.fields().size())
            .findFirst()
            .orElse(0);
    return partition.size() == values;
  }

  private boolean areSame(
      List<PartitionBounds> expected, List<PartitionBounds> found, Schema schema) {
    if (expected.size() != found.size()) {
      return false;
    }
    for (PartitionBounds one : expected) {
      PartitionBounds other =
          found.stream().filter(each -> each.specId() == one.specId()).findFirst().orElse(null);
      if (other == null || other.fields().size() != one.fields().size()) {
        return false;
      }
      if (one.specId() != 0 && !areSame(one, other, schema)) {
        return false;
      }
    }
    return true;
  }

  private boolean areSame(PartitionBounds expected, PartitionBounds found, Schema schema) {
    PartitionSpec spec =
        snapshot.partitionSpecs().stream()
            .filter(one -> one.id() == expected.specId())
            .findFirst()
            .orElseThrow();
    List<BoundTransform> transforms = spec.bind(schema);
    for (int i = 0; i < transforms.size(); i++) {
      FieldBounds one = expected.fields().get(i);
      FieldBounds other = found.fields().get(i);
      if (one.hasNull() != other.hasNull()
          || one.hasNan() != other.hasNan()
          || !areSame(one.bounds(), other.bounds(), transforms.get(i).result())) {
        return false;
      }
    }
    return true;
  }

  private static boolean areSame(Bounds expected, Bounds found, Type type) {
    if (expected == null || found == null) {
      return Objects.equals(expected, found);
    }
    Comparator<byte[]> order = PlainEncoding.comparator(type);
    return order.compare(expected.min(), PlainEncoding.widen(type, found.min())) == 0
        && order.compare(expected.max(), PlainEncoding.widen(type, found.max())) == 0;
  }
}
