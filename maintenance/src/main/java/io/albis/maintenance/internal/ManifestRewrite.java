// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.error.CommitConflictException;
import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.Extent;
import io.albis.format.internal.metadata.ManifestBuilder;
import io.albis.format.internal.metadata.ManifestFile;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.RowGroups;
import io.albis.format.internal.metadata.SectionKind;
import io.albis.format.internal.metadata.Sections;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.table.ManifestFooters;
import io.albis.table.Manifests;
import io.albis.table.NewFiles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Commits data files in which existing extents have been put together: the manifests of a snapshot
 * are replaced by ones that refer to the new files, and no longer to extents of dropped columns.
 * Row groups keep their numbers, partitions and order, and appended ones are kept. It is a conflict
 * if the extents that were copied are no longer the ones of the table. For one commit, and one
 * thread.
 */
final class ManifestRewrite {

  /** Where a row group is in the new files: positions of the file and of the row group in it. */
  private record Place(int file, int rowGroup) {}

  private final MaintenanceContext table;
  private final NewFiles newFiles;
  private final List<RewrittenFile> files;

  /** For each column group, the places of row groups by their number. */
  private final Map<Integer, Map<Long, Place>> places = new HashMap<>();

  private final Set<Long> numbers = new HashSet<>();

  /** By manifest, the one that replaces it; empty if it stays. */
  private final Map<ManifestRef, Replacement> done = new HashMap<>();

  /**
   * What has become of a manifest.
   *
   * @param ref the manifest itself, or the one that replaces it
   * @param replaced number of extents that are now in new files
   */
  private record Replacement(ManifestRef ref, long replaced) {}

  /** The parent that was tried last. */
  private Snapshot tried = Snapshot.NONE;

  /**
   * A rewrite that refers to new files.
   *
   * @param newFiles has the new files, and gets the manifests
   */
  ManifestRewrite(MaintenanceContext table, NewFiles newFiles, List<RewrittenFile> files) {
    this.table = table;
    this.newFiles = newFiles;
    this.files = files;
    for (int f = 0; f < files.size(); f++) {
      RewrittenFile file = files.get(f);
      for (int columnGroupId : file.groups().keySet()) {
        Map<Long, Place> ofGroup = places.computeIfAbsent(columnGroupId, id -> new HashMap<>());
        for (int i = 0; i < file.numbers().length; i++) {
          ofGroup.put(file.numbers()[i], new Place(f, i));
          numbers.add(file.numbers()[i]);
        }
      }
    }
  }

  /**
   * Commits.
   *
   * @throws CommitConflictException if another writer has replaced what was copied
   */
  Snapshot commit(SnapshotFile base) {
    return table.commit(newFiles, base, "optimize", this::apply);
  }

  private Snapshot apply(Snapshot parent) {
    if (!parent.hasSameColumns(tried)) {
      done.clear(); // Columns may have been dropped.
    }
    tried = parent;
    LiveColumnGroups live = new LiveColumnGroups(parent);
    ManifestFooters footers = new ManifestFooters(table.storage(), parent.tableId());
    long expected = 0;
    for (Map.Entry<Integer, Map<Long, Place>> group : places.entrySet()) {
      expected += live.contains(group.getKey()) ? group.getValue().size() : 0;
    }
    List<ManifestRef> refs = new ArrayList<>();
    long replaced = 0;
    for (ManifestRef ref : parent.manifests()) {
      Replacement replacement = done.get(ref);
      if (replacement == null) {
        replacement = replace(parent, ref, footers.read(ref), live);
        done.put(ref, replacement);
      }
      refs.add(replacement.ref);
      replaced += replacement.replaced;
    }
    if (replaced != expected) {
      throw conflict(parent, expected - replaced + " extents have been removed");
    }
    return parent.toBuilder().manifests(refs).build();
  }

