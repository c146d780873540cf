// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.AlbisException;
import io.albis.format.error.CorruptFileException;
import io.albis.format.error.UnsupportedVersionException;
import io.albis.format.internal.layout.ColumnGroups;
import io.albis.format.internal.layout.Layout;
import io.albis.format.internal.schema.PartitionField;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.SortField;
import io.albis.format.internal.schema.SortOrder;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.Field;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Tag;
import io.albis.format.schema.Transform;
import io.albis.format.schema.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Round trips of all three kinds of file, and what damaged bytes do. */
class MetadataFilesTest {

  static ManifestFile decodeManifest(byte[] bytes, ManifestRef ref) {
    return ManifestFile.decode(FileEnd.whole(ref.path(), bytes), ref, Examples.TABLE_ID);
  }

  static ColumnGroupSection section(ManifestFile file, byte[] bytes, int columnGroupId) {
    int index = file.sections().find(SectionKind.EXTENTS, columnGroupId);
    int from = (int) file.sections().offset(index);
    return file.section(
        index, Arrays.copyOfRange(bytes, from, from + file.sections().length(index)));
  }

  @Test
  void snapshotRoundTrip() {
    SnapshotFile decoded = decodeSnapshot(Examples.snapshotFile());
    assertThat(decoded.snapshot()).isEqualTo(Examples.snapshot());
    assertThat(decoded.snapshot().schema().schema()).isEqualTo(Examples.SCHEMA);
    assertThat(decoded.hasStatistics()).isFalse();
    decoded.requireWritable();
  }

  private static SnapshotFile decodeSnapshot(byte[] bytes) {
    return SnapshotFile.decode(FileEnd.whole("snapshot-1", bytes), 1);
  }

  @Test
  void snapshotWithTableStatistics() {
    Snapshot snapshot =
        Examples.snapshot().toBuilder()
            .addManifest(Examples.manifest().ref(Examples.MANIFEST_PATH).build())
            .rowCount(3)
            .build();
    byte[] bytes = SnapshotFile.encode(snapshot, List.of(Examples.statistics()));
    SnapshotFile decoded = decodeSnapshot(bytes);
    assertThat(decoded.snapshot()).isEqualTo(snapshot);
    assertThat(decoded.hasStatistics()).isTrue();
    byte[] section =
        FileEnd.whole("f", bytes).copy(decoded.sections().offset(0), decoded.sections().length(0));
    assertThat(decoded.statistics(section)).containsExactly(Examples.statistics());
  }

  @Test
  void dataFileRoundTrip() {
    DataFileFooter footer = Examples.decodedFooter();
    assertThat(footer.fileId()).isEqualTo(Examples.FILE_ID);
    assertThat(footer.schema().schema()).isEqualTo(Examples.SCHEMA);
    assertThat(footer.rowGroups()).isEqualTo(Examples.rowGroups());
    assertThat(footer.nextId()).isEqualTo(2);
    ColumnGroupSection section =
        section(footer.asManifest(Examples.DATA_PATH), Examples.dataFile(), 1);
    Extent extent = section.extent(section.find(0));
    assertThat(extent.isSame(Examples.extent())).isTrue();
    assertThat(extent.segments()).containsExactly(Examples.segment());
    assertThat(extent.statistics()).containsExactly(Examples.statistics());
    SegmentBuffers buffers = extent.layout().buffers(extent.segments().get(0));
    assertThat(buffers.offset(1)).isEqualTo(64);
    assertThat(buffers.length(1)).isEqualTo(12);
    assertThat(section.find(1)).isEqualTo(-1);
  }

