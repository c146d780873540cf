// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds the snapshots of a table in its directories (SPEC.md, section 3). A directory holds the
 * snapshots of a thousand consecutive ids, so that the time to find the latest does not depend on
 * the number of commits.
 *
 * <p>Immutable; thread-safe if the listing is.
 */
public final class SnapshotDirectories {

  /** Lists a directory of a table. */
  @FunctionalInterface
  public interface Listing {
    /**
     * The names in a directory, in any order.
     *
     * @throws NoSuchFileException if there is no such directory
     */
    List<String> names(String directory) throws IOException;
  }

  private final Listing listing;

  /** Snapshots in the directories that a function lists. */
  public SnapshotDirectories(Listing listing) {
    this.listing = listing;
  }

  /**
   * Id of the latest snapshot; 0 if there is none.
   *
   * @throws NoSuchFileException if there is no directory of snapshots
   */
  public long latest() throws IOException {
    List<String> directories = directories();
    while (true) {
      for (int i = directories.size() - 1; i >= 0; i--) {
        List<Long> ids = ids(directories.get(i));
        if (!ids.isEmpty()) {
          return ids.get(ids.size() - 1);
        }
      }
      // The snapshots may have expired since the first listing; then there are later ones.
      List<String> before = directories;
      directories = directories();
      if (directories.equals(before)) {
        return 0;
      }
    }
  }

  /**
   * Ids of all snapshots, ascending.
   *
   * @throws NoSuchFileException if there is no directory of snapshots
   */
  public List<Long> all() throws IOException {
    List<Long> all = new ArrayList<>();
    for (String directory : directories()) {
      all.addAll(ids(directory));
    }
    return all;
  }

  /**
   * Paths of the directories of snapshots, in the order of the ids.
   *
   * @throws NoSuchFileException if there is no directory of snapshots
   */
  public List<String> directories() throws IOException {
    return listing.names(TablePaths.SNAPSHOT_DIRECTORY).stream()
        .filter(TablePaths::isSnapshotDirectory)
        .sorted(Comparator.naturalOrder())
        .map(name -> TablePaths.SNAPSHOT_DIRECTORY + "/" + name)
        .toList();
  }

  private List<Long> ids(String directory) throws IOException {
    List<String> names;
    try {
      names = listing.names(directory);
    } catch (NoSuchFileException e) {
      return List.of(); // deleted since its parent was listed
    }
    return names.stream()
        .flatMap(name -> TablePaths.snapshotId(name).stream().boxed())
        .filter(id -> TablePaths.snapshotDirectory(id).equals(directory))
        .sorted()
        .toList();
  }
}
