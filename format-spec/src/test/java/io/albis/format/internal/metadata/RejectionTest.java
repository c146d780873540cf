// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.albis.format.error.CorruptFileException;
import io.albis.format.internal.metadata.proto.MetadataProtos;
import io.albis.format.internal.metadata.proto.MetadataProtos.ColumnGroupSection;
import io.albis.format.internal.metadata.proto.MetadataProtos.DataFileFooter;
import io.albis.format.internal.metadata.proto.MetadataProtos.Manifest;
import io.albis.format.internal.metadata.proto.MetadataProtos.Snapshot;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Messages that break a rule of SPEC.md, section 21, in files with valid checksums. */
class RejectionTest {

  private static void rejectsSnapshot(UnaryOperator<Snapshot.Builder> change, String message) {
    assertThatThrownBy(() -> Forged.snapshot(change))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageStartingWith("Corrupt file forged at offset 64: invalid " + message);
  }

  private static void rejectsDataFile(
      UnaryOperator<DataFileFooter.Builder> change, String message) {
    assertThatThrownBy(() -> Forged.dataFile(change))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("invalid " + message);
  }

  private static void rejectsManifest(UnaryOperator<Manifest.Builder> change, String message) {
    assertThatThrownBy(() -> Forged.manifest(change))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("invalid " + message);
  }

  private static void rejectsExtent(
      Consumer<MetadataProtos.Extent.Builder> change, String message) {
    rejectsSection(section -> change.accept(section.getExtentsBuilder(0)), message);
  }

  private static void rejectsSegment(
      Consumer<MetadataProtos.Segment.Builder> change, String message) {
    rejectsExtent(extent -> change.accept(extent.getSegmentsBuilder(0)), message);
  }

  private static void rejectsSection(Consumer<ColumnGroupSection.Builder> change, String message) {
    assertThatThrownBy(
            () -> {
              Extent extent =
                  Forged.extent(
                      section -> {
                        change.accept(section);
                        return section;
                      });
              extent.segments().forEach(segment -> segment.statistics(extent.layout()));
              extent.statistics();
            })
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("forged at offset 64: invalid " + message);
  }

  @Test
  void unchangedMessagesAreAccepted() {
    assertThat(Forged.snapshot(message -> message).snapshot()).isEqualTo(Examples.snapshot());
    assertThat(Forged.dataFile(message -> message).rowGroups().totalRows()).isEqualTo(3);
    assertThat(Forged.manifest(message -> message).files()).hasSize(1);
    assertThat(Forged.extent(section -> section).isSame(Examples.extent())).isTrue();
  }

  @Test
  void snapshots() {
    rejectsSnapshot(s -> s.setParentId(1), "parent snapshot id (expected 0 to 0, found 1)");
    rejectsSnapshot(s -> s.setParentId(-1), "parent snapshot id");
    rejectsSnapshot(s -> s.setRowCount(1), "row count (expected 0, found 1)");
    rejectsSnapshot(s -> s.setNextRowGroupId(-1), "next row group id");
    rejectsSnapshot(s -> s.setNextId(-1), "next id");
    rejectsSnapshot(s -> s.setPartitionSpecId(1), "partition spec id");
    rejectsSnapshot(s -> s.setSortOrderId(1), "sort order id");
    rejectsSnapshot(s -> s.setTableId(ByteString.EMPTY), "length of the table id");
    rejectsSnapshot(s -> s.clearSections(), "offset of the sections");
    rejectsSnapshot(s -> s.addTags(tag("t", 2)), "snapshot id of a tag (expected 1 to 1");
    rejectsSnapshot(s -> s.addTags(tag("", 1)), "tag (expected one name, found )");
    rejectsSnapshot(s -> s.addTags(tag("t", 1)).addTags(tag("t", 1)), "tag");
    rejectsSnapshot(
        s -> s.addColumnOrder(1).addColumnOrder(1),
        "column groups (expected a valid one, found Invalid column order");
  }

