// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.format.metadata.ColumnGroupSection;
import io.albis.format.metadata.Extent;
import io.albis.format.metadata.ManifestFile;
import io.albis.format.metadata.ManifestRef;
import io.albis.format.metadata.SectionRef;
import io.albis.format.metadata.Snapshot;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.metadata.TablePaths;
import io.albis.storage.tck.StoredFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** Removes data file footers from manifests, so that readers must read those in the files. */
final class ManifestFooters {

  private static final int TAIL = 64;

  private ManifestFooters() {}

  /** Removes the footers from all manifests of a table that has one snapshot. */
  static void remove(StoredFiles files) throws IOException {
    String path = TablePaths.snapshot(1);
    Snapshot snapshot = SnapshotFile.decode(files.read(path), path, 1).snapshot();
    Snapshot.Builder changed = snapshot.toBuilder().manifests(List.of());
    for (ManifestRef ref : snapshot.manifests()) {
      changed.addManifest(rewrite(files, ref, snapshot.tableId()));
    }
    files.write(path, SnapshotFile.encode(changed.build()));
  }

  private static ManifestRef rewrite(StoredFiles files, ManifestRef ref, UUID tableId)
      throws IOException {
    byte[] bytes = files.read(ref.path());
    byte[] end = Arrays.copyOfRange(bytes, bytes.length - TAIL - ref.footerLength(), bytes.length);
    ManifestFile manifest = ManifestFile.decode(end, ref, tableId);
    List<ColumnGroupSection> sections = new ArrayList<>();
    for (SectionRef section : manifest.sections()) {
      int offset = (int) section.offset();
      byte[] part = Arrays.copyOfRange(bytes, offset, offset + section.length());
      List<Extent> changed =
          manifest.decodeSection(part, section).stream().map(Extent::withoutFooter).toList();
      sections.add(new ColumnGroupSection(section.columnGroupId(), changed));
    }
    ManifestFile.Encoded encoded = ManifestFile.encode(tableId, manifest.rowGroups(), sections);
    files.write(ref.path(), encoded.bytes());
    return ref.toBuilder().file(encoded).build();
  }
}