  @Test
  void dataFileAsATable() {
    Snapshot snapshot = Examples.decodedFooter().asSnapshot("x.albis");
    assertThat(snapshot.tableId()).isEqualTo(Examples.FILE_ID);
    assertThat(snapshot.rowCount()).isEqualTo(3);
    assertThat(snapshot.schema().schema()).isEqualTo(Examples.SCHEMA);
    assertThat(snapshot.manifests()).hasSize(1);
    assertThat(snapshot.manifests().get(0).path()).isEqualTo("x.albis");
    assertThat(snapshot.manifests().get(0).rowGroupCount()).isEqualTo(1);
    ManifestFile manifest = Examples.decodedFooter().asManifest("x.albis");
    assertThat(manifest.files()).containsExactly(Examples.decodedFooter().ref("x.albis"));
    byte[] written = SnapshotFile.encode(snapshot);
    assertThat(decodeSnapshot(written).snapshot()).isEqualTo(snapshot);
  }

  /** Two column groups, one of them in the row layout and retired, and three row groups. */
  @Test
  void dataFileOfSeveralRowGroupsAndColumnGroups() {
    Schema schema =
        Schema.of(
                Field.required("a", Type.int64()),
                Field.nullable("s", Type.parse("struct<b: string, c: int8 required>")))
            .withAssignedIds();
    ColumnGroups groups =
        ColumnGroups.of(List.of(ColumnGroup.ofRows(9, List.of(2, 3, 4)).asRetired()));
    PartitionTuple partition = new PartitionTuple(1, List.of(new byte[] {7, 0, 0, 0}));
    RowGroups.Builder rowGroups = RowGroups.builder();
    rowGroups.add(0, 10, partition, 0);
    rowGroups.add(1, 20, PartitionTuple.NONE, 2);
    rowGroups.add(2, 30, partition, 2);
    StoredLayout rows = StoredLayout.of(Layout.ROW, schema.leaves().subList(1, 4));
    ColumnGroupSection.Builder section = ColumnGroupSection.builder(9);
    for (int i = 0; i < 3; i += 2) {
      section.add(
          Extent.builder(rows)
              .rowGroup(i)
              .offset(64)
              .addSegment(
                  Segment.builder()
                      .length(rows.stride() * 10 * (i + 1))
                      .rowCount(10 * (i + 1))
                      .build())
              .build());
    }
    PartitionSpec spec =
        new PartitionSpec(1, List.of(new PartitionField(10, 1, Transform.bucket(8), "a_bucket")));
    SortOrder order = new SortOrder(2, List.of(SortField.descending(1)));
    byte[] end =
        DataFileFooter.builder()
            .fileId(Examples.FILE_ID)
            .schema(SerializedSchema.of(schema), groups)
            .rowGroups(rowGroups.build())
            .partitions(List.of(spec), List.of(order))
            .putProperties(Map.of("k", "v", "j", "w"))
            .statistics(List.of(Examples.statistics()))
            .createdBy("test")
            .nextId(11)
            .encode(5000, List.of(section.build(rowGroups.build())))
            .bytes();
    FileEnd file = FileEnd.of("f", 5000 + end.length, end);
    DataFileFooter footer = DataFileFooter.decode(file);
    assertThat(footer.schema().schema()).isEqualTo(schema);
    assertThat(footer.columnGroups()).isEqualTo(groups);
    assertThat(footer.rowGroups()).isEqualTo(rowGroups.build());
    assertThat(footer.rowGroups().partition(2)).isEqualTo(partition);
    assertThat(footer.rowGroups().sortOrderId(1)).isEqualTo(2);
    assertThat(footer.partitionSpecs()).containsExactly(spec);
    assertThat(footer.sortOrders()).containsExactly(order);
    assertThat(footer.properties()).isEqualTo(Map.of("k", "v", "j", "w"));
    assertThat(footer.sections().start()).isEqualTo(5056);
    int statistics = footer.sections().find(SectionKind.STATISTICS, 0);
    byte[] bytes =
        file.copy(footer.sections().offset(statistics), footer.sections().length(statistics));
    assertThat(footer.statistics(bytes)).containsExactly(Examples.statistics());
    Snapshot snapshot = footer.asSnapshot("f");
    assertThat(snapshot.partitionSpecs()).containsExactly(spec);
    assertThat(snapshot.partitionSpec()).isEmpty();
    assertThat(snapshot.sortOrders()).containsExactly(order);
    assertThat(snapshot.nextRowGroupId()).isEqualTo(3);
    assertThat(snapshot.columnGroups().candidateIds(3)).containsExactly(3, 9);
    ManifestFile manifest = footer.asManifest("f");
    int index = manifest.sections().find(SectionKind.EXTENTS, 9);
    byte[] extents =
        file.copy(manifest.sections().offset(index), manifest.sections().length(index));
    ColumnGroupSection decoded = manifest.section(index, extents);
    assertThat(decoded.find(1)).isEqualTo(-1);
    assertThat(decoded.extent(decoded.find(2)).segments().get(0).rowCount()).isEqualTo(30);
    assertThat(decoded.extent(0).layout()).isEqualTo(rows);
  }