  private static MetadataProtos.Tag tag(String name, long id) {
    return MetadataProtos.Tag.newBuilder().setName(name).setSnapshotId(id).build();
  }

  @Test
  void manifestReferences() {
    MetadataProtos.ManifestRef good =
        MetadataProtos.ManifestRef.newBuilder()
            .setPath("_albis/m")
            .setLength(1000)
            .setFooterLength(100)
            .build();
    assertThat(Forged.snapshot(s -> s.addManifests(good)).snapshot().manifests()).hasSize(1);
    rejectsSnapshot(s -> s.addManifests(good).addManifests(good), "manifest (expected named once");
    rejectsSnapshot(
        s -> s.addManifests(good.toBuilder().setLength(227)),
        "length of a manifest (expected room for its footer of 100, found 227)");
    rejectsSnapshot(s -> s.addManifests(good.toBuilder().setPath("../m")), "path");
    rejectsSnapshot(s -> s.addManifests(good.toBuilder().setPath("/m")), "path");
    rejectsSnapshot(s -> s.addManifests(good.toBuilder().setRowCount(-1)), "row count");
    rejectsSnapshot(s -> s.addManifests(good.toBuilder().setFooterLength(-1)), "footer length");
    rejectsSnapshot(s -> s.addManifests(good.toBuilder().setRowGroupBase(-1)), "row group base");
    rejectsSnapshot(s -> s.addManifests(good.toBuilder().setFileCount(-1)), "file count");
    rejectsSnapshot(
        s ->
            s.addManifests(good.toBuilder().setRowCount(Long.MAX_VALUE))
                .addManifests(good.toBuilder().setPath("n").setRowCount(1)),
        "row count (expected at most 2^63 - 1, found an overflow)");
  }

  private static MetadataProtos.ColumnGroup.Builder group(int id, int... leaves) {
    MetadataProtos.ColumnGroup.Builder group =
        MetadataProtos.ColumnGroup.newBuilder().setId(id).setLayout(MetadataProtos.Layout.ROW);
    for (int leaf : leaves) {
      group.addLeafIds(leaf);
    }
    return group;
  }

  @Test
  void columnGroups() {
    rejectsSnapshot(s -> s.addColumnGroups(group(0, 1)), "column groups");
    rejectsSnapshot(s -> s.addColumnGroups(group(7)), "column groups");
    rejectsSnapshot(s -> s.addColumnGroups(group(7, 0)), "column groups");
    rejectsSnapshot(s -> s.addColumnGroups(group(7, 1, 1)), "column groups");
    rejectsSnapshot(s -> s.addColumnGroups(group(7, 1).setLayoutValue(9)), "column groups");
    rejectsSnapshot(s -> s.addColumnGroups(group(7, 1).clearLayout()), "column groups");
    rejectsSnapshot(
        s -> s.addColumnGroups(group(7, 1, 2).setLayout(MetadataProtos.Layout.COLUMN)),
        "column groups");
    rejectsSnapshot(
        s -> s.addColumnGroups(group(7, 1)).addColumnGroups(group(8, 1)),
        "column groups (expected a valid one, found Invalid column groups: leaf 1 is in the groups"
            + " 7 and 8)");
    rejectsSnapshot(
        s -> s.addColumnGroups(group(7, 1)).addColumnGroups(group(7, 2)),
        "column groups (expected a valid one, found Invalid column groups: id 7 is used twice)");
    Forged.snapshot(
        s -> s.addColumnGroups(group(7, 1)).addColumnGroups(group(8, 1).setRetired(true)));
  }

