// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.plan;

import io.albis.format.error.CorruptFileException;
import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.DataFileRef;
import io.albis.format.internal.metadata.Extent;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.PartitionTuple;
import io.albis.reader.internal.table.SectionReader;
import io.albis.reader.internal.table.TableRowGroups;
import io.albis.reader.internal.table.TableRowGroups.RowGroupRef;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Where the leaves of a scan are stored in one row group (SPEC.md, section 7): each in the extent
 * of its current column group, or else of a retired one, or nowhere. Finds a leaf when it is asked
 * for. Not thread-safe.
 */
public final class StoredLeaves {

  private static final int UNKNOWN = -2;

  /** The number of ids that an error lists at most. */
  private static final int MAX_LISTED = 20;

  private final ScanPlan plan;
  private final TableRowGroups rowGroups;
  private final RowGroupRef rowGroup;
  private final SectionReader manifest;

  /** For each ordinal the position of its group in the plan, -1 if it is not stored. */
  private final int[] groups;

  /** For each ordinal its position in the stored layout. */
  private final int[] positions;

  /** For each group of the plan, null if it is unknown or there is none. */
  private final Extent[] extents;

  private final boolean[] isSearched;

  public StoredLeaves(ScanPlan plan, TableRowGroups rowGroups, RowGroupRef rowGroup) {
    this.plan = plan;
    this.rowGroups = rowGroups;
    this.rowGroup = rowGroup;
    this.manifest = rowGroups.manifest(rowGroup.manifest());
    this.groups = new int[plan.leaves().size()];
    Arrays.fill(groups, UNKNOWN);
    this.positions = new int[groups.length];
    this.extents = new Extent[plan.groups().size()];
    this.isSearched = new boolean[extents.length];
  }

  /** The row group. */
  public RowGroupRef rowGroup() {
    return rowGroup;
  }

  /** Path of the manifest, or of the data file that is read as one. */
  public String manifestPath() {
    return manifest.footer().file();
  }

  /** Path of the data file that stands for the row group. */
  String dataFile() {
    return rowGroups.fileOf(rowGroup);
  }

  /** The partition of the row group. */
  PartitionTuple partition() {
    return manifest.footer().rowGroups().partition(rowGroup.index());
  }

  /** Id of the order of the rows; 0 if they have none. */
  int sortOrderId() {
    return manifest.footer().rowGroups().sortOrderId(rowGroup.index());
  }

  /** Finds some leaves; reads the sections for them together. */
  void find(int[] ordinals) {
    manifest.load(plan.currentGroupIds(ordinals));
    for (int ordinal : ordinals) {
      group(ordinal);
    }
  }

  /**
   * Finds all leaves, and reads the segments of their extents, unless only the filter needs them.
   */
  public void findAll() {
    find(IntStream.range(0, groups.length).toArray());
    Map<DataFileRef, IntStream.Builder> toLoad = new HashMap<>();
    for (int g = 0; g < extents.length; g++) {
      if (isUsed(g) && !extents[g].hasSegments()) {
        int id = extents[g].fileColumnGroupId(plan.groups().get(g).id());
        toLoad
            .computeIfAbsent(rowGroups.file(rowGroup, extents[g]), f -> IntStream.builder())
            .add(id);
      }
    }
    toLoad.forEach((file, ids) -> rowGroups.loadSegments(file, ids.build().toArray()));
    for (int g = 0; g < extents.length; g++) {
      if (isUsed(g)) {
        extents[g] = rowGroups.withSegments(rowGroup, plan.groups().get(g).id(), extents[g]);
      }
    }
  }

  /** Position in the plan of the group that stores a leaf in this row group, or -1. */
  public int group(int ordinal) {
    if (groups[ordinal] == UNKNOWN) {
      groups[ordinal] = -1;
      for (int candidate : plan.candidates(ordinal)) {
        Extent extent = search(candidate);
        if (extent != null) {
          groups[ordinal] = candidate;
          positions[ordinal] = requirePosition(ordinal, candidate, extent);
          break;
        }
      }
    }
    return groups[ordinal];
  }

  /** An extent that lacks a column of its group is corrupt; reading nulls would hide that. */
  private int requirePosition(int ordinal, int candidate, Extent extent) {
    Leaf leaf = plan.leaves().get(ordinal);
    PlanGroup group = plan.groups().get(candidate);
    int position = group.positionOf(leaf.id(), extent.layout());
    if (position < 0) {
      throw new CorruptFileException(
          manifestPath(),
          manifest.offset(group.id()),
          "leaves of the extent of column group "
              + group.id()
              + " in row group "
              + rowGroup.number(),
          "field " + leaf.id() + " (" + leaf.path() + ") among them",
          extent.layout().leaves().stream().map(Leaf::id).limit(MAX_LISTED).toList());
    }
    return position;
  }

  private Extent search(int g) {
    if (!isSearched[g]) {
      isSearched[g] = true;
      ColumnGroupSection section = manifest.section(plan.groups().get(g).id());
      int index = section == null ? -1 : section.find(rowGroup.index());
      extents[g] = index < 0 ? null : section.extent(index);
    }
    return extents[g];
  }

  /** Position of a stored leaf in the layout of its extent. */
  public int position(int ordinal) {
    return positions[ordinal];
  }

  /** Whether some leaf has been found in a group. */
  public boolean isUsed(int g) {
    if (extents[g] == null) {
      return false;
    }
    for (int ordinal : plan.groups().get(g).ordinals()) {
      if (groups[ordinal] == g) {
        return true;
      }
    }
    return false;
  }

  /** Whether values of a group are needed. */
  public boolean isLoaded(int g) {
    if (extents[g] == null) {
      return false;
    }
    for (int ordinal : plan.groups().get(g).ordinals()) {
      if (groups[ordinal] == g && plan.isLoaded(ordinal)) {
        return true;
      }
    }
    return false;
  }

  /** Whether values of a loaded group are needed only if rows are left after the filter. */
  public boolean isConditional(int g) {
    if (!plan.testsRows()) {
      return false;
    }
    for (int ordinal : plan.groups().get(g).ordinals()) {
      if (groups[ordinal] == g && plan.decides(ordinal)) {
        return false;
      }
    }
    return true;
  }

  /** The extent of a group in which leaves have been found. */
  public Extent extent(int g) {
    return extents[g];
  }

  /** The data file that the extent of a group is in. */
  public DataFileRef file(int g) {
    return rowGroups.file(rowGroup, extents[g]);
  }

  /** Finds the leaves whose values are needed. */
  void findLoaded() {
    find(IntStream.range(0, groups.length).filter(plan::isLoaded).toArray());
  }

  /** Bytes of the extents whose values are needed. */
  public long loadedBytes() {
    findLoaded();
    long bytes = 0;
    for (int g = 0; g < extents.length; g++) {
      bytes += isLoaded(g) ? extents[g].length() : 0;
    }
    return bytes;
  }
}
