// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.format.internal.metadata.DataFileFooter;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.FileTail;
import io.albis.format.internal.metadata.ManifestFile;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.Sections;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.storage.tck.StoredFiles;
import java.io.IOException;

/** Where the sections of a file lie, for tests that damage them. */
final class StoredSections {

  private StoredSections() {}

  /** The sections of a file of a table that has one snapshot. */
  static Sections of(StoredFiles files, String path) throws IOException {
    FileEnd end = FileEnd.whole(path, files.read(path));
    return switch (FileTail.decode(end).kind()) {
      case SNAPSHOT -> SnapshotFile.decode(end, 1).sections();
      case MANIFEST -> manifest(files, end).sections();
      case DATA -> DataFileFooter.decode(end).sections();
    };
  }

  private static ManifestFile manifest(StoredFiles files, FileEnd end) throws IOException {
    String path = TablePaths.snapshot(1);
    Snapshot snapshot = SnapshotFile.decode(FileEnd.whole(path, files.read(path)), 1).snapshot();
    ManifestRef ref =
        snapshot.manifests().stream()
            .filter(one -> one.path().equals(end.file()))
            .findFirst()
            .orElseThrow();
    return ManifestFile.decode(end, ref, snapshot.tableId());
  }
}
