// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.table;

import io.albis.format.internal.metadata.Snapshot;
import io.albis.storage.Storage;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The files that were written for a commit, of which {@link Commit} deletes those that its outcome
 * leaves without use. For one thread.
 */
public final class NewFiles {

  private final Storage storage;
  private final boolean keepsManifests;
  private final Set<String> manifests = new HashSet<>();
  private final Set<String> dataFiles = new HashSet<>();

  /** Starts with none. */
  public NewFiles(Storage storage) {
    this(storage, false);
  }

  /**
   * Starts with none.
   *
   * @param keepsManifests whether no manifest is deleted: that their names exist shows to other
   *     commits of the same write that there is this one, and the request to delete a name, which
   *     may take effect later, must not meet another file of that name
   */
  public NewFiles(Storage storage, boolean keepsManifests) {
    this.storage = storage;
    this.keepsManifests = keepsManifests;
  }

  /** Adds a manifest, to which the published snapshot may refer. */
  public void addManifest(String path) {
    if (!keepsManifests) {
      manifests.add(path);
    }
  }

  /** Adds a data file, to which the published snapshot refers. */
  public void addDataFile(String path) {
    dataFiles.add(path);
  }

  /** Whether a manifest that was added is still there. */
  boolean hasManifest(String path) {
    return keepsManifests || manifests.contains(path);
  }

  /** Deletes the manifests of lost races, to which a published snapshot does not refer. */
  void published(Snapshot snapshot) {
    dataFiles.clear();
    snapshot.manifests().forEach(ref -> manifests.remove(ref.path()));
    List<String> unused = List.copyOf(manifests);
    manifests.clear();
    for (String path : unused) {
      Commit.afterwards(
          "delete " + path + ", which no snapshot refers to", () -> storage.delete(path));
    }
  }

  /** Deletes all, of a commit that was certainly not published, or that is given up. */
  public void deleteAll(Throwable failure) {
    for (Set<String> paths : List.of(manifests, dataFiles)) {
      List<String> unused = List.copyOf(paths);
      paths.clear();
      for (String path : unused) {
        try {
          storage.delete(path);
        } catch (IOException | RuntimeException e) {
          failure.addSuppressed(e);
        }
      }
    }
  }
}
