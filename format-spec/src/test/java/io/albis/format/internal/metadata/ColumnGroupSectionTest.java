// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.CodedOutputStream;
import io.albis.format.error.CorruptFileException;
import io.albis.format.internal.layout.Layout;
import io.albis.format.internal.metadata.proto.MetadataProtos;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sections of extents, which are parsed by hand and in part. */
class ColumnGroupSectionTest {

  private static final StoredLayout LAYOUT =
      StoredLayout.of(
          Layout.COLUMN,
          Schema.of(Field.nullable("l", Type.parse("list<int64>"))).withAssignedIds().leaves());

  private static ColumnGroupSection decode(byte[] bytes, RowGroups rowGroups) {
    return ColumnGroupSection.decode(
        bytes, "f", 64, 1, rowGroups, 3, false, file -> Long.MAX_VALUE);
  }

  private static MetadataProtos.ColumnGroupSection random(Random random, int rowGroups) {
    MetadataProtos.ColumnGroupSection.Builder section =
        MetadataProtos.ColumnGroupSection.newBuilder()
            .setColumnGroupId(1)
            .addLayouts(LAYOUT.toProto());
    for (int i = 0; i < rowGroups; i += 1 + random.nextInt(2)) {
      MetadataProtos.Extent.Builder extent =
          section
              .addExtentsBuilder()
              .setRowGroup(i)
              .setFile(random.nextInt(3))
              .setOffset(64L * (1 + random.nextInt(1 << 30)))
              .setValueBytes(random.nextInt(1000))
              .setFileRowGroup(random.nextInt(10))
              .setFileColumnGroupId(random.nextInt(3));
      MetadataProtos.ColumnStatistics statistics =
          MetadataProtos.ColumnStatistics.newBuilder()
              .setFieldId(1)
              .setValueBytes(random.nextInt(1000))
              .build();
      extent.addStatistics(statistics);
      long end = 0;
      for (int j = 0; j < 2; j++) {
        int elements = random.nextInt(300);
        int values = 64 * ((4 * 6 + 63) / 64);
        int length = elements == 0 ? 24 : values + 8 * elements;
        extent.addSegments(
            MetadataProtos.Segment.newBuilder()
                .setOffset(end)
                .setLength(length)
                .setRowCount(5)
                .setCrc32C(random.nextInt())
                .addAllBufferLengths(List.of(0, 24, 0, 8 * elements))
                .addAllNodeLengths(List.of(5, elements))
                .addStatistics(statistics));
        extent.setLength(end + length);
        end = (end + length + 63) / 64 * 64;
      }
    }
    return section.build();
  }

  private static RowGroups rowGroups(int count) {
    RowGroups.Builder builder = RowGroups.builder();
    for (int i = 0; i < count; i++) {
      builder.add(10);
    }
    return builder.build();
  }

