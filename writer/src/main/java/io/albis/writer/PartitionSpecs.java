// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.schema.PartitionField;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The partition specs of a table, as partitionings ask for them. */
final class PartitionSpecs {

  private PartitionSpecs() {}

  /** A spec, and the ids that are unused with it. */
  record NewSpec(Optional<PartitionSpec> spec, int nextId) {}

  /**
   * The spec of some fields. One that the table has is used again, and so are the ids of its
   * fields.
   *
   * @param fields none for no partitions
   * @param known all specs of the table
   * @param nextId the least unused id of a field, column group or partition field
   * @throws io.albis.format.error.InvalidArgumentException if a column does not exist
   * @throws InvalidArgumentException if a column cannot be transformed so, or two fields have the
   *     same name
   */
  static NewSpec spec(
      List<Partitioning> fields, Schema schema, List<PartitionSpec> known, int nextId) {
    if (fields.isEmpty()) {
      return new NewSpec(Optional.empty(), nextId);
    }
    Map<PartitionField, Integer> ids = new HashMap<>();
    int specId = 1;
    for (PartitionSpec spec : known) {
      spec.fields().forEach(field -> ids.put(withId(field, 1), field.id()));
      specId = Math.max(specId, spec.id() + 1);
    }
    int next = nextId;
    List<PartitionField> result = new ArrayList<>();
    for (Partitioning field : fields) {
      int sourceId = schema.field(field.path()).id();
      PartitionField anyId = new PartitionField(1, sourceId, field.transform(), field.name());
      Integer id = ids.get(anyId);
      result.add(withId(anyId, id == null ? next : id));
      next += id == null ? 1 : 0;
    }
    for (PartitionSpec spec : known) {
      if (spec.fields().equals(result)) {
        return new NewSpec(Optional.of(spec), nextId);
      }
    }
    PartitionSpec spec = new PartitionSpec(specId, result);
    spec.requireValidFor(schema);
    return new NewSpec(Optional.of(spec), next);
  }

  private static PartitionField withId(PartitionField field, int id) {
    return new PartitionField(id, field.sourceId(), field.transform(), field.name());
  }
}
