// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.internal.layout.Layout;
import io.albis.format.internal.metadata.proto.MetadataProtos;
import io.albis.format.schema.Field;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The rule for merging manifests, and the merging. */
class ManifestMergeTest {

  private static ManifestRef ref(long rowGroups, long length) {
    return new ManifestRef(
        MetadataProtos.ManifestRef.newBuilder()
            .setRowGroupCount(rowGroups)
            .setLength(length)
            .build());
  }

  private static List<ManifestRef> refs(long... rowGroups) {
    return new ArrayList<>(Arrays.stream(rowGroups).mapToObj(n -> ref(n, 1000)).toList());
  }

  @Test
  void tiers() {
    assertThat(Arrays.stream(new long[] {0, 1, 7, 8, 63, 64, 32_767, 32_768}))
        .extracting(ManifestMerge::tier)
        .containsExactly(0, 0, 0, 1, 1, 2, 4, 5);
  }

  @Test
  void eightOfATierAtTheEndBecomeOne() {
    assertThat(ManifestMerge.firstToMerge(refs())).isZero();
    assertThat(ManifestMerge.firstToMerge(refs(1, 1, 1, 1, 1, 1, 1))).isEqualTo(7);
    assertThat(ManifestMerge.firstToMerge(refs(1, 2, 3, 4, 5, 6, 7, 1))).isZero();
    assertThat(ManifestMerge.firstToMerge(refs(9, 1, 1, 1, 1, 1, 1, 1)))
        .as("7 of tier 0, one of tier 1")
        .isEqualTo(8);
    assertThat(ManifestMerge.firstToMerge(refs(64, 8, 1, 1, 1, 1, 1, 1, 1, 1))).isEqualTo(2);
    assertThat(ManifestMerge.firstToMerge(refs(64, 8, 8, 8, 8, 8, 8, 8, 1, 1, 1, 1, 1, 1, 1, 1)))
        .as("the result is the eighth of tier 1")
        .isEqualTo(1);
    assertThat(ManifestMerge.firstToMerge(refs(8, 1, 8, 1, 8, 1, 8, 1, 8, 1, 8, 1, 8, 1, 8, 1)))
        .as("those of lower tiers between them")
        .isZero();
  }

  @Test
  void largeManifestsStay() {
    List<ManifestRef> manifests = refs(32_769);
    for (int i = 0; i < 8; i++) {
      manifests.add(ref(32_768, 1000));
    }
    assertThat(ManifestMerge.firstToMerge(manifests)).isEqualTo(1);
    manifests.set(4, ref(1, (8 << 20) + 1));
    assertThat(ManifestMerge.firstToMerge(manifests)).isEqualTo(9);
    manifests.set(4, ref(1, 8 << 20));
    assertThat(ManifestMerge.firstToMerge(manifests)).as("seven of tier 5").isEqualTo(9);
  }

  @Test
  void manyAppendsLeaveFewManifestsAndWriteEachRowGroupAFewTimes() {
    List<ManifestRef> manifests = new ArrayList<>();
    long written = 0;
    int most = 0;
    int appends = 10_000;
    for (int i = 0; i < appends; i++) {
      manifests.add(ref(1, 200));
      written++;
      int first = ManifestMerge.firstToMerge(manifests);
      if (first < manifests.size()) {
        List<ManifestRef> tail = manifests.subList(first, manifests.size());
        long rowGroups = tail.stream().mapToLong(ManifestRef::rowGroupCount).sum();
        long length = tail.stream().mapToLong(ManifestRef::length).sum();
        written += rowGroups;
        tail.clear();
        manifests.add(ref(rowGroups, length));
      }
      most = Math.max(most, manifests.size());
    }
    assertThat(manifests.stream().mapToLong(ManifestRef::rowGroupCount).sum()).isEqualTo(appends);
    assertThat(most).isLessThanOrEqualTo(7 * 5);
    assertThat(written).isLessThan(6L * appends);
  }