  @Test
  void partitionSpecsAndSortOrders() {
    MetadataProtos.PartitionSpec.Builder spec =
        MetadataProtos.PartitionSpec.newBuilder()
            .setId(1)
            .addFields(
                MetadataProtos.PartitionField.newBuilder()
                    .setId(5)
                    .setSourceId(1)
                    .setTransform(MetadataProtos.TransformKind.IDENTITY)
                    .setName("x"));
    Forged.snapshot(s -> s.addPartitionSpecs(spec).setPartitionSpecId(1));
    rejectsSnapshot(s -> s.addPartitionSpecs(spec).addPartitionSpecs(spec), "partition specs");
    rejectsSnapshot(s -> s.addPartitionSpecs(spec.clone().clearFields()), "partition specs");
    MetadataProtos.PartitionSpec.Builder none = spec.clone();
    none.getFieldsBuilder(0).clearTransform();
    rejectsSnapshot(s -> s.addPartitionSpecs(none), "partition specs");
    MetadataProtos.PartitionSpec.Builder parameter = spec.clone();
    parameter.getFieldsBuilder(0).setParameter(1);
    rejectsSnapshot(s -> s.addPartitionSpecs(parameter), "partition specs");
    MetadataProtos.SortOrder.Builder order = MetadataProtos.SortOrder.newBuilder().setId(1);
    rejectsSnapshot(s -> s.addSortOrders(order), "sort orders");
    order.addFields(MetadataProtos.SortField.newBuilder().setLeafId(1));
    rejectsSnapshot(s -> s.addSortOrders(order).addSortOrders(order), "sort orders");
  }

  @Test
  void sections() {
    rejectsDataFile(
        f -> f.setSections(f.getSections().toBuilder().setOffset(65)), "offset of the sections");
    rejectsDataFile(
        f -> f.setSections(f.getSections().toBuilder().setOffset(0)), "offset of the sections");
    rejectsDataFile(
        f -> f.setSections(f.getSections().toBuilder().setOffset(-64)), "offset of the sections");
    rejectsDataFile(
        f -> f.setSections(f.getSections().toBuilder().setOffset(128)), "length of section 0");
    rejectsDataFile(
        f -> f.setSections(f.getSections().toBuilder().setLengths(0, -1)), "length of section 0");
    rejectsDataFile(
        f -> f.setSections(f.getSections().toBuilder().setLengths(0, 5)), "end of the sections");
    rejectsDataFile(
        f -> f.setSections(f.getSections().toBuilder().addLengths(0)), "number of lengths");
    rejectsDataFile(
        f -> f.setSections(f.getSections().toBuilder().addCrc32Cs(0)), "number of checksums");
    rejectsDataFile(
        f -> f.setSections(f.getSections().toBuilder().addColumnGroupIds(0)),
        "number of column groups of sections");
    rejectsDataFile(
        f -> f.setSections(f.getSections().toBuilder().setColumnGroupIds(0, 0)),
        "column group of section 0");
    rejectsDataFile(
        f -> f.setSections(f.getSections().toBuilder().setKinds(0, 2)),
        "column group of section 0 (expected 0, found 1)");
    rejectsDataFile(
        f -> f.setSections(f.getSections().toBuilder().setKinds(0, 0)), "kind and column group");
    rejectsDataFile(
        f ->
            f.setSections(
                f.getSections().toBuilder()
                    .addKinds(1)
                    .addColumnGroupIds(1)
                    .addLengths(0)
                    .addCrc32Cs(0)),
        "kind and column group of section 1 (expected ascending, found 1, 1)");
  }

  @Test
  void dataFiles() {
    rejectsDataFile(f -> f.setRowCount(4), "row count (expected 3, found 4)");
    rejectsDataFile(f -> f.setFileId(ByteString.copyFrom(new byte[3])), "length of the file id");
    rejectsDataFile(f -> f.setFileId(ByteString.copyFrom(new byte[16])), "id (expected 0000");
    rejectsDataFile(f -> f.setNextId(-1), "next id");
    rejectsDataFile(
        f -> f.setRowGroups(f.getRowGroups().toBuilder().addIndexes(0)),
        "number of row group indexes (expected 0, found 1)");
  }

