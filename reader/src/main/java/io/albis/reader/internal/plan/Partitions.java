// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.schema.PartitionField;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The partitions of a snapshot, as the present schema has them. For one thread. */
public final class Partitions {

  private final Snapshot snapshot;
  private final Map<PartitionTuple, PartitionTuple> normalized = new HashMap<>();

  /** The partitions of a snapshot. */
  public Partitions(Snapshot snapshot) {
    this.snapshot = snapshot;
  }

  /** A partition with its values in the widths of the present types. */
  public PartitionTuple normalized(PartitionTuple partition) {
    return partition.specId() == 0
        ? PartitionTuple.NONE
        : normalized.computeIfAbsent(partition, this::normalize);
  }

  private PartitionTuple normalize(PartitionTuple partition) {
    return spec(partition)
        .map(spec -> spec.normalize(partition, snapshot.schema().schema()))
        .orElse(partition);
  }

  private Optional<PartitionSpec> spec(PartitionTuple partition) {
    return snapshot.partitionSpecs().stream()
        .filter(one -> one.id() == partition.specId())
        .findFirst();
  }

  /**
   * The values of a partition as objects, as row views return them.
   *
   * @throws InvalidArgumentException if the values are not of the spec, or the type of one is
   *     unknown since its column has been dropped or its transform is unknown
   */
  public List<Object> values(PartitionTuple partition) {
    if (partition.specId() == 0) {
      return List.of();
    }
    Schema schema = snapshot.schema().schema();
    PartitionSpec spec =
        spec(partition)
            .orElseThrow(
                () ->
                    new InvalidArgumentException(
                        "Invalid partition " + partition + ": the table does not have its spec"));
    spec.requireValidFor(schema);
    PartitionTuple present = spec.normalize(partition, schema);
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < present.size(); i++) {
      PartitionField field = spec.fields().get(i);
      Type type = field.transform().resultType(schema.leaf(field.sourceId()).type());
      values.add(value(present.value(i), type));
    }
    return Collections.unmodifiableList(values);
  }

  private static Object value(byte[] plain, Type type) {
    return plain == null ? null : PlainEncoding.toObject(type, plain);
  }
}
