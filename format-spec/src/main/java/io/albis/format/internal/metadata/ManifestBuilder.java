// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import io.albis.format.internal.metadata.proto.MetadataProtos;
import io.albis.format.schema.PartitionTuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;

/**
 * Makes a manifest from data files, from other manifests, or from both (SPEC.md, section 10). No
 * input or output: sections are given as they were decoded. For one thread.
 */
public final class ManifestBuilder {

  /** Longer descriptions of segments are left to the data file, so that sections stay small. */
  static final int MAX_SEGMENT_BYTES = 4096;

  private final UUID tableId;
  private final int maxSegmentBytes;
  private final List<DataFileRef> files = new ArrayList<>();
  private final Map<String, Integer> filesByPath = new HashMap<>();
  private final RowGroups.Builder rowGroups = RowGroups.builder();
  private final Map<Integer, List<PlacedExtent>> extents = new TreeMap<>();
  private long dataBytes;

  private record PlacedExtent(StoredLayout layout, MetadataProtos.Extent.Builder message) {}

  /** A manifest of a table. */
  public ManifestBuilder(UUID tableId) {
    this(tableId, MAX_SEGMENT_BYTES);
  }

  /** A manifest that leaves longer descriptions of segments to the data files. */
  ManifestBuilder(UUID tableId, int maxSegmentBytes) {
    this.tableId = tableId;
    this.maxSegmentBytes = maxSegmentBytes;
  }

  /**
   * Adds a data file; one that has been added under the same path is not added again.
   *
   * @return its position
   * @throws IllegalArgumentException if another file has been added under the path
   */
  public int addFile(DataFileRef ref) {
    Integer position = filesByPath.putIfAbsent(ref.path(), files.size());
    if (position == null) {
      files.add(ref);
      return files.size() - 1;
    }
    if (!files.get(position).equals(ref)) {
      throw new IllegalArgumentException(
          "Two data files have the path " + ref.path() + ": " + files.get(position) + ", " + ref);
    }
    return position;
  }

  /**
   * Adds a row group behind those so far.
   *
   * @param number unique; {@link Manifest#rowGroupBase} is the least of these numbers
   * @param rowCount number of its rows
   * @param partition its partition, or {@link PartitionTuple#NONE}
   * @param sortOrderId id of the order of its rows, or 0
   * @return its position
   */
  public int addRowGroup(long number, long rowCount, PartitionTuple partition, int sortOrderId) {
    return rowGroups.add(number, rowCount, partition, sortOrderId);
  }

  /**
   * Adds the extents of a column group in a data file.
   *
   * @param columnGroupId id of the group in the table
   * @param section of the data file
   * @param file position of the data file, see {@link #addFile}
   * @param rowGroup from the position of a row group in the data file to the one here
   */
  public void addExtents(
      int columnGroupId, ColumnGroupSection section, int file, IntUnaryOperator rowGroup) {
    for (int i = 0; i < section.extentCount(); i++) {
      Extent extent = section.extent(i);
      MetadataProtos.Extent.Builder message =
          extent.toProto().toBuilder()
              .setFileRowGroup(extent.rowGroup())
              .setFileColumnGroupId(
                  section.columnGroupId() == columnGroupId ? 0 : section.columnGroupId());
      add(columnGroupId, extent, message, file, rowGroup.applyAsInt(extent.rowGroup()));
    }
  }

  private void add(
      int columnGroupId,
      Extent extent,
      MetadataProtos.Extent.Builder message,
      int file,
      int rowGroup) {
    int segmentBytes =
        message.getSegmentsList().stream()
            .mapToInt(MetadataProtos.Segment::getSerializedSize)
            .sum();
    if (segmentBytes > maxSegmentBytes) {
      message.clearSegments();
    }
    message.setFile(file).setRowGroup(rowGroup);
    extents
        .computeIfAbsent(columnGroupId, id -> new ArrayList<>())
        .add(new PlacedExtent(extent.layout(), message));
    dataBytes += extent.length();
  }

  /**
   * Adds a data file with all its row groups, numbered on from the greatest number so far.
   *
   * @param ref how the manifest refers to it
   * @param footer of the file
   * @param sections of all its column groups
   * @param columnGroupId from the id of a column group in the file to the one in the table
   * @param partitions from the partition of a row group in the file to the one in the table
   * @param sortOrderId from the id of a sort order in the file to the one in the table
   */
  public void addDataFile(
      DataFileRef ref,
      DataFileFooter footer,
      Collection<ColumnGroupSection> sections,
      IntUnaryOperator columnGroupId,
      UnaryOperator<PartitionTuple> partitions,
      IntUnaryOperator sortOrderId) {
    int file = addFile(ref);
    int first = rowGroups.count();
    long number = rowGroups.maxIndex() + 1;
    RowGroups added = footer.rowGroups();
    for (int i = 0; i < added.count(); i++) {
      int order = added.sortOrderId(i);
      addRowGroup(
          number + i,
          added.rowCount(i),
          partitions.apply(added.partition(i)),
          order == 0 ? 0 : sortOrderId.applyAsInt(order));
    }
    for (ColumnGroupSection section : sections) {
      addExtents(columnGroupId.applyAsInt(section.columnGroupId()), section, file, i -> first + i);
    }
  }

