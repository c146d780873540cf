// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.internal.metadata.DataFileRef;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.maintenance.ExpireResult;
import io.albis.maintenance.TableMaintenance;
import io.albis.storage.internal.backend.InvalidSettingException;
import io.albis.table.Commit;
import io.albis.table.FileRemoval;
import io.albis.table.ManifestFooters;
import io.albis.table.SnapshotStates;
import io.albis.table.SnapshotStates.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lets snapshots expire (SPEC.md, section 19). A snapshot is committed that says which ones have
 * expired. Then the data files that only these use are deleted, then the manifests, and at last the
 * snapshots themselves, so that a second run after an interruption resumes.
 *
 * <p>Snapshots are deleted in the order of their ids. A writer that has published one can so see
 * that its id had not been taken before, without asking what time it is elsewhere: the parent is
 * still there. Only a snapshot whose predecessor stays, because of a tag, needs an age.
 */
public final class Expiry {

  /** More than clocks differ; a writer looks up the latest snapshot if its parent is older. */
  private static final Duration AGE_AFTER_KEPT = Duration.ofDays(1);

  private final MaintenanceContext table;
  private final Duration olderThan;
  private final int keep;

  /** Expiry in a table; the parameters are those of {@link TableMaintenance#expire}. */
  public Expiry(MaintenanceContext table, Duration olderThan, int keep) {
    if (olderThan.isNegative()) {
      throw new InvalidSettingException(
          "Invalid age of snapshots: " + olderThan + " (expected a duration that is not negative)");
    }
    if (keep < 1) {
      throw new InvalidSettingException(
          "Invalid number of snapshots to keep: " + keep + " (expected at least 1)");
    }
    this.table = table;
    this.olderThan = olderThan;
    this.keep = keep;
  }

  /** What {@link #run} would do. Changes nothing. */
  public ExpireResult plan() {
    Snapshot latest = table.snapshots().require().snapshot();
    SnapshotStates states = SnapshotStates.read(table.storage(), latest);
    long expiredBefore = Math.max(latest.expiredBefore(), firstKept(states.all()));
    return unused(states, latest.toBuilder().expiredBefore(expiredBefore).build()).result();
  }

  /** Lets snapshots expire, and finishes what an interrupted run has left. */
  public ExpireResult run() {
    SnapshotFile base = table.snapshots().require();
    Snapshot recorded = base.snapshot();
    long firstKept = firstKept(SnapshotStates.read(table.storage(), recorded).all());
    if (firstKept > recorded.expiredBefore() && hasUntagged(recorded, firstKept)) {
      recorded =
          table.commit(
              base,
              SnapshotStates.EXPIRE,
              parent ->
                  parent.toBuilder()
                      .expiredBefore(Math.max(parent.expiredBefore(), firstKept))
                      .build());
    }
    Unused unused = unused(SnapshotStates.read(table.storage(), recorded), recorded);
    table.delete(unused.dataFiles.keySet());
    table.delete(unused.manifests.stream().map(ManifestRef::path).toList());
    if (!unused.snapshotIds.isEmpty()) {
      // Other files have names of their own. The snapshots of another table have the same names.
      List<Long> ids = table.snapshots().requireIds();
      table.snapshots().requireOf(recorded.tableId(), ids.get(ids.size() - 1));
      FileRemoval files = new FileRemoval(table.storage());
      unused.snapshotIds.forEach(id -> files.delete(TablePaths.snapshot(id)));
    }
    return unused.result();
  }

  /** Whether there is a snapshot below an id that can expire. */
  private boolean hasUntagged(Snapshot latest, long firstKept) {
    Snapshot expired = latest.toBuilder().expiredBefore(firstKept).build();
    return table.snapshots().ids().stream().anyMatch(expired::hasExpired);
  }

  /** Id of the first snapshot that is too young to expire, or among the last. */
  private long firstKept(List<State> states) {
    List<State> counted = states.stream().filter(state -> !state.isExpiry()).toList();
    long age = Math.max(olderThan.toMillis(), Commit.EXPIRY_DELAY.toMillis());
    long youngest = table.environment().millis() - age;
    int kept = Math.max(0, counted.size() - keep);
    for (int i = 0; i < kept; i++) {
      if (counted.get(i + 1).timestampMillis() > youngest) {
        return counted.get(i).id();
      }
    }
    return kept < counted.size() ? counted.get(kept).id() : 0;
  }

  /** Expired snapshots that still exist, and the files that only they use. */
  private record Unused(
      List<Long> snapshotIds, List<ManifestRef> manifests, Map<String, Long> dataFiles) {

    ExpireResult result() {
      long bytes = manifests.stream().mapToLong(ManifestRef::length).sum();
      bytes += dataFiles.values().stream().mapToLong(Long::longValue).sum();
      return new ExpireResult(snapshotIds, manifests.size(), dataFiles.size(), bytes);
    }
  }

  /**
   * Finds them.
   *
   * @param states the snapshots that exist
   * @param recorded says which have expired
   */
  private Unused unused(SnapshotStates states, Snapshot recorded) {
    List<State> expired = new ArrayList<>();
    List<State> live = new ArrayList<>();
    for (State state : states.all()) {
      (recorded.hasExpired(state.id()) ? expired : live).add(state);
    }
    Set<String> liveManifests = states.manifestsOf(live);
    List<ManifestRef> manifests =
        states.manifestsOf(expired).stream()
            .filter(path -> !liveManifests.contains(path))
            .sorted()
            .map(states::manifest)
            .toList();
    Map<String, Long> dataFiles = new HashMap<>();
    if (!manifests.isEmpty()) {
      ManifestFooters footers = new ManifestFooters(table.storage(), recorded.tableId());
      for (ManifestRef ref : manifests) {
        for (DataFileRef file : footers.filesIfPresent(ref)) {
          dataFiles.put(file.path(), file.length());
        }
      }
      Set<String> used = new HashSet<>();
      for (String path : liveManifests) {
        footers.read(states.manifest(path)).files().forEach(file -> used.add(file.path()));
      }
      dataFiles.keySet().removeAll(used);
    }
    return new Unused(unusedIds(states.all(), recorded), manifests, dataFiles);
  }

  /** Ids of expired snapshots whose files can be deleted. */
  private List<Long> unusedIds(List<State> states, Snapshot recorded) {
    List<Long> unused = new ArrayList<>();
    long youngest = table.environment().millis() - AGE_AFTER_KEPT.toMillis();
    long lastKept = -1;
    for (int i = 0; i < states.size(); i++) {
      long id = states.get(i).id();
      if (recorded.hasExpired(id)
          && (lastKept != id - 1 || states.get(i + 1).timestampMillis() < youngest)) {
        unused.add(id);
      } else {
        lastKept = id;
      }
    }
    return unused;
  }
}