  private Replacement replace(
      Snapshot parent, ManifestRef ref, ManifestFile footer, LiveColumnGroups live) {
    RowGroups rowGroups = footer.rowGroups();
    boolean isAffected = hasDropped(footer.sections(), live);
    for (int i = 0; i < rowGroups.count() && !isAffected; i++) {
      isAffected = numbers.contains(ref.rowGroupBase() + rowGroups.index(i));
    }
    if (!isAffected) {
      return new Replacement(ref, 0);
    }
    Manifests.Content content = Manifests.read(table.storage(), ref, parent.tableId());
    ManifestBuilder builder = new ManifestBuilder(parent.tableId());
    int first =
        builder.addManifest(
            footer,
            ref.rowGroupBase(),
            content.sections(),
            (groupId, extent) ->
                live.contains(groupId)
                    && place(groupId, ref.rowGroupBase() + rowGroups.index(extent.rowGroup()))
                        == null);
    long replaced = 0;
    for (ColumnGroupSection section : content.sections()) {
      if (live.contains(section.columnGroupId())) {
        replaced += addNew(builder, first, parent, ref, content, section);
      }
    }
    ManifestBuilder.Manifest manifest = builder.build();
    String path = Manifests.write(table.storage(), manifest, table.environment().uuids());
    newFiles.addManifest(path);
    return new Replacement(
        manifest.ref(path).bounds(ref.bounds()).partitionBounds(ref.partitionBounds()).build(),
        replaced);
  }

  private static boolean hasDropped(Sections sections, LiveColumnGroups live) {
    int end = sections.end(SectionKind.EXTENTS);
    for (int i = sections.first(SectionKind.EXTENTS); i < end; i++) {
      if (!live.contains(sections.columnGroupId(i))) {
        return true;
      }
    }
    return false;
  }

  private Place place(int columnGroupId, long number) {
    Map<Long, Place> ofGroup = places.get(columnGroupId);
    return ofGroup == null ? null : ofGroup.get(number);
  }

  /** Adds the new extents in place of those of a section; returns how many there are. */
  private long addNew(
      ManifestBuilder builder,
      int first,
      Snapshot parent,
      ManifestRef ref,
      Manifests.Content content,
      ColumnGroupSection section) {
    // For each new file, by row group there, the row group in the manifest.
    Map<Integer, Map<Integer, Integer>> byFile = new HashMap<>();
    RowGroups rowGroups = content.footer().rowGroups();
    for (int i = 0; i < section.extentCount(); i++) {
      int rowGroup = section.rowGroup(i);
      long number = ref.rowGroupBase() + rowGroups.index(rowGroup);
      Place place = place(section.columnGroupId(), number);
      if (place != null) {
        requireCopied(parent, content, section.columnGroupId(), section.extent(i), place);
        byFile
            .computeIfAbsent(place.file, file -> new HashMap<>())
            .put(place.rowGroup, first + rowGroup);
      }
    }
    long count = 0;
    for (Map.Entry<Integer, Map<Integer, Integer>> one : byFile.entrySet()) {
      RewrittenFile file = files.get(one.getKey());
      ColumnGroupSection all = file.groups().get(section.columnGroupId()).section();
      ColumnGroupSection.Builder part = ColumnGroupSection.builder(section.columnGroupId());
      for (int i = 0; i < all.extentCount(); i++) {
        if (one.getValue().containsKey(all.rowGroup(i))) {
          part.add(all.extent(i));
          count++;
        }
      }
      builder.addExtents(
          section.columnGroupId(),
          part.build(file.rowGroups()),
          builder.addFile(file.ref()),
          one.getValue()::get);
    }
    return count;
  }

  private void requireCopied(
      Snapshot parent, Manifests.Content content, int columnGroupId, Extent extent, Place place) {
    RewrittenFile file = files.get(place.file);
    PlannedLayout.Group copied = file.groups().get(columnGroupId);
    String path = content.footer().files().get(extent.file()).path();
    if (!path.equals(copied.paths()[place.rowGroup])
        || extent.offset() != copied.offsets()[place.rowGroup]) {
      throw conflict(
          parent,
          "row group "
              + file.numbers()[place.rowGroup]
              + " is now in "
              + path
              + " instead of "
              + copied.paths()[place.rowGroup]);
    }
  }

  private CommitConflictException conflict(Snapshot parent, String why) {
    return new CommitConflictException(
        "Cannot optimize "
            + table.storage().root()
            + ": snapshot "
            + parent.id()
            + " of another writer has replaced row groups that were being copied ("
            + why
            + "); what was committed before stays, repeat it for the rest");
  }
}