  private static void rejectsRowGroups(
      Consumer<MetadataProtos.RowGroups.Builder> change, String message) {
    rejectsManifest(
        manifest -> {
          change.accept(manifest.getRowGroupsBuilder());
          return manifest;
        },
        message);
  }

  @Test
  void rowGroups() {
    rejectsRowGroups(r -> r.setRowCounts(0, 0), "row count of a row group");
    rejectsRowGroups(r -> r.setRowCounts(0, -1), "row count of a row group");
    rejectsRowGroups(
        r -> r.setRowCounts(0, Long.MAX_VALUE).addRowCounts(1), "row count (expected at most");
    rejectsRowGroups(r -> r.addRowCounts(1), "row group count (expected 1, found 2)");
    rejectsRowGroups(r -> r.setRowCounts(0, 4), "row count (expected 3, found 4)");
    rejectsRowGroups(r -> r.addIndexes(1).addIndexes(2), "number of row group indexes");
    rejectsRowGroups(r -> r.addIndexes(-1), "index of a row group");
    rejectsRowGroups(
        r -> r.addRowCounts(1).addRowCounts(1).addIndexes(5).addIndexes(4).addIndexes(5),
        "index of a row group (expected each once, found 5)");
    rejectsRowGroups(r -> r.addPartition(0), "partition of a row group (expected below 0");
    rejectsRowGroups(r -> r.addPartition(0).addPartition(0), "number of partitions of row groups");
    rejectsRowGroups(r -> r.addSortOrderIds(1).addSortOrderIds(1), "number of sort orders");
    rejectsRowGroups(r -> r.addSortOrderIds(-1), "sort order of a row group");
    MetadataProtos.PartitionTuple.Builder tuple =
        MetadataProtos.PartitionTuple.newBuilder().setSpecId(1).addValues(ByteString.EMPTY);
    rejectsRowGroups(
        r -> r.addPartitions(tuple).addPartitions(tuple), "number of partitions where row groups");
    rejectsRowGroups(r -> r.addPartitions(tuple.clone().setSpecId(0)), "partition without a spec");
    rejectsRowGroups(r -> r.addPartitions(tuple.clone().setSpecId(-1)), "partition spec");
    rejectsRowGroups(r -> r.addPartitions(tuple.clone().addNulls(1)), "null of a partition");
    rejectsRowGroups(
        r -> r.addPartitions(tuple.clone().addNulls(0).addNulls(0)), "null of a partition");
    rejectsRowGroups(
        r ->
            r.addPartitions(
                tuple.clone().setValues(0, ByteString.copyFrom(new byte[1])).addNulls(0)),
        "null of a partition");
  }

  @Test
  void manifests() {
    rejectsManifest(m -> m.clearFiles(), "file count (expected 1, found 0)");
    rejectsManifest(m -> m.setTableId(ByteString.copyFrom(new byte[16])), "id");
    rejectsFile(f -> f.setPath("a//b"), "path");
    rejectsFile(f -> f.setPath("a\\b"), "path");
    rejectsFile(f -> f.setFileId(ByteString.EMPTY), "length of the data file id");
    rejectsFile(f -> f.setFooterLength(-1), "footer length of a data file");
    rejectsFile(f -> f.setLength(200), "length of a data file (expected room for its footer");
    rejectsFile(f -> f.setLength(-1), "length of a data file");
  }

  private static void rejectsFile(
      Consumer<MetadataProtos.DataFileRef.Builder> change, String message) {
    rejectsManifest(
        manifest -> {
          change.accept(manifest.getFilesBuilder(0));
          return manifest;
        },
        message);
  }

