// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.verify;

import io.albis.format.layout.ColumnGroup;
import io.albis.format.metadata.Snapshot;
import io.albis.format.partition.PartitionField;
import io.albis.format.partition.PartitionSpec;
import io.albis.format.partition.TransformKind;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Verifies what takes the whole schema to know: names, ids, column groups, partition specs. */
final class SchemaVerifier {

  private final Snapshot snapshot;
  private final String file;
  private final Problems problems;

  /** What has an id. */
  private final Map<Integer, String> ids = new HashMap<>();

  SchemaVerifier(Snapshot snapshot, String file, Problems problems) {
    this.snapshot = snapshot;
    this.file = file;
    this.problems = problems;
  }

  /** Returns whether the schema can be used. */
  boolean run() {
    if (!problems.check(file, () -> snapshot.schema().schema())) {
      return false;
    }
    Schema schema = snapshot.schema().schema();
    boolean isValid = problems.check(file, () -> snapshot.columnGroups().requireValidFor(schema));
    addFields(schema.fields());
    for (ColumnGroup group : snapshot.columnGroups().listed()) {
      boolean isOfLeaf = group.retired() && schema.hasLeaf(group.id());
      if (!isOfLeaf) {
        add(group.id(), "column group " + group.id());
      }
    }
    for (PartitionSpec spec : snapshot.partitionSpecs()) {
      for (PartitionField field : spec.fields()) {
        add(field.id(), "partition field " + field.sourceId() + " " + field.transform());
        if (schema.hasLeaf(field.sourceId()) && field.transform().kind() != TransformKind.UNKNOWN) {
          problems.check(file, () -> field.transform().bind(schema.leaf(field.sourceId()).type()));
        }
      }
    }
    return isValid;
  }

  private void addFields(List<Field> fields) {
    for (Field field : fields) {
      add(field.id(), "field " + field.id());
      addFields(field.type().children());
    }
  }

  private void add(int id, String what) {
    String other = ids.putIfAbsent(id, what);
    if (other != null && !other.equals(what)) {
      problems.add(file, -1, "", "id of " + what, "one of its own", id + ", that of " + other);
    }
    if (id >= snapshot.nextId()) {
      problems.add(file, -1, "", "id of " + what, "below " + snapshot.nextId(), id);
    }
  }
}
