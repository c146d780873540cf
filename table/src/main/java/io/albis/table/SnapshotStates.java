// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.table;

import io.albis.format.error.CommitConflictException;
import io.albis.format.error.SnapshotExpiredException;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.storage.Storage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What the snapshots of a table refer to, without their schemas. For one thread. */
public final class SnapshotStates {

  /** The operation of a snapshot that only records an expiry. */
  public static final String EXPIRE = "expire";

  /** The operation of a snapshot that only takes an id before files are deleted. */
  public static final String CLEAN = "clean";

  /**
   * A snapshot.
   *
   * @param timestampMillis when it was committed
   * @param isExpiry whether it only records an expiry, or precedes a clean-up
   * @param manifests paths of its manifests
   */
  public record State(long id, long timestampMillis, boolean isExpiry, List<String> manifests) {}

  private final List<State> states = new ArrayList<>();
  private final Map<String, ManifestRef> manifests = new HashMap<>();

  /**
   * Reads all snapshots that exist. Those that have not expired are read even if a listing does not
   * have them, because it is older than they are.
   *
   * @param latest says which have expired
   * @throws CommitConflictException if there is another table by now
   */
  public static SnapshotStates read(Storage storage, Snapshot latest) {
    TableSnapshots snapshots = new TableSnapshots(storage);
    Set<Long> ids = new TreeSet<>(snapshots.ids());
    latest.tags().forEach(tag -> ids.add(tag.snapshotId()));
    for (long id = Math.max(1, latest.expiredBefore()); id <= latest.id(); id++) {
      ids.add(id);
    }
    SnapshotStates read = new SnapshotStates();
    ids.forEach(
        id -> {
          try {
            read.add(snapshots.requireOf(latest.tableId(), id));
          } catch (SnapshotExpiredException e) {
            // Deleted since the directory was listed.
          }
        });
    return read;
  }

  private void add(Snapshot snapshot) {
    List<String> paths = new ArrayList<>();
    for (ManifestRef ref : snapshot.manifests()) {
      paths.add(manifests.computeIfAbsent(ref.path(), path -> ref).path());
    }
    boolean isExpiry = Set.of(EXPIRE, CLEAN).contains(snapshot.operation());
    states.add(new State(snapshot.id(), snapshot.timestampMillis(), isExpiry, paths));
  }

  /** The snapshots, ascending by id. */
  public List<State> all() {
    return states;
  }

  /** Manifests of some of the snapshots. */
  public Set<String> manifestsOf(Collection<State> some) {
    Set<String> paths = new HashSet<>();
    some.forEach(state -> paths.addAll(state.manifests()));
    return paths;
  }

  /** How the snapshots refer to a manifest. */
  public ManifestRef manifest(String path) {
    return manifests.get(path);
  }
}
