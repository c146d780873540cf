// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.update;

import io.albis.format.error.CommitConflictException;
import io.albis.format.internal.metadata.ManifestBuilder;
import io.albis.format.internal.metadata.ManifestFile;
import io.albis.format.internal.metadata.ManifestRef;
import io.albis.format.internal.metadata.RowGroups;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.storage.Storage;
import io.albis.table.Commit;
import io.albis.table.ManifestFooters;
import io.albis.table.Manifests;
import io.albis.table.NewFiles;
import io.albis.table.NewManifests;
import io.albis.table.WriteEnvironment;
import io.albis.writer.internal.file.NewRowGroups;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Commits new row groups in the place of existing ones. The number of a row group stands for its
 * rows: a commit of another writer is a conflict only if a replaced row group is gone after it, or
 * if it changes schema, column groups or partition spec. The new row groups have new numbers. For
 * one commit, and one thread.
 */
public final class RowGroupReplacement {

  private static final long MIN_FREE = 1 << 10;
  private static final long MAX_FREE = 1 << 20;

  private final Storage storage;
  private final WriteEnvironment environment;
  private final NewRowGroups rows;

  /** By number of a replaced row group, the position of the writer whose rows replace it. */
  private final Map<Long, Integer> positions = new HashMap<>();

  private final NewFiles files;
  private final boolean hasSharedNames;

  /** What has become of the manifests of the parents that were tried. */
  private final Map<ManifestRef, Result> done = new HashMap<>();

  /** Number of the first new row group; -1 if it is not known. */
  private long numbers = -1;

  /** How many numbers are left free when they are chosen the next time. */
  private long free;

  /**
   * What has become of a manifest.
   *
   * @param ref the manifest itself, or the one that replaces it; empty if no row group is left
   * @param placed positions whose row groups are in it
   * @param replaced numbers of row groups that it had, and that are replaced
   */
  private record Result(Optional<ManifestRef> ref, Set<Integer> placed, Set<Long> replaced) {}

  /**
   * Replaces row groups.
   *
   * @param environment gives ids for the files of manifests
   * @param files gets what is written
   * @param rows that have been written
   * @param hasSharedNames whether other processes may write manifests of the same names
   * @param replaced for each position of a row writer, the numbers of the row groups that its row
   *     groups replace
   */
  public RowGroupReplacement(
      Storage storage,
      WriteEnvironment environment,
      NewFiles files,
      NewRowGroups rows,
      boolean hasSharedNames,
      List<List<Long>> replaced) {
    this.storage = storage;
    this.files = files;
    this.hasSharedNames = hasSharedNames;
    this.environment = environment;
    this.rows = rows;
    for (int position = 0; position < replaced.size(); position++) {
      for (long number : replaced.get(position)) {
        positions.put(number, position);
      }
    }
  }

  /**
   * Commits on top of the latest snapshot.
   *
   * @param base in which the row groups are
   * @param change creates the new snapshot from its parent, with the row groups of the parent
   * @throws CommitConflictException if another writer has replaced or removed one of the row
   *     groups, or has changed columns or partitions
   */
  public Snapshot commit(SnapshotFile base, UnaryOperator<Snapshot> change) {
    return new Commit(storage, environment)
        .publish(
            new NewManifests(storage, files, Optional.empty()),
            base,
            Commit.OnConflict.REBASE,
            parent -> change.apply(replaceIn(parent, base.snapshot())));
  }

