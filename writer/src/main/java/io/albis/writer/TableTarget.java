// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.format.layout.ColumnGroup;
import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.layout.ColumnGroups;
import io.albis.format.metadata.Snapshot;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.partition.PartitionSpec;
import io.albis.format.partition.SortOrder;
import io.albis.format.schema.Schema;
import io.albis.writer.internal.commit.Commit;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The table that a writer writes to, and how its commit changes it.
 *
 * @param base the latest snapshot when the writer was opened, or null
 * @param schema of the rows, with ids
 * @param columnGroups all of them
 * @param tableId id of the table
 * @param nextId greater than every id of a field, column group and partition field
 * @param replaces which part of an existing table is replaced
 * @param properties to be added
 */
record TableTarget(
    SnapshotFile base,
    Schema schema,
    ColumnGroups columnGroups,
    UUID tableId,
    int nextId,
    Replaced replaces,
    Map<String, String> properties,
    WriteEnvironment sources) {

  /** What a commit replaces. */
  enum Replaced {
    NOTHING,
    ROWS,
    ROWS_AND_COLUMNS
  }

  /** A table that does not exist yet. */
  static TableTarget create(
      Schema schema,
      ColumnGroupSpec spec,
      Map<String, String> properties,
      WriteEnvironment sources) {
    Schema numbered = schema.withAssignedIds();
    List<ColumnGroup> groups = spec.resolve(numbered, numbered.maxFieldId() + 1);
    return new TableTarget(
        null,
        numbered,
        ColumnGroups.of(groups),
        sources.uuid(),
        nextId(numbered, groups),
        Replaced.ROWS_AND_COLUMNS,
        properties,
        sources);
  }

  private static int nextId(Schema schema, List<ColumnGroup> groups) {
    int greatest = groups.stream().mapToInt(ColumnGroup::id).max().orElse(0);
    return Math.max(schema.maxFieldId(), greatest) + 1;
  }

  /** A table that keeps its schema. */
  static TableTarget existing(
      SnapshotFile base,
      boolean replacesRows,
      Map<String, String> properties,
      WriteEnvironment sources) {
    Snapshot snapshot = base.snapshot();
    return new TableTarget(
        base,
        snapshot.schema().schema(),
        snapshot.columnGroups(),
        snapshot.tableId(),
        snapshot.nextId(),
        replacesRows ? Replaced.ROWS : Replaced.NOTHING,
        properties,
        sources);
  }

  /** A table that gets a new schema; ids are not reused. */
  static TableTarget replaced(
      SnapshotFile base,
      Schema schema,
      ColumnGroupSpec spec,
      Map<String, String> properties,
      WriteEnvironment sources) {
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
        Replaced.ROWS_AND_COLUMNS,
        properties,
        sources);
  }

  TableTarget withBase(SnapshotFile other) {
    return new TableTarget(
        other, schema, columnGroups, tableId, nextId, replaces, properties, sources);
  }

  TableTarget withoutBase() {
    return withBase(null);
  }

  /** The partition specs that row groups may refer to. */
  List<PartitionSpec> partitionSpecs() {
    return base == null ? List.of() : base.snapshot().partitionSpecs();
  }

  /** The sort orders that row groups may refer to. */
  List<SortOrder> sortOrders() {
    return base == null ? List.of() : base.snapshot().sortOrders();
  }

  Commit.OnConflict onConflict() {
    if (base == null) {
      return Commit.OnConflict.REQUIRE_NONE;
    }
    return replaces == Replaced.NOTHING ? Commit.OnConflict.REBASE : Commit.OnConflict.FAIL;
  }

  private String operation() {
    if (base == null) {
      return "create";
    }
    return replaces == Replaced.NOTHING ? "append" : "overwrite";
  }

  /** The snapshot on top of another, without new rows; the commit sets its id and parent. */
  Snapshot snapshot(Snapshot below) {
    Snapshot.Builder snapshot = below.toBuilder().tableId(tableId);
    if (replaces != Replaced.NOTHING) {
      // No row group has an extent of a retired group any more.
      snapshot
          .manifests(List.of())
          .rowCount(0)
          .columnGroups(columnGroups.withoutRetired(id -> true))
          .nextId(nextId);
    }
    if (replaces == Replaced.ROWS_AND_COLUMNS) {
      snapshot
          .schema(schema)
          .partitionSpecs(below.partitionSpecs(), 0)
          .sortOrders(below.sortOrders(), 0);
    }
    return snapshot
        .timestampMillis(sources.clock().getAsLong())
        .operation(operation())
        .createdBy(sources.createdBy())
        .putProperties(properties)
        .build();
  }
}