  @Test
  void sectionsOfExtents() {
    rejectsSection(s -> s.setColumnGroupId(2), "column group (expected 1, found 2)");
    rejectsSection(s -> s.addExtents(s.getExtents(0)), "row group of an extent");
    rejectsExtent(e -> e.setRowGroup(1), "row group of an extent (expected above -1 and below 1");
    rejectsExtent(e -> e.setRowGroup(-1), "row group of an extent");
    rejectsSection(s -> s.clearLayouts(), "layout of extent of row group 0 at 64");
    rejectsExtent(e -> e.setLayout(1), "layout of extent");
    rejectsExtent(e -> e.setFile(1), "data file of extent of row group 0 at 64");
    rejectsExtent(e -> e.setOffset(0), "offset of extent");
    rejectsExtent(e -> e.setOffset(96), "offset of extent");
    rejectsExtent(e -> e.setOffset(-64), "offset of extent");
    rejectsExtent(e -> e.setOffset(1 << 20), "end of extent");
    rejectsExtent(e -> e.setOffset(Long.MAX_VALUE - 63), "end of extent");
    rejectsExtent(e -> e.setLength(-1), "length of extent");
    rejectsExtent(e -> e.setLength(77), "length of extent of row group 0 at 64 (expected 76");
    rejectsExtent(e -> e.setValueBytes(-1), "value bytes of extent");
    rejectsExtent(e -> e.clearSegments(), "number of segments of extent");
    rejectsExtent(e -> e.addSegments(e.getSegments(0)), "offset of a segment");
  }

  private static void rejectsLayout(
      Consumer<MetadataProtos.StoredLayout.Builder> change, String message) {
    rejectsSection(s -> change.accept(s.getLayoutsBuilder(0)), message);
  }

  @Test
  void storedLayouts() {
    rejectsLayout(l -> l.setLayoutValue(7), "layout (expected a valid one");
    rejectsLayout(l -> l.clearLeaves(), "number of leaves");
    rejectsLayout(l -> l.addLeaves(l.getLeaves(0)), "number of leaves in the column layout");
    rejectsLayout(l -> l.setStride(8), "stride (expected 0, found 8)");
    rejectsLayout(
        l -> l.setLayout(MetadataProtos.Layout.ROW).addLeaves(l.getLeaves(0)),
        "field id of a leaf (expected once");
    rejectsLayout(l -> l.setLayout(MetadataProtos.Layout.ROW), "stride (expected 16, found 0)");
    rejectsLayout(l -> l.getLeavesBuilder(0).setFieldId(0), "field id of a leaf");
    rejectsLayout(l -> l.getLeavesBuilder(0).getTypeBuilder().setScale(1), "type of field 1");
    MetadataProtos.Type list =
        SchemaProtos.toStoredProto(
            Schema.of(Field.nullable("l", Type.parse("list<int8>"))).fields().get(0).type());
    rejectsLayout(l -> l.getLeavesBuilder(0).setType(list), "type of field 1");
    MetadataProtos.Type sameId =
        SchemaProtos.toStoredProto(Type.list(Field.nullable("e", Type.int8()).withId(1)));
    rejectsLayout(
        l -> l.getLeavesBuilder(0).setType(sameId), "field id in a stored type (expected once");
    MetadataProtos.Type otherId =
        SchemaProtos.toStoredProto(Type.list(Field.nullable("e", Type.int8()).withId(2)));
    rejectsLayout(
        l -> l.setLayout(MetadataProtos.Layout.ROW).getLeavesBuilder(0).setType(otherId),
        "row layout");
    MetadataProtos.Type struct =
        SchemaProtos.toStoredProto(Type.struct(Field.nullable("e", Type.int8()).withId(2)));
    rejectsLayout(
        l -> l.getLeavesBuilder(0).setType(struct),
        "type of field 1 (expected a valid one, found Invalid leaf 1: a struct with fields)");
  }

