// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.format.error.UnsupportedVersionException;
import io.albis.format.internal.layout.ColumnGroups;
import io.albis.format.internal.metadata.Constraints;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.internal.schema.PartitionField;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.SchemaUpdate;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.format.schema.TransformKind;
import io.albis.table.Commit;
import io.albis.table.WriteEnvironment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * The table that a writer writes to, and the changes that its commit makes.
 *
 * @param base the latest snapshot when the writer was opened; null if the table did not exist
 * @param schema the schema of the rows, with ids
 * @param columnGroups all column groups of the table
 * @param tableId the id of the table
 * @param nextId the next unused id of a field, column group or partition field after the commit
 * @param sortOrders the orders of rows
 * @param partitionSpec how rows are partitioned; null if they are not
 * @param replaces the part of an existing table that the commit replaces
 * @param properties the properties that the commit adds
 * @param environment the source of identifiers and timestamps
 */
record TableTarget(
    SnapshotFile base,
    Schema schema,
    ColumnGroups columnGroups,
    UUID tableId,
    int nextId,
    SortOrders sortOrders,
    PartitionSpec partitionSpec,
    Replaced replaces,
    Map<String, String> properties,
    WriteEnvironment environment) {

  /** What a commit replaces. */
  enum Replaced {
    NOTHING,
    /** Schema and column groups, by ones in which columns are added or widened. */
    COLUMNS,
    ROWS,
    ROWS_AND_COLUMNS
  }

  /** A new table. */
  static TableTarget create(
      Schema schema,
      ColumnGroupSpec spec,
      Map<String, String> properties,
      WriteEnvironment environment) {
    Schema numbered = schema.withAssignedIds();
    List<ColumnGroup> groups = spec.resolve(numbered, numbered.maxFieldId() + 1);
    return new TableTarget(
        null,
        numbered,
        ColumnGroups.of(groups),
        environment.uuid(),
        nextId(numbered, groups),
        SortOrders.NONE,
        null,
        Replaced.ROWS_AND_COLUMNS,
        properties,
        environment);
  }

  private static int nextId(Schema schema, List<ColumnGroup> groups) {
    int greatest = groups.stream().mapToInt(ColumnGroup::id).max().orElse(0);
    return Math.max(schema.maxFieldId(), greatest) + 1;
  }

  /** An existing table that keeps its schema. */
  static TableTarget existing(
      SnapshotFile base,
      boolean replacesRows,
      Map<String, String> properties,
      WriteEnvironment environment) {
    Snapshot snapshot = base.snapshot();
    base.requireValidColumnGroups();
    return new TableTarget(
        base,
        snapshot.schema().schema(),
        snapshot.columnGroups(),
        snapshot.tableId(),
        snapshot.nextId(),
        SortOrders.of(snapshot),
        knownSpec(base),
        replacesRows ? Replaced.ROWS : Replaced.NOTHING,
        properties,
        environment);
  }

  /** An existing table whose schema is replaced; ids are not reused. */
  static TableTarget replaced(
      SnapshotFile base,
      Schema schema,
      ColumnGroupSpec spec,
      Map<String, String> properties,
      WriteEnvironment environment) {
    int firstId = base.snapshot().nextId();
    Schema numbered = schema.withoutIds().withAssignedIds(firstId);
    int firstGroup = Math.max(firstId, numbered.maxFieldId() + 1);
    List<ColumnGroup> groups = spec.resolve(numbered, firstGroup);
    return new TableTarget(
        base,
        numbered,
        ColumnGroups.of(groups),
        base.snapshot().tableId(),
        Math.max(firstId, nextId(numbered, groups)),
        new SortOrders(base.snapshot().sortOrders(), 0),
        null,
        Replaced.ROWS_AND_COLUMNS,
        properties,
        environment);
  }

  /**
   * A table whose columns are changed.
   *
   * @param additions add columns and fields of structs, and widen columns; none to keep all
   * @param spec divides the added leaves into column groups
   */
  TableTarget withColumns(List<UnaryOperator<SchemaUpdate>> additions, ColumnGroupSpec spec) {
    if (additions.isEmpty()) {
      return this;
    }
    SchemaUpdate update = SchemaUpdate.of(schema, nextId);
    for (UnaryOperator<SchemaUpdate> addition : additions) {
      update = addition.apply(update);
    }
    Schema longer = update.schema();
    if (longer.equals(schema)) {
      return this;
    }
    List<Leaf> added = longer.leaves().stream().filter(leaf -> leaf.id() >= nextId).toList();
    List<ColumnGroup> groups = spec.resolve(longer, added, update.nextId());
    return new TableTarget(
        base,
        longer,
        columnGroups.with(groups),
        tableId,
        Math.max(update.nextId(), nextId(longer, groups)),
        sortOrders,
        partitionSpec,
        replaces == Replaced.NOTHING ? Replaced.COLUMNS : Replaced.ROWS_AND_COLUMNS,
        properties,
        environment);
  }

  /**
   * A table whose rows are sorted.
   *
   * @param columns none to keep the order as it is
   */
  TableTarget sortedBy(List<SortColumn> columns) {
    if (columns.isEmpty()) {
      return this;
    }
    if (replaces != Replaced.ROWS_AND_COLUMNS) {
      throw new IllegalArgumentException(
          "Cannot sort the rows of a table that keeps its schema; set its order by a TableUpdate");
    }
    return with(base, sortOrders.by(columns, schema), partitionSpec, nextId);
  }

  /**
   * A table whose rows are partitioned.
   *
   * @param fields none to keep the partitions as they are
   */
  TableTarget partitionedBy(List<Partitioning> fields) {
    if (fields.isEmpty()) {
      return this;
    }
    if (replaces != Replaced.ROWS_AND_COLUMNS) {
      throw new IllegalArgumentException(
          "Cannot partition the rows of a table that keeps its schema; set its partitions by a"
              + " TableUpdate");
    }
    List<PartitionSpec> known = base == null ? List.of() : base.snapshot().partitionSpecs();
    PartitionSpecs.NewSpec added = PartitionSpecs.spec(fields, schema, known, nextId);
    return with(base, sortOrders, added.spec().orElseThrow(), added.nextId());
  }

  /** The spec of new rows; null for none. */
  private static PartitionSpec knownSpec(SnapshotFile base) {
    PartitionSpec spec = base.snapshot().partitionSpec().orElse(null);
    if (spec != null) {
      for (PartitionField field : spec.fields()) {
        if (field.transform().kind() == TransformKind.UNKNOWN) {
          throw new UnsupportedVersionException(
              base.file(),
              0,
              "transform of partition field " + field.name(),
              "identity, bucket, truncate, year, month, day, hour",
              "an unknown one");
        }
      }
    }
    return spec;
  }

  TableTarget withBase(SnapshotFile other) {
    return with(other, sortOrders, partitionSpec, nextId);
  }

  private TableTarget with(
      SnapshotFile newBase, SortOrders orders, PartitionSpec spec, int newNextId) {
    return new TableTarget(
        newBase,
        schema,
        columnGroups,
        tableId,
        newNextId,
        orders,
        spec,
        replaces,
        properties,
        environment);
  }

  TableTarget withoutBase() {
    return withBase(null);
  }

  Commit.OnConflict onConflict() {
    if (base == null) {
      return Commit.OnConflict.REQUIRE_NONE;
    }
    return switch (replaces) {
      case NOTHING -> Commit.OnConflict.REBASE;
      // The data files have the ids of the new columns.
      case COLUMNS -> Commit.OnConflict.REBASE_IF_NO_IDS;
      case ROWS, ROWS_AND_COLUMNS -> Commit.OnConflict.FAIL;
    };
  }

  boolean keepsRows() {
    return replaces == Replaced.NOTHING || replaces == Replaced.COLUMNS;
  }

  private String operation() {
    if (base == null) {
      return "create";
    }
    return keepsRows() ? "append" : "overwrite";
  }

  /** The snapshot that follows a parent, without new rows; the commit sets its ids. */
  Snapshot snapshot(Snapshot parent) {
    Snapshot.Builder snapshot = parent.toBuilder().tableId(tableId);
    if (replaces == Replaced.COLUMNS) {
      // The order is not part of what conflicts, and another writer may have changed it.
      snapshot
          .schema(schema)
          .columnGroups(columnGroups.withOrder(parent.columnGroups().order()))
          .nextId(nextId);
    }
    if (!keepsRows()) {
      // No row group has an extent of a retired group any more.
      snapshot
          .manifests(List.of())
          .rowCount(0)
          .columnGroups(columnGroups.withoutRetired(id -> true))
          .nextId(nextId);
    }
    if (replaces == Replaced.ROWS_AND_COLUMNS) {
      boolean isOtherSchema =
          schema.fields().stream().allMatch(field -> field.id() >= parent.nextId());
      if (isOtherSchema) {
        snapshot.dropProperties(Constraints.of(parent.properties()).keySet());
      }
      snapshot
          .schema(schema)
          .currentPartitionSpec(Optional.ofNullable(partitionSpec))
          .sortOrders(sortOrders.all(), sortOrders.currentId());
    }
    return snapshot
        .timestampMillis(environment.millis())
        .operation(operation())
        .createdBy(environment.createdBy())
        .putProperties(properties)
        .build();
  }
}
