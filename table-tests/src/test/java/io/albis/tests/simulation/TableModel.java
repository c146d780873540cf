// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import io.albis.format.error.AlbisException;
import io.albis.format.internal.metadata.DataFileRef;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.ManifestFile;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.format.internal.schema.PartitionSpec;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What the table must be by what was published, and a check of each change against it. */
final class TableModel implements SimulatedStore.Observer {

  /**
   * A published snapshot.
   *
   * @param files paths of all files that it needs, with its own
   */
  record Published(Snapshot snapshot, BitSet rows, Set<String> files) {}

  private final SimulatedStore store;
  private final Consumer<String> violations;
  private final TreeMap<Long, Published> published = new TreeMap<>();
  private final Map<String, List<DataFileRef>> manifests = new HashMap<>();
  private final Map<Integer, PartitionSpec> specs = new HashMap<>();
  private int drops;

  /** Takes the rules that are broken. */
  TableModel(SimulatedStore store, Consumer<String> violations) {
    this.store = store;
    this.violations = violations;
  }

  /** Deletes the table. */
  void drop() {
    store.deleteRecursively("");
    published.clear();
    specs.clear();
    drops++;
  }

  /** How often the table was deleted. */
  int drops() {
    return drops;
  }

  /** Id of the latest snapshot; 0 if there is none. */
  long latestId() {
    return published.isEmpty() ? 0 : published.lastKey();
  }

  Published latest() {
    return published.get(latestId());
  }

  Published snapshot(long id) {
    return published.get(id);
  }

  /**
   * Id of the last snapshot up to a latest one whose own time is not later than a time; 0 if there
   * is none.
   */
  long latestAsOf(long millis, long latest) {
    return published.headMap(latest, true).descendingMap().values().stream()
        .filter(of -> of.snapshot().timestampMillis() <= millis)
        .mapToLong(of -> of.snapshot().id())
        .findFirst()
        .orElse(0);
  }

  /** Whether a snapshot must be readable. */
  boolean isKept(long id) {
    return published.containsKey(id) && !latest().snapshot().hasExpired(id);
  }

  /** Ids of the snapshots that must be readable. */
  List<Long> kept() {
    return published.keySet().stream().filter(this::isKept).toList();
  }

  /** Ids of all snapshots, those that have expired too. */
  List<Long> ids() {
    return List.copyOf(published.keySet());
  }

  /** Paths of the files that are needed. */
  Set<String> needed() {
    Set<String> needed = new HashSet<>();
    kept().forEach(id -> needed.addAll(published.get(id).files()));
    return needed;
  }

  @Override
  public void published(String path, byte[] content, Object publisher) {
    OptionalLong id = TablePaths.snapshotId(path.substring(path.lastIndexOf('/') + 1));
    if (id.isEmpty()) {
      violations.accept("published " + path);
      return;
    }
    try {
      Snapshot snapshot =
          SnapshotFile.decode(FileEnd.whole(path, content), id.getAsLong()).snapshot();
      add(path, snapshot, (Attempt) publisher);
    } catch (AlbisException e) {
      violations.accept("snapshot " + id.getAsLong() + " cannot be read: " + e);
    }
  }

  private void add(String path, Snapshot snapshot, Attempt attempt) {
    long id = snapshot.id();
    if (id <= latestId() && latest().snapshot().hasExpired(id)) {
      return; // A late request has found the id free again; it is never read, and expiry deletes
      // it.
    }
    if (id != latestId() + 1) {
      violations.accept(
          attempt + " publishes snapshot " + id + " when the latest is " + latestId());
      return;
    }
    if (id > 1 && !snapshot.tableId().equals(latest().snapshot().tableId())) {
      violations.accept(attempt + " publishes snapshot " + id + " of another table");
      return;
    }
    String wrong = attempt.published(id);
    if (wrong != null) {
      violations.accept(wrong);
    }
    BitSet before = id == 1 ? new BitSet() : latest().rows();
    BitSet rows = attempt.apply(before);
    Set<String> files = new HashSet<>();
    files.add(path);
    if (snapshot.rowCount() != rows.cardinality()) {
      violations.accept(
          attempt
              + " publishes snapshot "
              + id
              + " with "
              + snapshot.rowCount()
              + " rows, expected "
              + rows.cardinality());
    }
    for (ManifestRef ref : snapshot.manifests()) {
      addFiles(snapshot, ref, files);
    }
    for (PartitionSpec spec : snapshot.partitionSpecs()) {
      PartitionSpec known = specs.putIfAbsent(spec.id(), spec);
      if (known != null && !known.equals(spec)) {
        violations.accept(
            attempt
                + " gives id "
                + spec.id()
                + " again: it was that of "
                + known
                + ", and is that of "
                + spec);
      }
    }
    if (id > 1 && snapshot.nextId() < latest().snapshot().nextId()) {
      violations.accept(attempt + " gives ids again from " + snapshot.nextId());
    }
    if (id > 1 && snapshot.nextRowGroupId() < latest().snapshot().nextRowGroupId()) {
      violations.accept(attempt + " gives row groups again from " + snapshot.nextRowGroupId());
    }
    published.put(id, new Published(snapshot, rows, files));
  }

  private void addFiles(Snapshot snapshot, ManifestRef ref, Set<String> files) {
    files.add(ref.path());
    StoredFile manifest = store.find(ref.path());
    if (manifest == null) {
      violations.accept("snapshot " + snapshot.id() + " needs " + ref.path() + ", which is gone");
      return;
    }
    List<DataFileRef> refs =
        manifests.computeIfAbsent(
            ref.path(),
            path ->
                ManifestFile.decode(
                        FileEnd.whole(path, Arrays.copyOf(manifest.bytes(), manifest.length())),
                        ref,
                        snapshot.tableId())
                    .files());
    for (DataFileRef data : refs) {
      files.add(data.path());
      StoredFile file = store.find(data.path());
      if (file == null || file.length() != data.length()) {
        violations.accept(
            "snapshot "
                + snapshot.id()
                + " needs "
                + data.path()
                + (file == null ? ", which is gone" : ", which has another length"));
      }
    }
  }

  @Override
  public void deleted(String path) {
    for (long id : published.keySet()) {
      if (published.get(id).files().contains(path) && isKept(id)) {
        violations.accept(path + " was deleted, which snapshot " + id + " needs");
      }
    }
  }
}
