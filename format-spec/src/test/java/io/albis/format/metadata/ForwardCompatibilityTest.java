// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.UnknownFieldSet;
import io.albis.format.metadata.internal.proto.MetadataProtos;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Fields that a later minor version adds to the metadata are preserved when it is rewritten. */
class ForwardCompatibilityTest {

  private static final UnknownFieldSet LATER =
      UnknownFieldSet.newBuilder()
          .addField(1000, UnknownFieldSet.Field.newBuilder().addVarint(7).build())
          .build();

  @Test
  void newSnapshotsPreserveUnknownFields() {
    MetadataProtos.Snapshot.Builder message = Examples.snapshot().toProto().toBuilder();
    message.setUnknownFields(LATER);
    message.getSchemaBuilder().getFieldsBuilder(0).setUnknownFields(LATER);
    message.addManifests(
        MetadataProtos.ManifestRef.newBuilder()
            .setPath("_albis/manifest-x")
            .setLength(1000)
            .setUnknownFields(LATER));
    byte[] file = SnapshotFile.encode(new Snapshot(message.build()));

    Snapshot next =
        SnapshotFile.decode(file, "f", 1).snapshot().toBuilder().id(2).parentId(1).build();
    byte[] nextFile = SnapshotFile.encode(next);

    MetadataProtos.Snapshot kept = SnapshotFile.decode(nextFile, "f", 2).snapshot().toProto();
    assertThat(kept.getUnknownFields()).isEqualTo(LATER);
    assertThat(kept.getSchema().getFields(0).getUnknownFields()).isEqualTo(LATER);
    assertThat(kept.getManifests(0).getUnknownFields()).isEqualTo(LATER);
  }

  @Test
  void rewrittenManifestsPreserveUnknownFields() {
    MetadataProtos.Extent.Builder message = Examples.extent().toProto().toBuilder();
    message.setUnknownFields(LATER).getStatisticsBuilder(0).setUnknownFields(LATER);
    Extent extent = new Extent(message.build()).withRowGroup(0);

    MetadataProtos.ColumnGroupSection section =
        new ColumnGroupSection(1, List.of(extent)).toProto();

    assertThat(section.getExtents(0).getUnknownFields()).isEqualTo(LATER);
    assertThat(section.getExtents(0).getStatistics(0).getUnknownFields()).isEqualTo(LATER);
  }
}
