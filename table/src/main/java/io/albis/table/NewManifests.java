// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.table;

import io.albis.format.error.AlbisException;
import io.albis.format.internal.metadata.ManifestBuilder;
import io.albis.format.internal.metadata.ManifestMerge;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.storage.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The manifests that a commit writes: that of the added rows, or the one that it becomes part of
 * when manifests are merged (SPEC.md, section 17). For one thread.
 */
public final class NewManifests {

  private static final Logger LOG = LoggerFactory.getLogger(NewManifests.class);

  private final Storage storage;
  private final NewFiles files;
  private final Optional<NewManifest> added;

  /** Path of the manifest of the added rows alone; null if it was not written. */
  private String addedPath;

  /**
   * Starts with nothing written.
   *
   * @param files gets what is written
   */
  public NewManifests(Storage storage, NewFiles files, Optional<NewManifest> added) {
    this.storage = storage;
    this.files = files;
    this.added = added;
  }

  /** All files of the commit. */
  NewFiles files() {
    return files;
  }

  /** Whether the commit adds rows. */
  boolean hasRows() {
    return added.isPresent();
  }

  /** Adds the rows to a snapshot, and writes the manifest that it then refers to. */
  Snapshot addTo(Snapshot snapshot) {
    return added.isEmpty() ? snapshot : addTo(snapshot, added.get());
  }

  private Snapshot addTo(Snapshot snapshot, NewManifest rows) {
    long base = snapshot.nextRowGroupId();
    ManifestRef unnamed = rows.content().ref("new manifest").rowGroupBase(base).build();
    List<ManifestRef> refs = new ArrayList<>(snapshot.manifests());
    refs.add(unnamed);
    int first = ManifestMerge.firstToMerge(refs);
    Optional<ManifestRef> merged = Optional.empty();
    if (first < refs.size()) {
      merged = merge(snapshot, refs.subList(first, refs.size() - 1), unnamed);
    }
    if (merged.isPresent()) {
      refs.subList(first, refs.size()).clear();
      refs.add(merged.get());
    } else {
      refs.set(refs.size() - 1, write(snapshot, base));
    }
    return snapshot.toBuilder()
        .manifests(refs)
        .nextRowGroupId(base + unnamed.rowGroupCount())
        .rowCount(snapshot.rowCount() + unnamed.rowCount())
        .build();
  }

  private ManifestRef write(Snapshot snapshot, long base) {
    NewManifest rows = added.orElseThrow();
    if (addedPath == null || !files.hasManifest(addedPath)) {
      addedPath = write(rows, rows.content());
      files.addManifest(addedPath);
    }
    return Manifests.ref(rows.content(), addedPath, snapshot).rowGroupBase(base).build();
  }

  private String write(NewManifest rows, ManifestBuilder.Manifest content) {
    return rows.isShared()
        ? Manifests.writeAtomically(storage, content, rows.names())
        : Manifests.write(storage, content, rows.names());
  }

  /** Merging is not needed for the commit, so that a damaged manifest does not prevent it. */
  private Optional<ManifestRef> merge(
      Snapshot snapshot, List<ManifestRef> existing, ManifestRef unnamed) {
    NewManifest rows = added.orElseThrow();
    ManifestBuilder builder = new ManifestBuilder(snapshot.tableId());
    try {
      for (ManifestRef ref : existing) {
        Manifests.read(storage, ref, snapshot.tableId()).addTo(builder);
      }
    } catch (AlbisException e) {
      LOG.warn("Failed to merge manifests of {}; the commit goes on", storage.root(), e);
      return Optional.empty();
    }
    Manifests.decode(rows.content().end().bytes(), unnamed, snapshot.tableId()).addTo(builder);
    ManifestBuilder.Manifest merged = builder.build();
    String path = write(rows, merged);
    files.addManifest(path);
    return Optional.of(Manifests.ref(merged, path, snapshot).build());
  }
}