  @Test
  void dataFileWithoutRows() {
    byte[] end =
        Examples.footer().rowGroups(RowGroups.builder().build()).encode(16, List.of()).bytes();
    DataFileFooter footer = DataFileFooter.decode(FileEnd.of("f", 16 + end.length, end));
    assertThat(footer.asSnapshot("f").manifests()).isEmpty();
    assertThat(footer.sections().count()).isZero();
    assertThat(footer.sections().start()).isEqualTo(64);
  }

  @Test
  void snapshotWithPartitionsOrdersTagsAndColumnOrder() {
    PartitionSpec spec =
        new PartitionSpec(1, List.of(new PartitionField(3, 1, Transform.truncate(5), "x_5")));
    SortOrder order = new SortOrder(4, List.of(SortField.ascending(1)));
    Snapshot snapshot =
        Examples.snapshot().toBuilder()
            .partitionSpecs(List.of(spec), 1)
            .sortOrders(List.of(order), 4)
            .tags(List.of(new Tag("first", 1, 77)))
            .columnGroups(ColumnGroups.implicit().withOrder(List.of(1)))
            .putProperties(Map.of("k", "v"))
            .build();
    Snapshot decoded = decodeSnapshot(SnapshotFile.encode(snapshot)).snapshot();
    assertThat(decoded).isEqualTo(snapshot);
    assertThat(decoded.partitionSpec()).contains(spec);
    assertThat(decoded.sortOrder()).contains(order);
    assertThat(decoded.tags()).containsExactly(new Tag("first", 1, 77));
    assertThat(decoded.columnGroups().order()).containsExactly(1);
    assertThat(decoded.hasSameColumns(Examples.snapshot())).isTrue();
  }

  @Test
  void manifestRoundTrip() {
    ManifestBuilder.Manifest manifest = Examples.manifest();
    ManifestRef ref = manifest.ref(Examples.MANIFEST_PATH).build();
    assertThat(ref.dataBytes()).isEqualTo(76);
    ManifestFile decoded = decodeManifest(manifest.end().bytes(), ref);
    assertThat(decoded.files()).containsExactly(Examples.decodedFooter().ref(Examples.DATA_PATH));
    assertThat(decoded.rowGroups()).isEqualTo(Examples.rowGroups());
    ColumnGroupSection section = section(decoded, manifest.end().bytes(), 1);
    assertThat(section.extent(0).isSame(Examples.extent())).isTrue();
    assertThat(decoded.sections().find(SectionKind.EXTENTS, 2)).isEqualTo(-1);
    assertThat(decoded.sections().find(SectionKind.STATISTICS, 0)).isEqualTo(-1);
  }