  @Test
  void agreesWithTheGeneratedParser() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      int count = 1 + random.nextInt(30);
      MetadataProtos.ColumnGroupSection message = random(random, count);
      ColumnGroupSection section = decode(message.toByteArray(), rowGroups(count));
      assertThat(section.extentCount()).as("seed %d", seed).isEqualTo(message.getExtentsCount());
      for (int i = 0; i < section.extentCount(); i++) {
        Extent extent = section.extent(i);
        assertThat(extent.toProto()).as("seed %d", seed).isEqualTo(message.getExtents(i));
        assertThat(section.find(extent.rowGroup())).isEqualTo(i);
        MetadataProtos.Extent expected = message.getExtents(i);
        assertThat(extent.file()).isEqualTo(expected.getFile());
        assertThat(extent.offset()).isEqualTo(expected.getOffset());
        assertThat(extent.length()).isEqualTo(expected.getLength());
        assertThat(extent.valueBytes()).isEqualTo(expected.getValueBytes());
        assertThat(extent.fileRowGroup()).isEqualTo(expected.getFileRowGroup());
        assertThat(extent.statistics().get(0).valueBytes())
            .isEqualTo(expected.getStatistics(0).getValueBytes());
        for (int j = 0; j < 2; j++) {
          Segment segment = extent.segments().get(j);
          assertThat(segment.toProto()).isEqualTo(expected.getSegments(j));
          assertThat(segment.crc32c()).isEqualTo(expected.getSegments(j).getCrc32C());
          assertThat(segment.nodeLength(1)).isEqualTo(expected.getSegments(j).getNodeLengths(1));
        }
      }
    }
  }

  @Test
  void statisticsAreParsedOnlyOnRequest() {
    ColumnGroupSection section = decode(random(new Random(1), 5).toByteArray(), rowGroups(5));
    Extent extent = section.extent(0);
    extent.segments().forEach(segment -> extent.layout().buffers(segment));
    assertThat(extent.hasParsedStatistics()).isFalse();
    assertThat(extent.segments()).noneMatch(Segment::hasParsedStatistics);
    assertThat(extent.statistics()).isSameAs(extent.statistics()).hasSize(1);
    assertThat(extent.hasParsedStatistics()).isTrue();
  }

  /** Parsers of proto3 accept repeated numbers in either form. */
  @Test
  void numbersThatAreNotPacked() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.writeUInt32(2, 24);
    out.writeUInt32(3, 5);
    for (int length : new int[] {0, 24, 0, 0}) {
      out.writeUInt32(5, length);
    }
    out.writeUInt32(6, 5);
    out.writeUInt32(6, 0);
    out.flush();
    Segment segment = Segment.parse(bytes.toByteArray(), 0, bytes.size(), new Check("f", 0));
    assertThat(segment.bufferCount()).isEqualTo(4);
    assertThat(segment.bufferLength(1)).isEqualTo(24);
    assertThat(LAYOUT.buffers(segment).nodeLength(0)).isEqualTo(5);
    assertThat(segment.toProto()).isEqualTo(MetadataProtos.Segment.parseFrom(bytes.toByteArray()));
  }

  /** Lengths in the encoding that pass the end of the bytes allocate nothing. */
  @Test
  void hostileLengths() {
    byte[] huge = {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x07};
    for (int tag : new int[] {0x2a, 0x32, 0x3a, 0x7a}) {
      byte[] bytes = new byte[6];
      bytes[0] = (byte) tag;
      System.arraycopy(huge, 0, bytes, 1, 5);
      assertThatThrownBy(() -> Segment.parse(bytes, 0, 6, new Check("f", 0)))
          .isInstanceOf(IOException.class);
    }
    for (int tag : new int[] {0x12, 0x1a, 0x7a}) {
      byte[] bytes = new byte[6];
      bytes[0] = (byte) tag;
      System.arraycopy(huge, 0, bytes, 1, 5);
      assertThatThrownBy(() -> decode(bytes, rowGroups(1)))
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining("a Protocol Buffers message");
    }
  }

  @Test
  void truncatedSections() {
    byte[] bytes = random(new Random(2), 3).toByteArray();
    for (int length = 0; length < bytes.length; length++) {
      byte[] part = Arrays.copyOf(bytes, length);
      try {
        ColumnGroupSection section = decode(part, rowGroups(3));
        assertThat(section.extentCount()).isLessThan(4);
      } catch (CorruptFileException e) {
        assertThat(e.file()).isEqualTo("f");
      }
    }
  }

  @Test
  void extentsOfDifferentLayouts() {
    StoredLayout wide =
        StoredLayout.of(
            Layout.COLUMN, List.of(io.albis.format.schema.Leaf.stored(1, Type.int64(), false)));
    StoredLayout narrow =
        StoredLayout.of(
            Layout.COLUMN, List.of(io.albis.format.schema.Leaf.stored(1, Type.int32(), false)));
    ColumnGroupSection.Builder builder = ColumnGroupSection.builder(1);
    for (int i = 0; i < 4; i++) {
      int width = i % 2 == 0 ? 8 : 4;
      builder.add(
          Extent.builder(i % 2 == 0 ? wide : narrow)
              .rowGroup(i)
              .offset(64)
              .addSegment(
                  Segment.builder()
                      .length(10 * width)
                      .rowCount(10)
                      .addBufferLength(0)
                      .addBufferLength(10 * width)
                      .addNodeLength(10)
                      .build())
              .build());
    }
    ColumnGroupSection section = builder.build(rowGroups(4));
    assertThat(section.layouts()).containsExactly(wide, narrow);
    assertThat(section.extent(2).layout()).isEqualTo(wide);
    assertThat(section.extent(3).layout()).isEqualTo(narrow);
    assertThat(section.extent(3).layout().indexOf(1)).isZero();
    assertThat(section.extent(3).layout().indexOf(2)).isEqualTo(-1);
  }
}
