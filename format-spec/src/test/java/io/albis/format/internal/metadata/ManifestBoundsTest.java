// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.internal.layout.ColumnGroups;
import io.albis.format.internal.layout.Layout;
import io.albis.format.internal.schema.PartitionField;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Transform;
import io.albis.format.schema.TransformKind;
import io.albis.format.schema.Type;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Bounds of manifests, merged from statistics of extents (SPEC.md, sections 11 and 14). */
class ManifestBoundsTest {

  private static byte[] plain(long value, int width) {
    return PlainEncoding.ofLong(value, width);
  }

  private static byte[] ofDouble(double value) {
    return plain(Double.doubleToRawLongBits(value), 8);
  }

  private static RowGroups rowGroups(long... rows) {
    RowGroups.Builder builder = RowGroups.builder();
    for (long count : rows) {
      builder.add(count);
    }
    return builder.build();
  }

  /** A section with extents of one segment for some row groups. */
  private static ColumnGroupSection section(
      int id, Leaf leaf, RowGroups rowGroups, Map<Integer, ColumnStatistics> statistics) {
    ColumnGroupSection.Builder section = ColumnGroupSection.builder(id);
    StoredLayout layout = StoredLayout.of(Layout.COLUMN, List.of(leaf));
    for (int i = 0; i < rowGroups.count(); i++) {
      if (statistics.containsKey(i)) {
        int rows = (int) rowGroups.rowCount(i);
        Segment.Builder segment = Segment.builder().rowCount(rows);
        int width = leaf.isPresence() ? 0 : leaf.type().fixedWidth();
        segment.length(rows * width).addBufferLength(0).addNodeLength(rows);
        if (!leaf.isPresence()) {
          segment.addBufferLength(rows * width);
        }
        section.add(
            Extent.builder(layout)
                .rowGroup(i)
                .offset(64)
                .addSegment(segment.build())
                .addStatistics(statistics.get(i))
                .build());
      }
    }
    return section.build(rowGroups);
  }

  private static ColumnStatistics of(int id, long nulls, Bounds bounds) {
    return new ColumnStatistics(id, nulls, 0, 10, bounds);
  }

  @Test
  void rowsWithoutAnExtentCountAsDefaultOrNull() {
    Schema schema =
        Schema.of(
                Field.nullable("a", Type.int64()).withInitialDefault(100),
                Field.nullable("b", Type.int64()))
            .withAssignedIds();
    RowGroups rowGroups = rowGroups(4, 6, 10);
    Map<Integer, ColumnGroupSection> sections = new HashMap<>();
    Leaf narrow = Leaf.stored(1, Type.int16(), true);
    sections.put(
        1,
        section(
            1,
            narrow,
            rowGroups,
            Map.of(0, of(1, 1, new Bounds(plain(-5, 2), plain(7, 2), true, false)))));
    Leaf retired = Leaf.stored(2, Type.int64(), true);
    sections.put(
        9,
        section(
            9, retired, rowGroups, Map.of(1, of(2, 2, Bounds.exact(plain(3, 8), plain(4, 8))))));
    ColumnGroups groups = ColumnGroups.of(List.of(ColumnGroup.ofColumn(9, List.of(2)).asRetired()));
    ManifestBounds bounds = new ManifestBounds(rowGroups, sections::get, schema, groups);
    assertThat(bounds.statistics(List.of(1, 2)))
        .containsExactly(
            new ColumnStatistics(
                1, 1, 0, 10 + 16 * 8, new Bounds(plain(-5, 8), plain(100, 8), true, true)),
            new ColumnStatistics(2, 4 + 2 + 10, 0, 10, Bounds.exact(plain(3, 8), plain(4, 8))));
  }

  @Test
  void rowsOfNullStructsCountAsNullNotAsTheDefault() {
    Field child = Field.required("x", Type.float64()).withInitialDefault(0.0);
    Schema schema = Schema.of(Field.nullable("s", Type.struct(child))).withAssignedIds();
    RowGroups rowGroups = rowGroups(10, 10);
    Leaf presence = schema.leaves().get(0);
    ColumnGroupSection section =
        section(1, presence, rowGroups, Map.of(0, new ColumnStatistics(1, 3, 0, 0, null)));
    ManifestBounds bounds =
        new ManifestBounds(
            rowGroups, id -> id == 1 ? section : null, schema, ColumnGroups.implicit());
    assertThat(bounds.statistics(List.of(2)))
        .containsExactly(
            new ColumnStatistics(2, 3 + 10, 0, 7 * 8, Bounds.exact(ofDouble(-0.0), ofDouble(0.0))));
  }