  @Test
  void footerOfAFileOfATableIsTheOneThatTheManifestRefersTo() {
    DataFileRef ref = Examples.decodedFooter().ref(Examples.DATA_PATH);
    FileEnd end = FileEnd.whole(Examples.DATA_PATH, Examples.dataFile());
    assertThat(DataFileFooter.decode(end, ref).fileId()).isEqualTo(ref.fileId());
    DataFileRef otherId =
        new DataFileRef(ref.path(), ref.length(), Examples.TABLE_ID, ref.footerLength());
    assertThatThrownBy(() -> DataFileFooter.decode(end, otherId))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining(
            "invalid id (expected 101112131415161718191a1b1c1d1e1f,"
                + " found 202122232425262728292a2b2c2d2e2f)");
    DataFileRef otherLength =
        new DataFileRef(ref.path(), ref.length(), ref.fileId(), ref.footerLength() + 1);
    assertThatThrownBy(() -> DataFileFooter.decode(end, otherLength))
        .hasMessageContaining("invalid footer length");
  }

  @Test
  void endOfAFileIsSufficient() {
    byte[] file = Examples.dataFile();
    FileTail tail =
        FileTail.decode(
            FileEnd.of("f", file.length, Arrays.copyOfRange(file, file.length - 64, file.length)));
    assertThat(tail.kind()).isEqualTo(FileKind.DATA);
    int from = file.length - (int) tail.endLength();
    FileEnd end = FileEnd.of("f", file.length, Arrays.copyOfRange(file, from, file.length));
    assertThat(DataFileFooter.decode(end).rowGroups().totalRows()).isEqualTo(3);
    assertThat(end.contains(from, 1)).isTrue();
    assertThat(end.contains(from - 1, 1)).isFalse();
    assertThatThrownBy(() -> end.copy(from - 1, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FileEnd.of("f", 3, new byte[4]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void flippedBytesAndTruncationsAreTypedErrorsOrHarmless() {
    damage(Examples.snapshotFile(), bytes -> decodeSnapshot(bytes).snapshot());
    ManifestBuilder.Manifest manifest = Examples.manifest();
    ManifestRef ref = manifest.ref(Examples.MANIFEST_PATH).build();
    damage(manifest.end().bytes(), bytes -> contentOf(decodeManifest(bytes, ref), bytes));
    damage(
        Examples.dataFile(),
        bytes ->
            contentOf(DataFileFooter.decode(FileEnd.whole("f", bytes)).asManifest("f"), bytes));
  }

  private static Object contentOf(ManifestFile file, byte[] bytes) {
    Extent extent = section(file, bytes, 1).extent(0);
    return List.of(
        file.files(), file.rowGroups(), extent.offset(), extent.segments(), extent.statistics());
  }

  private static void damage(byte[] good, Function<byte[], Object> decode) {
    Object expected = decode.apply(good.clone());
    for (int i = 0; i < good.length; i++) {
      for (int bit : new int[] {0x01, 0x80, 0xff}) {
        byte[] bytes = good.clone();
        bytes[i] ^= (byte) bit;
        requireErrorOrEqual(bytes, decode, expected);
      }
      requireErrorOrEqual(Arrays.copyOf(good, i), decode, expected);
    }
  }

  private static void requireErrorOrEqual(
      byte[] bytes, Function<byte[], Object> decode, Object expected) {
    Object found;
    try {
      found = decode.apply(bytes);
    } catch (CorruptFileException e) {
      assertThat(e.offset()).isNotNegative();
      assertThat(e).hasMessageContaining("expected").hasMessageContaining("found");
      return;
    } catch (AlbisException e) {
      assertThat(e).isInstanceOf(UnsupportedVersionException.class);
      return;
    }
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void startOfAFileIsCheckedByVerifiers() {
    byte[] file = Examples.dataFile();
    FileTail tail = FileTail.decode(FileEnd.whole("f", file));
    tail.checkStart("f", Arrays.copyOf(file, 64));
    for (int i = 0; i < 64; i++) {
      byte[] start = Arrays.copyOf(file, 64);
      start[i] ^= 1;
      assertThatThrownBy(() -> tail.checkStart("f", start))
          .isInstanceOf(CorruptFileException.class);
    }
    assertThatThrownBy(() -> tail.checkStart("f", new byte[3])).hasMessageContaining("head");
  }
}