  /**
   * Adds all that another manifest has. Its row groups keep their numbers in the table.
   *
   * @param manifest its footer
   * @param rowGroupBase as the snapshot has it
   * @param sections of all its column groups
   */
  public void addManifest(
      ManifestFile manifest, long rowGroupBase, Collection<ColumnGroupSection> sections) {
    manifest.files().forEach(this::addFile);
    addManifest(manifest, rowGroupBase, sections, (columnGroupId, extent) -> true);
  }

  /** Chooses the extents that a manifest keeps. */
  @FunctionalInterface
  public interface ExtentFilter {

    /** Whether an extent of a column group is kept. */
    boolean keeps(int columnGroupId, Extent extent);
  }

  /**
   * Adds all row groups that another manifest has, but only some of the extents, and the data files
   * of these.
   *
   * @param manifest its footer
   * @param rowGroupBase as the snapshot has it
   * @param sections of all its column groups
   * @return position of its first row group
   */
  public int addManifest(
      ManifestFile manifest,
      long rowGroupBase,
      Collection<ColumnGroupSection> sections,
      ExtentFilter filter) {
    int first = rowGroups.count();
    RowGroups added = manifest.rowGroups();
    for (int i = 0; i < added.count(); i++) {
      addRowGroup(
          rowGroupBase + added.index(i),
          added.rowCount(i),
          added.partition(i),
          added.sortOrderId(i));
    }
    for (ColumnGroupSection section : sections) {
      for (int i = 0; i < section.extentCount(); i++) {
        Extent extent = section.extent(i);
        if (filter.keeps(section.columnGroupId(), extent)) {
          add(
              section.columnGroupId(),
              extent,
              extent.toProto().toBuilder(),
              addFile(manifest.files().get(extent.file())),
              first + extent.rowGroup());
        }
      }
    }
    return first;
  }

  /**
   * Adds extents of another manifest, and the data files of these. Their row groups have been added
   * before.
   *
   * @param manifest its footer
   * @param sections of all its column groups
   * @param rowGroup from the position of a row group in the other manifest to the one here; -1 to
   *     leave its extents out
   */
  public void addExtents(
      ManifestFile manifest, Collection<ColumnGroupSection> sections, IntUnaryOperator rowGroup) {
    for (ColumnGroupSection section : sections) {
      for (int i = 0; i < section.extentCount(); i++) {
        int position = rowGroup.applyAsInt(section.rowGroup(i));
        if (position >= 0) {
          Extent extent = section.extent(i);
          add(
              section.columnGroupId(),
              extent,
              extent.toProto().toBuilder(),
              addFile(manifest.files().get(extent.file())),
              position);
        }
      }
    }
  }

  /** Number of row groups so far. */
  public int rowGroupCount() {
    return rowGroups.count();
  }

  /**
   * An encoded manifest.
   *
   * @param end all its bytes
   * @param rowGroupBase the least number of a row group, from which indexes count
   * @param rowGroups with indexes
   * @param files its data files
   * @param dataBytes sum of the lengths of all extents
   */
  public record Manifest(
      EncodedEnd end,
      long rowGroupBase,
      RowGroups rowGroups,
      List<DataFileRef> files,
      long dataBytes) {

    /** Starts the reference to it, without bounds. */
    public ManifestRef.Builder ref(String path) {
      return ManifestRef.builder()
          .path(path)
          .file(end)
          .rowGroupBase(rowGroupBase)
          .rowGroups(rowGroups)
          .dataBytes(dataBytes)
          .fileCount(files.size());
    }

    /** The section of a column group, or null if there is none. */
    public ColumnGroupSection section(int columnGroupId) {
      Sections sections = end.sections();
      int index = sections.find(SectionKind.EXTENTS, columnGroupId);
      if (index < 0) {
        return null;
      }
      FileEnd file = FileEnd.whole("new manifest", end.bytes());
      return new ManifestFile(
              file.file(), FileTail.decode(file, FileKind.MANIFEST), files, rowGroups, sections)
          .section(index, file.copy(sections.offset(index), sections.length(index)));
    }
  }

  /** Encodes the manifest. */
  public Manifest build() {
    long base = rowGroups.minIndex();
    RowGroups built = rowGroups.build(base);
    List<Framing.Section> sections = new ArrayList<>();
    extents.forEach(
        (id, placed) -> {
          placed.sort(Comparator.comparingInt(one -> one.message().getRowGroup()));
          ColumnGroupSection.Builder section = ColumnGroupSection.builder(id);
          placed.forEach(one -> section.add(one.layout(), one.message()));
          sections.add(new Framing.Section(SectionKind.EXTENTS, id, section.toBytes()));
        });
    MetadataProtos.Manifest.Builder message =
        MetadataProtos.Manifest.newBuilder()
            .setTableId(Ids.toProto(tableId))
            .setRowGroups(built.toProto());
    files.forEach(file -> message.addFiles(file.toProto()));
    EncodedEnd end =
        Framing.file(
            FileKind.MANIFEST,
            tableId,
            sections,
            directory -> message.setSections(directory.toProto()).build());
    return new Manifest(end, base, built, List.copyOf(files), dataBytes);
  }
}
