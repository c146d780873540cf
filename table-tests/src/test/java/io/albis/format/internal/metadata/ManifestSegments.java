// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import io.albis.storage.tck.StoredFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Removes segments from manifests, so that readers must take them from the data files. */
public final class ManifestSegments {

  private ManifestSegments() {}

  /** Removes the segments from all manifests of a table that has one snapshot. */
  public static void remove(StoredFiles files) throws IOException {
    String path = TablePaths.snapshot(1);
    FileEnd end = FileEnd.whole(path, files.read(path));
    SnapshotFile file = SnapshotFile.decode(end, 1);
    Snapshot.Builder changed = file.snapshot().toBuilder().manifests(List.of());
    for (ManifestRef ref : file.snapshot().manifests()) {
      changed.addManifest(rewrite(files, ref, file.snapshot()));
    }
    int index = file.sections().find(SectionKind.STATISTICS, 0);
    List<ColumnStatistics> statistics =
        index < 0
            ? List.of()
            : file.statistics(
                end.copy(file.sections().offset(index), file.sections().length(index)));
    files.write(path, SnapshotFile.encode(changed.build(), statistics));
  }

  private static ManifestRef rewrite(StoredFiles files, ManifestRef ref, Snapshot snapshot)
      throws IOException {
    FileEnd end = FileEnd.whole(ref.path(), files.read(ref.path()));
    ManifestFile manifest = ManifestFile.decode(end, ref, snapshot.tableId());
    Sections sections = manifest.sections();
    List<ColumnGroupSection> decoded = new ArrayList<>();
    for (int i = 0; i < sections.count(); i++) {
      decoded.add(manifest.section(i, end.copy(sections.offset(i), sections.length(i))));
    }
    ManifestBuilder sparse = new ManifestBuilder(snapshot.tableId(), 0);
    sparse.addManifest(manifest, ref.rowGroupBase(), decoded);
    EncodedEnd encoded = sparse.build().end();
    files.write(ref.path(), encoded.bytes());
    return ref.toBuilder().file(encoded).build();
  }
}
