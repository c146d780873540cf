// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.internal.layout.FileLayout;
import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.Extent;
import io.albis.format.internal.metadata.RowGroups;
import io.albis.format.internal.metadata.Segment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where everything of a planned file lies in it: column group by column group, the row groups
 * inside. For one thread.
 */
final class PlannedLayout {

  /**
   * From where extents of a column group were taken, which decides about conflicts.
   *
   * @param section of the new file
   * @param paths of the old data files, by row group of the new file
   * @param offsets in these, in bytes
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Group(ColumnGroupSection section, String[] paths, long[] offsets) {}

  private final RowGroupIndex index;
  private final PlannedFile planned;
  private final OpenSources files;
  private final Map<Integer, SourceFile> sources = new HashMap<>();
  private final List<SegmentCopy> segments = new ArrayList<>();
  private final Map<Integer, Group> groups = new LinkedHashMap<>();
  private final RowGroups rowGroups;
  private final long[] numbers;
  private long end = FileLayout.BODY_START;

  /** Reads the metadata of everything in a planned file. */
  PlannedLayout(RowGroupIndex index, PlannedFile planned, OpenSources files) {
    this.index = index;
    this.planned = planned;
    this.files = files;
    RowGroups.Builder builder = RowGroups.builder();
    numbers = new long[planned.rowGroups().length];
    for (int i = 0; i < numbers.length; i++) {
      int rowGroup = planned.rowGroups()[i];
      int manifest = index.manifestOf(rowGroup);
      RowGroups of = index.rowGroups(manifest);
      int place = rowGroup - index.first(manifest);
      builder.add(i, of.rowCount(place), of.partition(place), of.sortOrderId(place));
      numbers[i] = index.number(rowGroup);
    }
    this.rowGroups = builder.build();
    planned.columnGroupIds().forEach(this::addGroup);
  }

  private void addGroup(int columnGroupId) {
    int[] positions = planned.rowGroups();
    String[] paths = new String[positions.length];
    long[] offsets = new long[positions.length];
    ColumnGroupSection.Builder section = ColumnGroupSection.builder(columnGroupId);
    ColumnGroupSection ofManifest = null;
    int manifest = -1;
    for (int i = 0; i < positions.length; i++) {
      if (index.manifestOf(positions[i]) != manifest) {
        manifest = index.manifestOf(positions[i]);
        ofManifest = index.section(manifest, columnGroupId);
      }
      Extent extent = ofManifest.extent(ofManifest.find(positions[i] - index.first(manifest)));
      int file = index.fileNumber(manifest, extent.file());
      SourceFile source =
          sources.computeIfAbsent(file, number -> SourceFile.open(index.file(number), files));
      Extent stored = source.extent(extent.fileColumnGroupId(columnGroupId), extent.fileRowGroup());
      section.add(place(extent.withSegmentsOf(stored), i, source.path()));
      paths[i] = source.path();
      offsets[i] = extent.offset();
    }
    groups.put(columnGroupId, new Group(section.build(rowGroups), paths, offsets));
  }

  /** Places an extent behind the others. */
  private Extent place(Extent extent, int rowGroup, String source) {
    boolean isLarge =
        extent.segments().stream().anyMatch(s -> s.length() >= FileLayout.LARGE_SEGMENT_LENGTH);
    long start =
        FileLayout.align(end, isLarge ? FileLayout.LARGE_SEGMENT_ALIGNMENT : FileLayout.ALIGNMENT);
    Extent.Builder placed =
        Extent.builder(extent.layout())
            .rowGroup(rowGroup)
            .offset(start)
            .valueBytes(extent.valueBytes());
    extent.statistics().forEach(placed::addStatistics);
    end = start;
    for (Segment segment : extent.segments()) {
      end = FileLayout.align(end, FileLayout.segmentAlignment(segment.length()));
      placed.addSegment(segment.toBuilder().offset(end - start).build());
      segments.add(
          new SegmentCopy(
              source, extent.offset() + segment.offset(), end, segment.length(), segment.crc32c()));
      end += segment.length();
    }
    return placed.build();
  }

  /** The row groups of the new file. */
  RowGroups rowGroups() {
    return rowGroups;
  }

  /** The numbers of the row groups in the table. */
  long[] numbers() {
    return numbers;
  }

  /** The column groups by id, in the order of their extents. */
  Map<Integer, Group> groups() {
    return groups;
  }

  /** All segments, ascending by their place in the new file. */
  List<SegmentCopy> segments() {
    return segments;
  }

  /** Where the last segment ends. */
  long end() {
    return end;
  }

  /** Properties that all old files have. */
  Map<String, String> commonProperties() {
    Map<String, String> common = null;
    for (SourceFile source : sources.values()) {
      Map<String, String> properties = source.footer().properties();
      if (common == null) {
        common = new HashMap<>(properties);
      } else {
        common.entrySet().retainAll(properties.entrySet());
      }
    }
    return common == null ? Map.of() : common;
  }
}