  @Test
  void mergesBoundsOfPartsWithoutLosingWhatIsUnknown() {
    Leaf leaf = new Leaf(1, "a", Type.string(), true, List.of());
    StatisticsMerger merger = new StatisticsMerger(leaf);
    byte[] a = {97};
    byte[] b = {98};
    merger.add(of(1, 0, new Bounds(a, b, false, true)), 5);
    merger.add(of(1, 0, new Bounds(a, a, true, true)), 5);
    merger.add(of(1, 5, null), 5);
    assertThat(merger.result()).isEqualTo(new ColumnStatistics(1, 5, 0, 30, Bounds.exact(a, b)));
    merger.add(of(1, 4, null), 5);
    assertThat(merger.result().hasMinMax()).as("a part has a value without bounds").isFalse();
    merger.addValue(b, 2);
    assertThat(merger.result()).isEqualTo(new ColumnStatistics(1, 9, 0, 42, null));
  }

  @Test
  void nanIsCountedAndHasNoBounds() {
    Leaf leaf = new Leaf(1, "a", Type.float64(), true, List.of());
    StatisticsMerger merger = new StatisticsMerger(leaf);
    merger.addValue(ofDouble(Double.NaN), 3);
    merger.addValue(ofDouble(1.5), 0);
    assertThat(merger.result()).isEqualTo(new ColumnStatistics(1, 0, 3, 24, null));
    byte[] half = plain(Float.floatToIntBits(0.5f), 4);
    merger.add(of(1, 0, Bounds.exact(half, half)), 1);
    assertThat(merger.result().bounds()).isEqualTo(Bounds.exact(ofDouble(0.5), ofDouble(0.5)));
  }

  @Test
  void boundsOfPartitions() {
    Schema schema =
        Schema.of(Field.nullable("i", Type.int32()), Field.nullable("d", Type.float64()))
            .withAssignedIds();
    PartitionSpec spec =
        new PartitionSpec(
            3,
            List.of(
                new PartitionField(5, 1, Transform.identity(), "i"),
                new PartitionField(6, 2, Transform.identity(), "d")));
    RowGroups.Builder rowGroups = RowGroups.builder();
    rowGroups.add(0, 1, tuple(plain(-3, 1), ofDouble(Double.NaN)), 0);
    rowGroups.add(1, 1, tuple(plain(300, 2), ofDouble(2)), 0);
    rowGroups.add(2, 1, tuple(null, null), 0);
    rowGroups.add(3, 1, PartitionTuple.NONE, 0);
    ManifestBounds bounds =
        new ManifestBounds(rowGroups.build(), id -> null, schema, ColumnGroups.implicit());
    List<PartitionBounds> found = bounds.partitions(List.of(spec));
    assertThat(found)
        .containsExactly(
            new PartitionBounds(0, List.of()),
            new PartitionBounds(
                3,
                List.of(
                    new PartitionBounds.FieldBounds(
                        true, false, Bounds.exact(plain(-3, 4), plain(300, 4))),
                    new PartitionBounds.FieldBounds(
                        true, true, Bounds.exact(ofDouble(2), ofDouble(2))))));
    ManifestRef ref = ManifestRef.builder().path("m").partitionBounds(found).build();
    assertThat(new ManifestRef(ref.toProto()).partitionBounds()).isEqualTo(found);
    assertThat(bounds.partitions(List.of())).as("unknown spec").isEmpty();
    PartitionSpec later =
        new PartitionSpec(
            3, List.of(new PartitionField(5, 1, new Transform(TransformKind.UNKNOWN, 0), "i")));
    assertThat(bounds.partitions(List.of(later))).as("unknown transform").isEmpty();
  }

  private static PartitionTuple tuple(byte[]... values) {
    return new PartitionTuple(3, Arrays.asList(values));
  }
}
