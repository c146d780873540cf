// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.Extent;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.FileKind;
import io.albis.format.internal.metadata.ManifestBuilder;
import io.albis.format.internal.metadata.ManifestFile;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.SnapshotFile;
import java.io.ByteArrayOutputStream;
import java.util.List;

/** Manifests with all their sections. */
class ManifestFuzzTest {

  @FuzzTest
  void manifest(byte[] input) {
    Bounded.run(
        input,
        ForgedFile.DOCUMENTED,
        () -> {
          ForgedFile forged = ForgedFile.of(FileKind.MANIFEST, input);
          FileEnd end = forged.end();
          ManifestRef ref = reference(forged.reference(forged.bytes()));
          ManifestFile manifest = ManifestFile.decode(end, ref, ForgedFile.ID);
          List<ColumnGroupSection> sections = Metadata.sections(manifest, end);
          ManifestBuilder builder = new ManifestBuilder(ForgedFile.ID);
          builder.addManifest(manifest, 0, sections, (group, extent) -> true);
          ManifestBuilder.Manifest built = builder.build();
          FileEnd again = FileEnd.whole("again", built.end().bytes());
          ManifestFile decoded =
              ManifestFile.decode(again, built.ref("again").build(), ForgedFile.ID);
          same(sections, Metadata.sections(decoded, again));
        });
  }

  /** Extents may have lost their segments, which data files have. */
  private static void same(List<ColumnGroupSection> some, List<ColumnGroupSection> others) {
    for (ColumnGroupSection section : others) {
      ColumnGroupSection expected =
          some.stream()
              .filter(one -> one.columnGroupId() == section.columnGroupId())
              .findFirst()
              .orElseThrow();
      assertThat(section.extentCount()).isEqualTo(expected.extentCount());
      for (int i = 0; i < section.extentCount(); i++) {
        Extent extent = section.extent(i);
        Extent other = expected.extent(i);
        assertThat(extent.layout()).isEqualTo(other.layout());
        assertThat(extent.statistics()).isEqualTo(other.statistics());
        assertThat(extent.offset()).isEqualTo(other.offset());
        if (extent.hasSegments()) {
          assertThat(extent.segments()).isEqualTo(other.segments());
        }
      }
    }
  }

  /** References are decoded with the snapshot that has them. */
  private static ManifestRef reference(byte[] reference) {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    ForgedFile.nested(message, 1, ForgedFile.idBytes());
    message.write(2 << 3);
    message.write(1);
    ForgedFile.nested(message, 9, reference);
    message.write(10 << 3);
    message.write(1);
    message.write(11 << 3);
    Groups.varint(message, Long.MAX_VALUE);
    ForgedFile snapshot =
        new ForgedFile(FileKind.SNAPSHOT, List.of(new Part('F', message.toByteArray())));
    return SnapshotFile.decode(snapshot.end(), 1).snapshot().manifests().get(0);
  }
}