  @Test
  void segments() {
    rejectsSegment(s -> s.setOffset(64), "length of extent");
    rejectsSegment(s -> s.setOffset(1), "offset of a segment");
    rejectsSegment(s -> s.setOffset(-64), "offset of a segment");
    rejectsSegment(s -> s.setOffset(Long.MAX_VALUE - 63), "offset of a segment");
    rejectsSegment(s -> s.setLength(-1), "length of a segment");
    rejectsSegment(s -> s.setLength(75), "end of a buffer");
    rejectsSegment(s -> s.setLength(77), "length of a segment");
    rejectsSegment(s -> s.setRowCount(0), "row count of a segment");
    rejectsSegment(s -> s.setRowCount(-1), "row count of a segment");
    rejectsSegment(s -> s.setRowCount(4), "number of elements");
    rejectsSegment(s -> s.setRowCount(2).setNodeLengths(0, 2), "length of a values buffer");
    rejectsSegment(s -> s.clearBufferLengths(), "number of buffers");
    rejectsSegment(s -> s.addBufferLengths(0), "number of buffers");
    rejectsSegment(s -> s.clearNodeLengths(), "number of nodes");
    rejectsSegment(s -> s.setBufferLengths(0, 2), "length of a validity buffer");
    rejectsSegment(s -> s.setBufferLengths(1, -1), "length of a buffer");
    rejectsSegment(s -> s.setBufferLengths(1, 16).setLength(80), "length of a values buffer");
    rejectsSection(
        s -> s.getLayoutsBuilder(0).getLeavesBuilder(0).setNullable(false),
        "length of a validity buffer of extent of row group 0 at 64 (expected 0, found 1)");
  }

  private static void rejectsStatistics(
      Consumer<MetadataProtos.ColumnStatistics.Builder> change, String message) {
    rejectsSegment(s -> change.accept(s.getStatisticsBuilder(0)), message);
    rejectsExtent(e -> change.accept(e.getStatisticsBuilder(0)), message);
  }

  @Test
  void statistics() {
    rejectsStatistics(s -> s.setFieldId(2), "field id of statistics");
    rejectsStatistics(s -> s.setNullCount(4), "null count of extent");
    rejectsStatistics(s -> s.setNullCount(-1), "null count");
    rejectsStatistics(s -> s.setNanCount(3), "NaN count");
    rejectsStatistics(s -> s.setValueBytes(-1), "value bytes");
    rejectsStatistics(s -> s.setHasMinMax(false), "min and max");
    rejectsStatistics(s -> s.setMin(ByteString.EMPTY), "length of min of field 1");
    rejectsStatistics(s -> s.setMax(ByteString.copyFrom(new byte[8])), "length of max");
    rejectsExtent(e -> e.clearStatistics(), "number of statistics");
    rejectsExtent(e -> e.addStatistics(e.getStatistics(0)), "number of statistics");
  }

  @Test
  void segmentsInTheRowLayout() {
    Schema schema =
        Schema.of(Field.required("a", Type.int64()), Field.required("b", Type.int32()))
            .withAssignedIds();
    StoredLayout layout =
        StoredLayout.of(io.albis.format.internal.layout.Layout.ROW, schema.leaves());
    Segment good = Segment.builder().length(32).rowCount(2).build();
    Check check = new Check("f", 0);
    layout.check(good, check);
    for (Segment bad :
        List.of(
            good.toBuilder().length(33).build(),
            good.toBuilder().length(31).build(),
            good.toBuilder().addBufferLength(1).build(),
            good.toBuilder().addNodeLength(1).build())) {
      assertThatThrownBy(() -> layout.check(bad, check)).isInstanceOf(CorruptFileException.class);
    }
  }

  @Test
  void messagesThatDoNotParse() {
    FileEnd snapshot =
        Forged.file(
            FileKind.SNAPSHOT,
            Examples.TABLE_ID,
            null,
            MetadataProtos.StoredLeaf.newBuilder().setFieldId(1).build());
    assertThatThrownBy(() -> SnapshotFile.decode(snapshot, 1))
        .isInstanceOf(CorruptFileException.class);
    byte[] garbage = {(byte) 0x0a, 0x7f};
    assertThatThrownBy(
            () ->
                io.albis.format.internal.metadata.ColumnGroupSection.decode(
                    garbage, "f", 64, 1, Examples.rowGroups(), 1, false, file -> 1000))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("invalid section (expected a Protocol Buffers message");
  }
}
