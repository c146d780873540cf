// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.format.layout.ColumnGroup;
import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.metadata.ManifestRef;
import io.albis.format.metadata.Snapshot;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.schema.Schema;
import io.albis.writer.internal.commit.Commit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The table that a writer writes to, and the changes that its commit makes.
 *
 * @param base the latest snapshot when the writer was opened; null if the table did not exist
 * @param schema the schema of the rows, with ids
 * @param columnGroups all column groups of the table
 * @param tableId the id of the table
 * @param nextFieldId the next unused field id after the commit
 * @param nextColumnGroupId the next unused column group id after the commit
 * @param replaces whether the commit removes existing rows
 * @param properties the properties that the commit adds
 * @param environment the source of identifiers and timestamps
 */
record TableTarget(
    SnapshotFile base,
    Schema schema,
    List<ColumnGroup> columnGroups,
    UUID tableId,
    int nextFieldId,
    int nextColumnGroupId,
    boolean replaces,
    Map<String, String> properties,
    WriteEnvironment environment) {

  /** A new table. */
  static TableTarget create(
      Schema schema,
      ColumnGroupSpec spec,
      Map<String, String> properties,
      WriteEnvironment environment) {
    Schema numbered = schema.withAssignedIds();
    List<ColumnGroup> groups = spec.resolve(numbered, 1);
    return new TableTarget(
        null,
        numbered,
        groups,
        environment.uuid(),
        numbered.maxFieldId() + 1,
        groups.size() + 1,
        true,
        properties,
        environment);
  }

  /** An existing table that keeps its schema. */
  static TableTarget existing(
      SnapshotFile base,
      boolean replaces,
      Map<String, String> properties,
      WriteEnvironment environment) {
    return new TableTarget(
        base,
        base.schema(),
        base.columnGroups(),
        base.snapshot().tableId(),
        base.snapshot().nextFieldId(),
        base.snapshot().nextColumnGroupId(),
        replaces,
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
    Schema numbered = schema.withoutIds().withAssignedIds(base.snapshot().nextFieldId());
    int firstGroup = base.snapshot().nextColumnGroupId();
    List<ColumnGroup> groups = spec.resolve(numbered, firstGroup);
    return new TableTarget(
        base,
        numbered,
        groups,
        base.snapshot().tableId(),
        Math.max(base.snapshot().nextFieldId(), numbered.maxFieldId() + 1),
        firstGroup + groups.size(),
        true,
        properties,
        environment);
  }

  TableTarget withBase(SnapshotFile other) {
    return new TableTarget(
        other,
        schema,
        columnGroups,
        tableId,
        nextFieldId,
        nextColumnGroupId,
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
    return replaces ? Commit.OnConflict.FAIL : Commit.OnConflict.REBASE;
  }

  private String operation() {
    if (base == null) {
      return "create";
    }
    return replaces ? "overwrite" : "append";
  }

  /** The snapshot that follows a parent; the commit sets its id and parent id. */
  Snapshot snapshot(Snapshot parent, Optional<ManifestRef> manifest) {
    Snapshot.Builder snapshot = parent.toBuilder();
    if (replaces) {
      snapshot.manifests(List.of()).columnGroups(columnGroups).rowCount(0);
      snapshot.schema(schema);
      snapshot.nextFieldId(nextFieldId).nextColumnGroupId(nextColumnGroupId);
    }
    manifest.ifPresent(
        ref -> {
          long rowGroupBase = parent.nextRowGroupId();
          snapshot.addManifest(ref.toBuilder().rowGroupBase(rowGroupBase).build());
          snapshot.nextRowGroupId(rowGroupBase + ref.rowGroupCount());
          snapshot.rowCount((replaces ? 0 : parent.rowCount()) + ref.rowCount());
        });
    return snapshot
        .tableId(tableId)
        .timestampMillis(environment.clock().getAsLong())
        .operation(operation())
        .createdBy(environment.createdBy())
        .putProperties(properties)
        .clearStatistics()
        .build();
  }
}
