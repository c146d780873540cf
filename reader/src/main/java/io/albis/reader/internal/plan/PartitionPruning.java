// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

import io.albis.format.internal.metadata.Bounds;
import io.albis.format.internal.metadata.PartitionBounds;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.schema.BoundTransform;
import io.albis.format.internal.schema.PartitionField;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Transform;
import io.albis.format.schema.Type;
import io.albis.reader.internal.filter.BoundPredicate;
import io.albis.reader.internal.filter.ListedValues;
import io.albis.reader.internal.filter.PartitionFilter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Decides from partitions whether manifests and row groups can have rows that match a filter. */
final class PartitionPruning {

  private final BoundPredicate filter;

  /** By spec id, the fields whose sources the filter tests. */
  private final Map<Integer, List<Source>> sources = new HashMap<>();

  /**
   * A partition field.
   *
   * @param leafId its source
   * @param position of the field in its spec
   * @param bound its transform, for the type of the source
   */
  private record Source(int leafId, int position, Transform transform, BoundTransform bound) {}

  /**
   * Creates an instance.
   *
   * @param predicate null if there is none
   */
  PartitionPruning(Snapshot snapshot, BoundPredicate predicate) {
    this.filter = predicate;
    Map<Integer, Type> types = new HashMap<>();
    for (Leaf leaf : predicate == null ? List.<Leaf>of() : predicate.leaves()) {
      types.put(leaf.id(), leaf.type());
    }
    for (PartitionSpec spec :
        types.isEmpty() ? List.<PartitionSpec>of() : snapshot.partitionSpecs()) {
      List<Source> found = new ArrayList<>();
      for (int i = 0; i < spec.fields().size(); i++) {
        PartitionField field = spec.fields().get(i);
        Type type = types.get(field.sourceId());
        // Transforms that are unknown accept no type.
        if (type != null && field.transform().accepts(type)) {
          BoundTransform bound = new BoundTransform(field.transform(), type);
          found.add(new Source(field.sourceId(), i, field.transform(), bound));
        }
      }
      if (!found.isEmpty()) {
        sources.put(spec.id(), found);
      }
    }
  }

  /** Whether rows of a partition may match. */
  boolean mayMatch(PartitionTuple partition) {
    List<Source> fields = sources.get(partition.specId());
    return fields == null
        || PartitionFilter.mayMatch(filter, values -> mayHaveAny(fields, partition, values));
  }

  private static boolean mayHaveAny(
      List<Source> fields, PartitionTuple partition, ListedValues values) {
    for (Source field : fields) {
      if (field.leafId == values.leaf().id() && field.position < partition.size()) {
        byte[] stored = partition.value(field.position);
        Type type = field.bound.result();
        if (stored == null) {
          return false;
        }
        if (PlainEncoding.isValidLength(type, stored.length)
            && !values.have(field.transform, field.bound, PlainEncoding.widen(type, stored))) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether rows of a manifest may match, of which the partitions have these bounds. */
  boolean mayMatch(List<PartitionBounds> bounds) {
    return sources.isEmpty() || bounds.isEmpty() || bounds.stream().anyMatch(this::mayMatch);
  }

  private boolean mayMatch(PartitionBounds bounds) {
    List<Source> fields = sources.get(bounds.specId());
    return fields == null
        || PartitionFilter.mayMatch(filter, values -> mayHaveAny(fields, bounds, values));
  }

  private static boolean mayHaveAny(
      List<Source> fields, PartitionBounds partitions, ListedValues values) {
    for (Source field : fields) {
      if (field.leafId == values.leaf().id() && field.position < partitions.fields().size()) {
        Bounds bounds = partitions.fields().get(field.position).bounds();
        if (bounds == null) {
          return false;
        }
        Type type = field.bound.result();
        if (PlainEncoding.isValidLength(type, bounds.min().length)
            && PlainEncoding.isValidLength(type, bounds.max().length)
            && !values.haveBetween(
                field.transform,
                field.bound,
                PlainEncoding.widen(type, bounds.min()),
                PlainEncoding.widen(type, bounds.max()))) {
          return false;
        }
      }
    }
    return true;
  }
}
