// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.internal.layout.FileLayout;
import io.albis.format.internal.layout.Layout;
import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.DataFileFooter;
import io.albis.format.internal.metadata.DataFileRef;
import io.albis.format.internal.metadata.Extent;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.ManifestFile;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.SectionKind;
import io.albis.format.internal.metadata.Sections;
import io.albis.format.internal.metadata.Segment;
import io.albis.format.internal.metadata.SegmentBuffers;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.TypeKind;
import io.albis.storage.Storage;
import io.albis.storage.tck.StoredFiles;
import io.albis.table.TableSnapshots;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * The latest snapshot of a table as its bytes say, for tests of the writer. All that is read is
 * checked: the frames, the agreement of manifests and data files, alignment, padding and checksums.
 */
final class StoredTable {

  private final StoredFiles files;
  private final SnapshotFile snapshot;
  private final List<Manifest> manifests = new ArrayList<>();
  private final Map<String, DataFile> dataFiles = new HashMap<>();

  /** A manifest with its sections by column group id. */
  record Manifest(ManifestRef ref, ManifestFile footer, Map<Integer, ColumnGroupSection> sections) {

    static Manifest of(ManifestRef ref, ManifestFile footer, FileEnd file) {
      Map<Integer, ColumnGroupSection> decoded = new HashMap<>();
      Sections sections = footer.sections();
      int end = sections.end(SectionKind.EXTENTS);
      for (int i = sections.first(SectionKind.EXTENTS); i < end; i++) {
        byte[] bytes = file.copy(sections.offset(i), sections.length(i));
        decoded.put(sections.columnGroupId(i), footer.section(i, bytes));
      }
      return new Manifest(ref, footer, decoded);
    }
  }

  /** A data file with its sections by column group id. */
  @SuppressWarnings("ArrayRecordComponent")
  record DataFile(byte[] bytes, DataFileFooter footer, Map<Integer, ColumnGroupSection> sections) {

    static DataFile of(String path, byte[] bytes) {
      FileEnd file = FileEnd.whole(path, bytes);
      DataFileFooter footer = DataFileFooter.decode(file);
      Manifest manifest = Manifest.of(null, footer.asManifest(path), file);
      DataFile read = new DataFile(bytes, footer, manifest.sections());
      read.check();
      return read;
    }

    private void check() {
      byte[] head = DataFileFooter.head();
      assertThat(bytes).startsWith(head);
      List<Extent> extents = new ArrayList<>();
      for (ColumnGroupSection section : sections.values()) {
        for (int i = 0; i < section.extentCount(); i++) {
          extents.add(section.extent(i));
        }
      }
      extents.sort(Comparator.comparingLong(Extent::offset).thenComparingLong(Extent::end));
      long end = head.length;
      for (Extent extent : extents) {
        assertThat(extent.offset()).isGreaterThanOrEqualTo(FileLayout.BODY_START);
        boolean isLarge =
            extent.segments().stream().anyMatch(s -> s.length() >= FileLayout.LARGE_SEGMENT_LENGTH);
        assertThat(extent.offset()).isEqualTo(FileLayout.align(end, isLarge ? 4096 : 64));
        for (Segment segment : extent.segments()) {
          long start = extent.offset() + segment.offset();
          assertThat(start)
              .isEqualTo(
                  FileLayout.align(
                      Math.max(end, extent.offset()),
                      FileLayout.segmentAlignment(segment.length())));
          requireZero(end, start);
          assertThat(crc(start, segment.length())).isEqualTo(segment.crc32c());
          end = start + segment.length();
        }
        assertThat(extent.end()).isEqualTo(end);
      }
      assertThat(footer.sections().start()).isEqualTo(FileLayout.align(end, 64));
      requireZero(end, footer.sections().start());
    }

    private void requireZero(long from, long to) {
      for (long i = from; i < to; i++) {
        assertThat(bytes[(int) i]).isZero();
      }
    }

    private int crc(long offset, int length) {
      CRC32C crc = new CRC32C();
      crc.update(bytes, (int) offset, length);
      return (int) crc.getValue();
    }

    /** The values of a leaf in an extent of the file; null for null. */
    List<Object> values(Extent extent, int leafId) {
      int index = extent.layout().indexOf(leafId);
      Leaf leaf = extent.layout().leaves().get(index);
      List<Object> values = new ArrayList<>();
      for (Segment segment : extent.segments()) {
        int start = (int) (extent.offset() + segment.offset());
        ByteBuffer content =
            ByteBuffer.wrap(bytes, start, segment.length()).slice().order(ByteOrder.LITTLE_ENDIAN);
        for (int row = 0; row < segment.rowCount(); row++) {
          values.add(
              extent.layout().layout() == Layout.ROW
                  ? ofRow(extent, index, leaf, content, row, segment.rowCount())
                  : ofColumn(extent.layout().buffers(segment), leaf, content, row));
        }
      }
      return values;
    }

    private static Object ofRow(
        Extent extent, int index, Leaf leaf, ByteBuffer content, int row, int rows) {
      var layout = extent.layout().rowLayout();
      int start = row * layout.stride();
      int bit = layout.nullBit(index);
      if (bit >= 0 && (content.get(start + bit / 8) >> bit % 8 & 1) != 0) {
        return null;
      }
      int at = start + layout.offset(index);
      return leaf.type().kind() == TypeKind.STRING
          ? text(content, rows * layout.stride() + content.getInt(at), content.getInt(at + 4))
          : number(leaf, content, at);
    }

