// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.albis.format.internal.metadata.proto.MetadataProtos;
import io.albis.format.schema.TransformKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** What a later minor version may add is ignored: fields, kinds of sections, transforms. */
class ForwardCompatibilityTest {

  private static final UnknownFieldSet LATER =
      UnknownFieldSet.newBuilder()
          .addField(1000, UnknownFieldSet.Field.newBuilder().addVarint(7).build())
          .addField(
              1001,
              UnknownFieldSet.Field.newBuilder()
                  .addLengthDelimited(ByteString.copyFromUtf8("later"))
                  .addFixed32(1)
                  .addFixed64(2)
                  .build())
          .build();

  @Test
  void unknownFieldsOfSnapshots() {
    SnapshotFile file =
        Forged.snapshot(
            message -> {
              message.setUnknownFields(LATER);
              message.getSchemaBuilder().setUnknownFields(LATER);
              message.getSectionsBuilder().setUnknownFields(LATER);
              return message.addManifests(
                  MetadataProtos.ManifestRef.newBuilder()
                      .setPath("_albis/manifest-x")
                      .setLength(1000)
                      .setUnknownFields(LATER));
            });
    assertThat(file.snapshot().schema().schema()).isEqualTo(Examples.SCHEMA);
    assertThat(file.snapshot().manifests()).hasSize(1);
  }

  @Test
  void unknownFieldsOfFieldsInSchemas() {
    MetadataProtos.Field.Builder field =
        SchemaProtos.toProto(Examples.SCHEMA.fields().get(0)).toBuilder().setUnknownFields(LATER);
    field.getTypeBuilder().setUnknownFields(LATER);
    ByteString bytes = field.build().toByteString();
    SnapshotFile file =
        Forged.snapshot(
            message -> {
              byte[] end = {(byte) bytes.size(), 0, 0, 0};
              message.getSchemaBuilder().setEnds(ByteString.copyFrom(end)).setFields(bytes);
              return message;
            });
    assertThat(file.snapshot().schema().find("x")).contains(Examples.SCHEMA.fields().get(0));
  }

  @Test
  void unknownFieldsOfExtents() {
    Extent extent =
        Forged.extent(
            section -> {
              section.setUnknownFields(LATER);
              section.getLayoutsBuilder(0).setUnknownFields(LATER);
              MetadataProtos.Extent.Builder first = section.getExtentsBuilder(0);
              first.setUnknownFields(LATER).getStatisticsBuilder(0).setUnknownFields(LATER);
              first
                  .getSegmentsBuilder(0)
                  .setUnknownFields(LATER)
                  .getStatisticsBuilder(0)
                  .setUnknownFields(LATER);
              return section;
            });
    assertThat(extent.segments()).hasSize(1);
    assertThat(extent.statistics()).containsExactly(Examples.statistics());
    assertThat(extent.segments().get(0).statistics(extent.layout()))
        .containsExactly(Examples.statistics());
    assertThat(extent.toBuilder().rowGroup(5).build().toProto().getUnknownFields())
        .as("kept in copies")
        .isEqualTo(LATER);
  }

  @Test
  void unknownKindsOfSections() {
    DataFileFooter footer =
        Forged.dataFile(
            message -> {
              message
                  .getSectionsBuilder()
                  .addKinds(3)
                  .addColumnGroupIds(1)
                  .addLengths(0)
                  .addCrc32Cs(0)
                  .addKinds(1_000_000)
                  .addColumnGroupIds(0)
                  .addLengths(0)
                  .addCrc32Cs(0);
              return message;
            });
    assertThat(footer.sections().count()).isEqualTo(3);
    assertThat(footer.sections().kind(2)).isEqualTo(1_000_000);
    assertThat(footer.sections().find(SectionKind.EXTENTS, 1)).isZero();
    assertThat(footer.sections().end(SectionKind.EXTENTS)).isEqualTo(1);
  }

  @Test
  void unknownTransforms() {
    MetadataProtos.PartitionField.Builder field =
        MetadataProtos.PartitionField.newBuilder()
            .setId(5)
            .setSourceId(1)
            .setTransformValue(99)
            .setParameter(3)
            .setName("x");
    MetadataProtos.PartitionSpec spec =
        MetadataProtos.PartitionSpec.newBuilder().setId(1).addFields(field).build();
    Snapshot snapshot =
        Forged.snapshot(message -> message.addPartitionSpecs(spec).setPartitionSpecId(1))
            .snapshot();
    assertThat(snapshot.partitionSpec().orElseThrow().fields().get(0).transform().kind())
        .isEqualTo(TransformKind.UNKNOWN);
    Snapshot next = snapshot.toBuilder().id(2).parentId(1).build();
    assertThat(next.toProto().getPartitionSpecs(0)).as("not lost").isEqualTo(spec);
  }

  @Test
  void greaterMinorVersionOfEveryKindOfFile() {
    byte[] snapshot = later(Examples.snapshotFile());
    assertThat(SnapshotFile.decode(FileEnd.whole("f", snapshot), 1).snapshot())
        .isEqualTo(Examples.snapshot());
    byte[] data = later(Examples.dataFile());
    assertThat(DataFileFooter.decode(FileEnd.whole("f", data)).tail().minorVersion())
        .isEqualTo(250);
    ManifestBuilder.Manifest good = Examples.manifest();
    byte[] manifest = later(good.end().bytes());
    assertThat(
            MetadataFilesTest.decodeManifest(manifest, good.ref("m").build()).tail().minorVersion())
        .isEqualTo(250);
  }

  private static byte[] later(byte[] file) {
    int tail = file.length - 64;
    file[tail + 34] = (byte) 250;
    ByteBuffer.wrap(file)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(tail + 52, Framing.crc(file, tail, 52));
    return file;
  }
}
