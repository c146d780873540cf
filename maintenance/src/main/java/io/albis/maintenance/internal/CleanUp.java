// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.error.AlbisIOException;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.storage.FileInfo;
import io.albis.storage.Storage;
import io.albis.table.ManifestFooters;
import io.albis.table.SnapshotStates;
import io.albis.table.SnapshotStates.State;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Deletes what no snapshot refers to (SPEC.md, section 19): manifests, files in the directory of
 * data files, and temporary files of the storage. Other files in the table's directory are not the
 * table's, and stay.
 *
 * <p>The files are listed before the snapshots are read, so that a file that is committed in
 * between is found to be in use. What a writer has not committed yet is protected by its age only.
 */
public final class CleanUp {

  private final MaintenanceContext table;

  /** Clean-up of a table. */
  public CleanUp(MaintenanceContext table) {
    this.table = table;
  }

  /**
   * What {@link #run} would delete. Changes nothing.
   *
   * @param grace files that were modified in this time are left alone
   */
  public List<FileInfo> find(Duration grace) {
    // Fails if there is no table, so that nothing is deleted where it is only not found.
    table.snapshots().require();
    Instant youngest = Instant.ofEpochMilli(table.environment().millis()).minus(grace);
    Map<String, FileInfo> found = new TreeMap<>();
    try {
      listMetadata(youngest, found);
      listData(TablePaths.DATA_DIRECTORY, youngest, found);
    } catch (IOException e) {
      throw new AlbisIOException(
          "Failed to list the files of " + table.storage().root() + ": " + e.getMessage(), e);
    }
    removeUsed(found);
    return List.copyOf(found.values());
  }

  private void listMetadata(Instant youngest, Map<String, FileInfo> found) throws IOException {
    Storage storage = table.storage();
    List<String> directories = new ArrayList<>(table.snapshots().directories());
    try {
      for (FileInfo file : storage.list(TablePaths.MANIFEST_DIRECTORY)) {
        add(TablePaths.MANIFEST_DIRECTORY, file, youngest, found);
      }
      directories.add(TablePaths.MANIFEST_DIRECTORY);
    } catch (NoSuchFileException e) {
      // A table without rows.
    }
    for (String directory : directories) {
      for (FileInfo file : storage.listTemporary(directory)) {
        add(directory, file, youngest, found);
      }
    }
  }

  private void listData(String directory, Instant youngest, Map<String, FileInfo> found)
      throws IOException {
    Storage storage = table.storage();
    List<FileInfo> entries;
    List<FileInfo> temporary;
    try {
      entries = storage.list(directory);
      temporary = storage.listTemporary(directory);
    } catch (NoSuchFileException e) {
      return; // a table without rows
    }
    for (FileInfo entry : entries) {
      if (entry.isDirectory()) {
        listData(directory + "/" + entry.name(), youngest, found);
      } else {
        add(directory, entry, youngest, found);
      }
    }
    for (FileInfo file : temporary) {
      add(directory, file, youngest, found);
    }
  }

  private static void add(
      String directory, FileInfo file, Instant youngest, Map<String, FileInfo> found) {
    if (file.isFile() && file.modified().isBefore(youngest)) {
      String path = directory + "/" + file.name();
      found.put(path, new FileInfo(path, file.isDirectory(), file.length(), file.modified()));
    }
  }

  /** Removes the files that snapshots use, apart from those that have expired. */
  private void removeUsed(Map<String, FileInfo> found) {
    Snapshot latest = table.snapshots().require().snapshot();
    SnapshotStates states = SnapshotStates.read(table.storage(), latest);
    List<State> live =
        states.all().stream().filter(state -> !latest.hasExpired(state.id())).toList();
    ManifestFooters footers = new ManifestFooters(table.storage(), latest.tableId());
    Set<String> manifests = states.manifestsOf(live);
    for (String path : manifests) {
      if (found.isEmpty()) {
        return;
      }
      found.remove(path);
      footers.read(states.manifest(path)).files().forEach(file -> found.remove(file.path()));
    }
  }

  /**
   * Deletes files that no snapshot refers to.
   *
   * @param grace files that were modified in this time are left alone
   * @return what was deleted
   */
  public List<FileInfo> run(Duration grace) {
    Map<String, FileInfo> unused = new TreeMap<>();
    find(grace).forEach(file -> unused.put(file.name(), file));
    if (!unused.isEmpty()) {
      // A writer that has died may have left a request to publish, which refers to them and takes
      // effect whenever it arrives, unless its id is taken.
      table.commit(table.snapshots().require(), SnapshotStates.CLEAN, parent -> parent);
      // Reading many manifests takes time, in which a slow writer may have committed.
      removeUsed(unused);
    }
    unused.keySet().retainAll(table.delete(unused.keySet()));
    return List.copyOf(unused.values());
  }
}