    private static Object ofColumn(SegmentBuffers buffers, Leaf leaf, ByteBuffer content, int row) {
      boolean hasValidity = buffers.length(0) > 0;
      if (hasValidity && (content.get(buffers.offset(0) + row / 8) >> row % 8 & 1) == 0) {
        return null;
      }
      if (leaf.isPresence()) {
        return true;
      }
      int values = buffers.offset(1);
      if (leaf.type().kind() == TypeKind.STRING) {
        int from = content.getInt(values + 4 * row);
        int to = content.getInt(values + 4 * row + 4);
        return text(content, buffers.offset(2) + from, to - from);
      }
      return number(leaf, content, values + row * leaf.type().fixedWidth());
    }

    private static Object text(ByteBuffer content, int from, int length) {
      byte[] utf8 = new byte[length];
      content.get(from, utf8);
      return new String(utf8, StandardCharsets.UTF_8);
    }

    private static Object number(Leaf leaf, ByteBuffer content, int at) {
      return switch (leaf.type().kind()) {
        case INT32 -> (long) content.getInt(at);
        case INT64 -> content.getLong(at);
        case DOUBLE -> content.getDouble(at);
        default -> throw new IllegalArgumentException("Not read in tests: " + leaf.type());
      };
    }
  }

  private StoredTable(String uri, SnapshotFile snapshot) {
    this.files = new StoredFiles(uri);
    this.snapshot = snapshot;
  }

  static StoredTable read(String uri) throws IOException {
    SnapshotFile snapshot;
    try (Storage storage = Storage.open(uri, Map.of())) {
      snapshot = new TableSnapshots(storage).require();
    }
    StoredTable table = new StoredTable(uri, snapshot);
    for (ManifestRef ref : snapshot.snapshot().manifests()) {
      FileEnd file = FileEnd.whole(ref.path(), table.files.read(ref.path()));
      ManifestFile footer = ManifestFile.decode(file, ref, snapshot.snapshot().tableId());
      table.manifests.add(Manifest.of(ref, footer, file));
    }
    table.check();
    return table;
  }

  /** Compares the manifests with the data files. */
  private void check() throws IOException {
    long rows = 0;
    for (Manifest manifest : manifests) {
      rows += manifest.ref.rowCount();
      long bytes = 0;
      for (ColumnGroupSection section : manifest.sections.values()) {
        for (int i = 0; i < section.extentCount(); i++) {
          Extent extent = section.extent(i);
          Extent stored = stored(manifest, section.columnGroupId(), extent);
          assertThat(extent.isSame(stored)).isTrue();
          bytes += extent.length();
        }
      }
      assertThat(manifest.ref.dataBytes()).isEqualTo(bytes);
    }
    assertThat(snapshot.snapshot().rowCount()).isEqualTo(rows);
  }

  private Extent stored(Manifest manifest, int groupId, Extent extent) throws IOException {
    DataFile file = dataFile(manifest, extent);
    ColumnGroupSection section = file.sections.get(extent.fileColumnGroupId(groupId));
    return section.extent(section.find(extent.fileRowGroup()));
  }

  private DataFile dataFile(Manifest manifest, Extent extent) throws IOException {
    DataFileRef ref = manifest.footer.files().get(extent.file());
    DataFile known = dataFiles.get(ref.path());
    if (known == null) {
      known = DataFile.of(ref.path(), files.read(ref.path()));
      assertThat(known.footer.ref(ref.path())).isEqualTo(ref);
      dataFiles.put(ref.path(), known);
    }
    return known;
  }

  SnapshotFile snapshot() {
    return snapshot;
  }

  List<Manifest> manifests() {
    return manifests;
  }

  /** The data files that the table has, by path. */
  Map<String, DataFile> dataFiles() {
    return dataFiles;
  }

  /** All values of a column, in row order; null where nothing is stored. */
  List<Object> values(String path) throws IOException {
    int leafId = snapshot.snapshot().schema().schema().field(path).id();
    List<Object> values = new ArrayList<>();
    for (Manifest manifest : manifests) {
      for (int r = 0; r < manifest.footer.rowGroups().count(); r++) {
        int before = values.size();
        for (int groupId : snapshot.snapshot().columnGroups().candidateIds(leafId)) {
          ColumnGroupSection section = manifest.sections.get(groupId);
          int index = section == null ? -1 : section.find(r);
          if (index >= 0 && section.extent(index).layout().indexOf(leafId) >= 0) {
            Extent stored = stored(manifest, groupId, section.extent(index));
            values.addAll(dataFile(manifest, section.extent(index)).values(stored, leafId));
          }
        }
        if (values.size() == before) {
          for (long row = 0; row < manifest.footer.rowGroups().rowCount(r); row++) {
            values.add(null);
          }
        }
      }
    }
    assertThat(values).hasSize((int) snapshot.snapshot().rowCount());
    return values;
  }

  /** Numbers of all row groups, in row order. */
  List<Long> rowGroupNumbers() {
    List<Long> numbers = new ArrayList<>();
    for (Manifest manifest : manifests) {
      for (int r = 0; r < manifest.footer.rowGroups().count(); r++) {
        numbers.add(manifest.ref.rowGroupBase() + manifest.footer.rowGroups().index(r));
      }
    }
    return numbers;
  }
}
