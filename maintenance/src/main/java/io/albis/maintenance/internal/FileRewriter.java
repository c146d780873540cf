// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.error.AlbisIOException;
import io.albis.format.internal.layout.ColumnGroups;
import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.ColumnStatistics;
import io.albis.format.internal.metadata.DataFileFooter;
import io.albis.format.internal.metadata.DataFileRef;
import io.albis.format.internal.metadata.EncodedEnd;
import io.albis.format.internal.metadata.ManifestBounds;
import io.albis.format.internal.metadata.RowGroups;
import io.albis.format.internal.metadata.SerializedSchema;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.SortOrder;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Schema;
import io.albis.storage.WritableFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

/** Writes planned files, as data files that stand alone. For one thread. */
final class FileRewriter {

  private final MaintenanceContext table;
  private final UUID writer;
  private final OpenSources files;
  private final SegmentCopier copier;
  private long sequence;

  FileRewriter(MaintenanceContext table, OpenSources files, SegmentCopier copier) {
    this.table = table;
    this.writer = table.environment().uuid();
    this.files = files;
    this.copier = copier;
  }

  /**
   * Writes a planned file and makes it durable.
   *
   * @param snapshot whose row groups are in the index
   * @throws AlbisIOException if it cannot be written; then nothing is left of it
   */
  RewrittenFile write(Snapshot snapshot, RowGroupIndex index, PlannedFile planned) {
    PlannedLayout layout = new PlannedLayout(index, planned, files);
    String path = TablePaths.data(writer, sequence++);
    UUID fileId = table.environment().uuid();
    EncodedEnd end = end(snapshot, layout, planned, fileId);
    long length = layout.end() + end.bytes().length;
    try (WritableFile file = table.storage().createFile(path, length)) {
      copier.copy(DataFileFooter.head(), layout.segments(), layout.end(), file);
      file.write(end.bytes());
      file.finish();
    } catch (IOException e) {
      throw new AlbisIOException("Failed to write " + path + ": " + e.getMessage(), e);
    }
    return RewrittenFile.of(
        new DataFileRef(path, length, fileId, end.footerLength()), layout, planned);
  }

  private EncodedEnd end(
      Snapshot snapshot, PlannedLayout layout, PlannedFile planned, UUID fileId) {
    Set<Integer> groupIds = new HashSet<>(planned.columnGroupIds());
    Set<Integer> leafIds = new HashSet<>();
    Schema all = snapshot.schema().schema();
    for (Leaf leaf : all.leaves()) {
      for (int id : snapshot.columnGroups().candidateIds(leaf.id())) {
        if (groupIds.contains(id)) {
          leafIds.add(leaf.id());
        }
      }
    }
    ColumnGroups groups = groups(snapshot, groupIds);
    Schema schema = all.withLeaves(leafIds::contains);
    RowGroups rowGroups = layout.rowGroups();
    List<ColumnGroupSection> sections =
        layout.groups().values().stream().map(PlannedLayout.Group::section).toList();
    return DataFileFooter.builder()
        .fileId(fileId)
        .schema(SerializedSchema.of(schema), groups)
        .rowGroups(rowGroups)
        .partitions(usedSpecs(snapshot, rowGroups), usedOrders(snapshot, rowGroups))
        .putProperties(layout.commonProperties())
        .createdBy(table.environment().createdBy())
        .nextId(snapshot.nextId())
        .statistics(statistics(schema, leafIds, groups, rowGroups, sections))
        .encode(layout.end(), sections);
  }

  /** Column groups of a snapshot as those of a file. None is retired there. */
  private static ColumnGroups groups(Snapshot snapshot, Set<Integer> wanted) {
    List<ColumnGroup> groups = new ArrayList<>();
    for (ColumnGroup group : snapshot.columnGroups().listed()) {
      if (wanted.contains(group.id())) {
        groups.add(group.with(group.id(), group.leafIds()));
      }
    }
    return ColumnGroups.of(groups);
  }

  private static List<ColumnStatistics> statistics(
      Schema schema,
      Set<Integer> leafIds,
      ColumnGroups groups,
      RowGroups rowGroups,
      List<ColumnGroupSection> sections) {
    Map<Integer, ColumnGroupSection> byId = new HashMap<>();
    sections.forEach(section -> byId.put(section.columnGroupId(), section));
    List<Integer> ids = schema.leaves().stream().map(Leaf::id).filter(leafIds::contains).toList();
    return new ManifestBounds(rowGroups, byId::get, schema, groups).statistics(ids);
  }

  private static List<PartitionSpec> usedSpecs(Snapshot snapshot, RowGroups rowGroups) {
    Set<Integer> used = new HashSet<>();
    for (PartitionTuple partition : rowGroups.partitions()) {
      used.add(partition.specId());
    }
    return snapshot.partitionSpecs().stream().filter(spec -> used.contains(spec.id())).toList();
  }

  private static List<SortOrder> usedOrders(Snapshot snapshot, RowGroups rowGroups) {
    Set<Integer> used = new HashSet<>();
    IntStream.range(0, rowGroups.count()).map(rowGroups::sortOrderId).forEach(used::add);
    return snapshot.sortOrders().stream()
        .filter(order -> used.contains(order.id()))
        .sorted(Comparator.comparingInt(SortOrder::id))
        .toList();
  }
}