  /**
   * Replaces the row groups in a parent of the new snapshot; again in another one, after a lost
   * race.
   *
   * @param base in which the row groups are
   * @throws CommitConflictException as {@link #commit}
   */
  public Snapshot replaceIn(Snapshot parent, Snapshot base) {
    if (parent.partitionSpecId() != base.partitionSpecId()) {
      throw conflict(
          parent,
          "it has changed the partition spec from "
              + base.partitionSpecId()
              + " to "
              + parent.partitionSpecId());
    }
    reserveNumbers(parent);
    ManifestFooters footers = new ManifestFooters(storage, parent.tableId());
    List<ManifestRef> refs = new ArrayList<>();
    Set<Integer> placed = new HashSet<>();
    Set<Long> missing = new TreeSet<>(positions.keySet());
    for (ManifestRef ref : parent.manifests()) {
      Result result = done.get(ref);
      if (result == null || result.placed.stream().anyMatch(placed::contains)) {
        result = replaceIn(parent, ref, footers.read(ref), placed);
        done.put(ref, result);
      }
      result.ref.ifPresent(refs::add);
      placed.addAll(result.placed);
      missing.removeAll(result.replaced);
    }
    if (!missing.isEmpty()) {
      throw conflict(
          parent, "row group " + missing.iterator().next() + " has been replaced or removed");
    }
    if (!placed.containsAll(positions.values())) {
      throw conflict(parent, "it has changed the order of row groups");
    }
    return parent.toBuilder()
        .manifests(refs)
        .nextRowGroupId(numbers + rows.rowGroupCount())
        .rowCount(refs.stream().mapToLong(ManifestRef::rowCount).sum())
        .build();
  }

  /**
   * Numbers the new row groups. After a lost race some numbers are left free, so that those of the
   * row groups that others append are not taken again: the manifests can then be used once more.
   */
  private void reserveNumbers(Snapshot parent) {
    if (numbers < parent.nextRowGroupId()) {
      done.clear();
      numbers = parent.nextRowGroupId() + free;
      free = Math.max(MIN_FREE, Math.min(MAX_FREE, 2 * free));
    }
  }

  private boolean hasReplaced(ManifestRef ref, RowGroups rowGroups) {
    for (int i = 0; i < rowGroups.count(); i++) {
      if (positions.containsKey(ref.rowGroupBase() + rowGroups.index(i))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Writes a manifest in place of another, if that has row groups to replace.
   *
   * @param placed positions whose rows are in manifests before
   */
  private Result replaceIn(
      Snapshot parent, ManifestRef ref, ManifestFile footer, Set<Integer> placed) {
    RowGroups rowGroups = footer.rowGroups();
    if (!hasReplaced(ref, rowGroups)) {
      return new Result(Optional.of(ref), Set.of(), Set.of());
    }
    ManifestBuilder builder = new ManifestBuilder(parent.tableId());
    int[] places = new int[rowGroups.count()];
    Map<Long, Integer> added = new HashMap<>();
    Set<Integer> newlyPlaced = new HashSet<>();
    Set<Long> replaced = new HashSet<>();
    for (int i = 0; i < places.length; i++) {
      long number = ref.rowGroupBase() + rowGroups.index(i);
      Integer position = positions.get(number);
      if (position == null) {
        places[i] =
            builder.addRowGroup(
                number, rowGroups.rowCount(i), rowGroups.partition(i), rowGroups.sortOrderId(i));
      } else {
        places[i] = -1;
        replaced.add(number);
        if (!placed.contains(position) && newlyPlaced.add(position)) {
          rows.addRowGroups(builder, position, numbers, added);
        }
      }
    }
    if (builder.rowGroupCount() == 0) {
      return new Result(Optional.empty(), newlyPlaced, replaced);
    }
    Manifests.Content content = Manifests.read(storage, ref, parent.tableId());
    builder.addExtents(footer, content.sections(), i -> places[i]);
    rows.addExtents(builder, added);
    ManifestBuilder.Manifest manifest = builder.build();
    String path =
        hasSharedNames
            ? Manifests.writeAtomically(storage, manifest, environment.uuids())
            : Manifests.write(storage, manifest, environment.uuids());
    files.addManifest(path);
    return new Result(
        Optional.of(Manifests.ref(manifest, path, parent).build()), newlyPlaced, replaced);
  }

  private CommitConflictException conflict(Snapshot parent, String why) {
    return new CommitConflictException(
        "Cannot replace row groups of "
            + storage.root()
            + ": snapshot "
            + parent.id()
            + " was committed by another writer, and "
            + why
            + "; open the table again and repeat the write");
  }
}
