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
 * The table that a writer writes to, and how its commit changes it.
 *
 * @param base the latest snapshot when the writer was opened, or null
 * @param schema of the rows, with ids
 * @param columnGroups all of them
 * @param tableId id of the table
 * @param nextColumnGroupId after this commit
 * @param nextFieldId after this commit
 * @param replaces whether existing rows are removed
 * @param properties to be added
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
    WriteEnvironment sources) {

  /** A table that does not exist yet. */
  static TableTarget create(
      Schema schema,
      ColumnGroupSpec spec,
      Map<String, String> properties,
      WriteEnvironment sources) {
    Schema numbered = schema.withAssignedIds();
    List<ColumnGroup> groups = spec.resolve(numbered, 1);
    return new TableTarget(
        null,
        numbered,
        groups,
        sources.uuid(),
        numbered.maxFieldId() + 1,
        groups.size() + 1,
        true,
        properties,
        sources);
  }

  /** A table that keeps its schema. */
  static TableTarget existing(
      SnapshotFile base,
      boolean replaces,
      Map<String, String> properties,
      WriteEnvironment sources) {
    return new TableTarget(
        base,
        base.schema(),
        base.columnGroups(),
        base.snapshot().tableId(),
        base.snapshot().nextFieldId(),
        base.snapshot().nextColumnGroupId(),
        replaces,
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
        sources);
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
        sources);
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

  /** The snapshot on top of another; the commit sets its id and parent. */
  Snapshot snapshot(Snapshot below, Optional<ManifestRef> manifest) {
    Snapshot.Builder snapshot = below.toBuilder();
    if (replaces) {
      snapshot.manifests(List.of()).columnGroups(columnGroups).rowCount(0);
      snapshot.schema(schema);
      snapshot.nextFieldId(nextFieldId).nextColumnGroupId(nextColumnGroupId);
    }
    manifest.ifPresent(
        ref -> {
          long rowGroupBase = below.nextRowGroupId();
          snapshot.addManifest(ref.toBuilder().rowGroupBase(rowGroupBase).build());
          snapshot.nextRowGroupId(rowGroupBase + ref.rowGroupCount());
          snapshot.rowCount((replaces ? 0 : below.rowCount()) + ref.rowCount());
        });
    return snapshot
        .tableId(tableId)
        .timestampMillis(sources.clock().getAsLong())
        .operation(operation())
        .createdBy(sources.createdBy())
        .putProperties(properties)
        .clearStatistics()
        .build();
  }
}