  @Test
  void randomAppendsOfAnySize() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<ManifestRef> manifests = new ArrayList<>();
    int most = 0;
    for (int i = 0; i < 5_000; i++) {
      manifests.add(ref(1 + (long) Math.exp(random.nextDouble() * 8), 1000));
      int before = manifests.size();
      int first = ManifestMerge.firstToMerge(manifests);
      assertThat(before - first).as("seed %d", seed).matches(merged -> merged == 0 || merged >= 8);
      if (first < before) {
        List<ManifestRef> tail = manifests.subList(first, before);
        long rowGroups = tail.stream().mapToLong(ManifestRef::rowGroupCount).sum();
        tail.clear();
        manifests.add(ref(rowGroups, 1000));
        assertThat(ManifestMerge.firstToMerge(manifests)).isEqualTo(manifests.size());
      }
      most = Math.max(most, manifests.size());
    }
    assertThat(most).as("seed %d", seed).isLessThan(200);
  }

  // ------------------------------------------------------------------ merging

  private static final Schema SCHEMA =
      Schema.of(Field.nullable("a", Type.int32()), Field.required("b", Type.int64()))
          .withAssignedIds();

  /** An extent with everything that identifies it in its numbers. */
  private static Extent extent(StoredLayout layout, int rowGroup, long offset, int segments) {
    Extent.Builder extent = Extent.builder(layout).rowGroup(rowGroup).offset(offset);
    int id = layout.leaves().get(0).id();
    boolean nullable = layout.leaves().get(0).nullable();
    int width = layout.leaves().get(0).type().fixedWidth();
    ColumnStatistics statistics = new ColumnStatistics(id, nullable ? 1 : 0, 0, offset, null);
    for (int i = 0; i < segments; i++) {
      extent.addSegment(
          Segment.builder()
              .offset(64L * i)
              .length(3 * width)
              .rowCount(3)
              .crc32c((int) offset + i)
              .addBufferLength(0)
              .addBufferLength(3 * width)
              .addNodeLength(3)
              .addStatistics(statistics)
              .build());
    }
    return extent.valueBytes(offset).addStatistics(statistics).build();
  }

  /** What a manifest says of an extent, in numbers and paths that do not change by merging. */
  private record Fact(
      long rowGroup, int columnGroup, String path, long offset, int file, long valueBytes) {}

  private static Set<Fact> facts(ManifestFile manifest, byte[] bytes, long base) {
    Set<Fact> facts = new HashSet<>();
    Sections sections = manifest.sections();
    for (int i = 0; i < sections.count(); i++) {
      ColumnGroupSection section =
          MetadataFilesTest.section(manifest, bytes, sections.columnGroupId(i));
      for (int j = 0; j < section.extentCount(); j++) {
        Extent extent = section.extent(j);
        facts.add(
            new Fact(
                base + manifest.rowGroups().index(extent.rowGroup()),
                sections.columnGroupId(i),
                manifest.files().get(extent.file()).path(),
                extent.offset(),
                extent.fileRowGroup(),
                extent.statistics().get(0).valueBytes()));
      }
    }
    return facts;
  }

  private record Part(ManifestBuilder.Manifest manifest, ManifestRef ref, ManifestFile decoded) {

    static Part of(ManifestBuilder.Manifest manifest, String path, long base) {
      ManifestRef ref = manifest.ref(path).rowGroupBase(base).build();
      return new Part(manifest, ref, MetadataFilesTest.decodeManifest(manifest.end().bytes(), ref));
    }

    Set<Fact> facts() {
      return ManifestMergeTest.facts(decoded, manifest.end().bytes(), ref.rowGroupBase());
    }

    List<ColumnGroupSection> sections() {
      List<ColumnGroupSection> sections = new ArrayList<>();
      for (int i = 0; i < decoded.sections().count(); i++) {
        sections.add(
            MetadataFilesTest.section(
                decoded, manifest.end().bytes(), decoded.sections().columnGroupId(i)));
      }
      return sections;
    }
  }

  private static PartitionTuple partition(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> PartitionTuple.NONE;
      case 1 -> new PartitionTuple(1, List.of(new byte[] {(byte) random.nextInt(3), 0, 0, 0}));
      default -> new PartitionTuple(1, Collections.singletonList(null));
    };
  }

  /** A manifest of a data file or two, some row groups without some extents. */
  private static ManifestBuilder.Manifest randomManifest(Random random, List<DataFileRef> files) {
    ManifestBuilder builder = new ManifestBuilder(Examples.TABLE_ID);
    int rowGroups = 1 + random.nextInt(4);
    int segments = random.nextInt(20) == 0 ? 200 : 1 + random.nextInt(3);
    for (int i = 0; i < rowGroups; i++) {
      builder.addRowGroup(i, 3L * segments, partition(random), random.nextInt(2));
    }
    RowGroups.Builder inFile = RowGroups.builder();
    for (int i = 0; i < rowGroups + 3; i++) {
      inFile.add(3L * segments);
    }
    for (int leaf = 0; leaf < 2; leaf++) {
      StoredLayout layout = StoredLayout.of(Layout.COLUMN, List.of(SCHEMA.leaves().get(leaf)));
      int file = builder.addFile(files.get(random.nextInt(files.size())));
      int shift = random.nextInt(4);
      ColumnGroupSection.Builder section = ColumnGroupSection.builder(leaf + 1);
      for (int i = 0; i < rowGroups; i++) {
        if (random.nextInt(5) > 0) {
          section.add(extent(layout, i + shift, 64L * (1 + random.nextInt(1000)), segments));
        }
      }
      builder.addExtents(leaf + 1, section.build(inFile.build()), file, i -> i - shift);
    }
    return builder.build();
  }

  @Test
  void mergedManifestsSayTheSame() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<DataFileRef> files = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      files.add(new DataFileRef("data/" + i, 1 << 20, new UUID(i, seed), 100));
    }
    for (int round = 0; round < 100; round++) {
      Set<Fact> expected = new HashSet<>();
      ManifestBuilder merged = new ManifestBuilder(Examples.TABLE_ID);
      long base = 1L + random.nextInt(1000);
      List<PartitionTuple> partitions = new ArrayList<>();
      List<Long> rows = new ArrayList<>();
      List<Integer> orders = new ArrayList<>();
      for (int i = 0; i < 1 + random.nextInt(10); i++) {
        Part part = Part.of(randomManifest(random, files), "m" + i, base);
        base += part.ref().rowGroupCount() + random.nextInt(3);
        expected.addAll(part.facts());
        merged.addManifest(part.decoded(), part.ref().rowGroupBase(), part.sections());
        RowGroups rowGroups = part.decoded().rowGroups();
        for (int j = 0; j < rowGroups.count(); j++) {
          partitions.add(rowGroups.partition(j));
          rows.add(rowGroups.rowCount(j));
          orders.add(rowGroups.sortOrderId(j));
        }
      }
      ManifestBuilder.Manifest built = merged.build();
      Part result = Part.of(built, "merged", built.rowGroupBase());
      assertThat(result.facts()).as("seed %d", seed).isEqualTo(expected);
      RowGroups rowGroups = result.decoded().rowGroups();
      assertThat(rowGroups.count()).isEqualTo(partitions.size());
      for (int j = 0; j < rowGroups.count(); j++) {
        assertThat(rowGroups.partition(j)).as("seed %d", seed).isEqualTo(partitions.get(j));
        assertThat(rowGroups.rowCount(j)).isEqualTo(rows.get(j));
        assertThat(rowGroups.sortOrderId(j)).isEqualTo(orders.get(j));
      }
      assertThat(new HashSet<>(rowGroups.partitions())).hasSameSizeAs(rowGroups.partitions());
    }
  }

  @Test
  void rowGroupsThatAreNotAscendingKeepTheirNumbers() {
    ManifestBuilder builder = new ManifestBuilder(Examples.TABLE_ID);
    builder.addRowGroup(9, 1, PartitionTuple.NONE, 0);
    builder.addRowGroup(4, 1, PartitionTuple.NONE, 0);
    ManifestBuilder.Manifest built = builder.build();
    Part part = Part.of(built, "m", built.rowGroupBase());
    assertThat(built.rowGroupBase()).isEqualTo(4);
    assertThat(part.decoded().rowGroups().index(0)).isEqualTo(5);
    assertThat(part.decoded().rowGroups().index(1)).isZero();
  }

  @Test
  void longListsOfSegmentsStayInTheDataFile() {
    StoredLayout layout = StoredLayout.of(Layout.COLUMN, List.of(SCHEMA.leaves().get(0)));
    RowGroups.Builder rows = RowGroups.builder();
    rows.add(600);
    ColumnGroupSection section =
        ColumnGroupSection.builder(1).add(extent(layout, 0, 128, 200)).build(rows.build());
    ManifestBuilder builder = new ManifestBuilder(Examples.TABLE_ID);
    int file = builder.addFile(new DataFileRef("data/0", 1 << 20, new UUID(1, 2), 100));
    builder.addRowGroup(0, 600, PartitionTuple.NONE, 0);
    builder.addExtents(7, section, file, i -> i);
    Extent extent = builder.build().section(7).extent(0);
    assertThat(extent.hasSegments()).isFalse();
    assertThat(extent.fileRowGroup()).isZero();
    assertThat(extent.fileColumnGroupId(7)).isEqualTo(1);
    assertThatThrownBy(extent::segments)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("The segments of extent of row group 0 at 128 are only in its data file");
    assertThat(extent.isSame(section.extent(0))).isTrue();
    Extent complete = extent.withSegmentsOf(section.extent(0));
    assertThat(complete.segments()).hasSize(200).isEqualTo(section.extent(0).segments());
    ColumnGroupSection other =
        ColumnGroupSection.builder(1).add(extent(layout, 0, 192, 200)).build(rows.build());
    assertThatThrownBy(() -> extent.withSegmentsOf(other.extent(0)))
        .isInstanceOf(io.albis.format.error.CorruptFileException.class)
        .hasMessageContaining("invalid offset of extent of row group 0 at 192 (expected 128");
    assertThat(builder.build().section(8)).isNull();
  }

  @Test
  void filesOfTheSamePathAreTheSame() {
    ManifestBuilder builder = new ManifestBuilder(Examples.TABLE_ID);
    DataFileRef ref = new DataFileRef("data/0", 1000, new UUID(1, 2), 100);
    assertThat(builder.addFile(ref)).isZero();
    assertThat(builder.addFile(ref)).isZero();
    assertThatThrownBy(() -> builder.addFile(new DataFileRef("data/0", 1001, new UUID(1, 2), 100)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("Two data files have the path data/0");
  }

  @Test
  void dataFilesAreAddedWithTheirRowGroups() {
    ManifestBuilder builder = new ManifestBuilder(Examples.TABLE_ID);
    DataFileFooter footer = Examples.decodedFooter();
    for (int i = 0; i < 2; i++) {
      builder.addDataFile(
          footer.ref("data/" + i),
          footer,
          List.of(Examples.section()),
          id -> id + 10,
          partition -> partition,
          order -> order);
    }
    ManifestBuilder.Manifest built = builder.build();
    Part part = Part.of(built, "m", 100);
    assertThat(part.facts())
        .containsExactlyInAnyOrder(
            new Fact(100, 11, "data/0", 64, 0, 8), new Fact(101, 11, "data/1", 64, 0, 8));
    assertThat(part.ref().dataBytes()).isEqualTo(152);
    assertThat(part.ref().fileCount()).isEqualTo(2);
  }
}
