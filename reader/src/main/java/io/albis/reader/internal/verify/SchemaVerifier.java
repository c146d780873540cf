// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.verify;

import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.schema.BoundTransform;
import io.albis.format.internal.schema.PartitionField;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.PlainDefaults;
import io.albis.format.internal.schema.SortField;
import io.albis.format.internal.schema.SortOrder;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TransformKind;
import io.albis.storage.internal.memory.Memory;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Verifies what takes the whole schema to know: names, ids, column groups, partition specs. */
final class SchemaVerifier {

  private final BufferAllocator allocator;
  private final Snapshot snapshot;
  private final String file;
  private final Problems problems;

  /** What has an id. */
  private final Map<Integer, String> ids = new HashMap<>();

  /**
   * Creates a verifier.
   *
   * @param allocator of memory for a few values
   */
  SchemaVerifier(BufferAllocator allocator, Snapshot snapshot, String file, Problems problems) {
    this.allocator = allocator;
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
        if (spec.id() == snapshot.partitionSpecId() && !schema.hasLeaf(field.sourceId())) {
          problems.add(
              file,
              -1,
              "",
              "source of field " + field.name() + " of the current partition spec",
              "a column",
              "field id " + field.sourceId());
        }
        if (schema.hasLeaf(field.sourceId()) && field.transform().kind() != TransformKind.UNKNOWN) {
          problems.check(
              file,
              () -> new BoundTransform(field.transform(), schema.leaf(field.sourceId()).type()));
        }
      }
    }
    for (SortOrder order : snapshot.sortOrders()) {
      for (SortField field : order.fields()) {
        if (schema.hasLeaf(field.leafId()) && !OrderCheck.hasOrder(schema.leaf(field.leafId()))) {
          problems.add(
              file,
              -1,
              schema.leaf(field.leafId()).path(),
              "type of a column of sort order " + order.id(),
              "one whose values have an order",
              schema.leaf(field.leafId()).type());
        }
      }
    }
    return isValid;
  }

  private void addFields(List<Field> fields) {
    for (Field field : fields) {
      add(field.id(), "field " + field.id());
      verifyDefault(field, "initial default", PlainDefaults.initialOf(field));
      verifyDefault(field, "write default", PlainDefaults.writeOf(field));
      addFields(field.type().children());
    }
  }

  private void verifyDefault(Field field, String what, Optional<byte[]> value) {
    ValueCheck check = value.isEmpty() ? null : ValueCheck.of(field.type());
    if (check == null) {
      return;
    }
    byte[] bytes = value.get();
    OffHeapBuffer copy = allocator.allocate(Math.max(1, bytes.length));
    try {
      Memory.copyFromArray(bytes, 0, copy.address(), bytes.length);
      String problem = check.problem(copy.address(), bytes.length);
      if (problem != null) {
        problems.add(file, -1, field.name(), what, "one of " + field.type(), problem);
      }
    } finally {
      copy.release();
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
