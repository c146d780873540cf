// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import com.google.protobuf.ByteString;
import io.albis.format.metadata.ManifestFile;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.metadata.TablePaths;
import io.albis.format.proto.ColumnGroupSection;
import io.albis.format.proto.Extent;
import io.albis.format.proto.ManifestRef;
import io.albis.format.proto.SectionRef;
import io.albis.format.proto.Snapshot;
import io.albis.storage.tck.StoredFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Takes the footers of data files out of manifests: readers have to read those in the files. */
final class OldFormat {

  private static final int TAIL = 64;

  private OldFormat() {}

  /** Changes a table with one snapshot. */
  static void removeFooters(StoredFiles files) throws IOException {
    String path = TablePaths.snapshot(1);
    Snapshot snapshot = SnapshotFile.decode(files.read(path), path, 1).message();
    Snapshot.Builder changed = snapshot.toBuilder().clearManifests();
    for (ManifestRef ref : snapshot.getManifestsList()) {
      changed.addManifests(rewrite(files, ref, snapshot.getTableId()));
    }
    files.write(path, SnapshotFile.encode(changed.build()));
  }

  private static ManifestRef rewrite(StoredFiles files, ManifestRef ref, ByteString tableId)
      throws IOException {
    byte[] bytes = files.read(ref.getPath());
    byte[] end =
        Arrays.copyOfRange(bytes, bytes.length - TAIL - ref.getFooterLength(), bytes.length);
    ManifestFile manifest = ManifestFile.decode(end, ref, tableId);
    List<ColumnGroupSection> sections = new ArrayList<>();
    for (SectionRef section : manifest.message().getSectionsList()) {
      int offset = (int) section.getOffset();
      byte[] part = Arrays.copyOfRange(bytes, offset, offset + section.getLength());
      ColumnGroupSection.Builder changed =
          ColumnGroupSection.newBuilder().setColumnGroupId(section.getColumnGroupId());
      for (Extent extent : manifest.decodeSection(part, section)) {
        changed.addExtents(extent.toBuilder().clearFooter());
      }
      sections.add(changed.build());
    }
    ManifestFile.Encoded encoded =
        ManifestFile.encode(tableId, manifest.message().getRowGroupsList(), sections);
    files.write(ref.getPath(), encoded.bytes());
    return ref.toBuilder()
        .setLength(encoded.bytes().length)
        .setFooterLength(encoded.footerLength())
        .build();
  }
}
