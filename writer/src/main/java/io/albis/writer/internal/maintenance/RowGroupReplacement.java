// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.maintenance;

import io.albis.format.error.CommitConflictException;
import io.albis.format.error.CommitStateUnknownException;
import io.albis.format.metadata.ManifestBuilder;
import io.albis.format.metadata.ManifestFile;
import io.albis.format.metadata.ManifestRef;
import io.albis.format.metadata.RowGroups;
import io.albis.format.metadata.Snapshot;
import io.albis.format.metadata.SnapshotFile;
import io.albis.storage.Storage;
import io.albis.writer.internal.commit.Commit;
import io.albis.writer.internal.commit.Manifests;
import io.albis.writer.internal.file.WrittenRows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Commits new row groups in the place of existing ones. The number of a row group stands for its
 * rows: a commit of another writer is a conflict only if a replaced row group is gone after it, or
 * if it changes schema, column groups or partition spec. The new row groups have new numbers. For
 * one commit, and one thread.
 */
public final class RowGroupReplacement {

  private final Storage storage;
  private final Supplier<UUID> names;
  private final WrittenRows rows;

  /** By number of a replaced row group, the position of the writer whose rows replace it. */
  private final Map<Long, Integer> positions = new HashMap<>();

  private final Set<String> written = new HashSet<>();

  /**
   * Replaces row groups.
   *
   * @param names ids for the files of manifests
   * @param rows that have been written
   * @param replaced for each position of a row writer, the numbers of the row groups that its row
   *     groups replace
   */
  public RowGroupReplacement(
      Storage storage, Supplier<UUID> names, WrittenRows rows, List<List<Long>> replaced) {
    this.storage = storage;
    this.names = names;
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
    FileRemoval removal = new FileRemoval(storage);
    try {
      Snapshot published =
          new Commit(storage)
              .publish(
                  base,
                  Commit.OnConflict.REBASE,
                  Optional.empty(),
                  parent -> change.apply(replaceIn(parent, base.snapshot())));
      published.manifests().forEach(ref -> written.remove(ref.path()));
      written.forEach(removal::delete);
      return published;
    } catch (CommitStateUnknownException e) {
      // They may be part of the table.
      throw e;
    } catch (RuntimeException | Error e) {
      removal.deleteAfter(e, written);
      throw e;
    }
  }

  /** What has been done while going through the manifests of a snapshot. */
  private static final class State {

    /** Positions whose row groups have been added. */
    final Set<Integer> placed = new HashSet<>();

    /** Replaced row groups that have not been found. */
    final Set<Long> missing;

    /** Number of the next new row group. */
    long next;

    State(Snapshot parent, Set<Long> replaced) {
      this.missing = new TreeSet<>(replaced);
      this.next = parent.nextRowGroupId();
    }
  }

  private Snapshot replaceIn(Snapshot parent, Snapshot base) {
    if (parent.partitionSpecId() != base.partitionSpecId()) {
      throw conflict(
          parent,
          "it has changed the partition spec from "
              + base.partitionSpecId()
              + " to "
              + parent.partitionSpecId());
    }
    ManifestFooters footers = new ManifestFooters(storage, parent.tableId());
    State state = new State(parent, positions.keySet());
    List<ManifestRef> refs = new ArrayList<>();
    for (ManifestRef ref : parent.manifests()) {
      ManifestFile footer = footers.read(ref);
      if (hasReplaced(ref, footer.rowGroups())) {
        replaceIn(parent, ref, footer, state).ifPresent(refs::add);
      } else {
        refs.add(ref);
      }
    }
    if (!state.missing.isEmpty()) {
      throw conflict(
          parent, "row group " + state.missing.iterator().next() + " has been replaced or removed");
    }
    return parent.toBuilder()
        .manifests(refs)
        .nextRowGroupId(state.next)
        .rowCount(refs.stream().mapToLong(ManifestRef::rowCount).sum())
        .build();
  }

  private boolean hasReplaced(ManifestRef ref, RowGroups rowGroups) {
    for (int i = 0; i < rowGroups.count(); i++) {
      if (positions.containsKey(ref.rowGroupBase() + rowGroups.index(i))) {
        return true;
      }
    }
    return false;
  }

  /** Writes a manifest in place of another; empty if it would have no row groups. */
  private Optional<ManifestRef> replaceIn(
      Snapshot parent, ManifestRef ref, ManifestFile footer, State state) {
    ManifestBuilder builder = new ManifestBuilder(parent.tableId());
    RowGroups rowGroups = footer.rowGroups();
    int[] places = new int[rowGroups.count()];
    Map<Long, Integer> added = new HashMap<>();
    for (int i = 0; i < places.length; i++) {
      long number = ref.rowGroupBase() + rowGroups.index(i);
      Integer position = positions.get(number);
      if (position == null) {
        places[i] =
            builder.addRowGroup(
                number, rowGroups.rowCount(i), rowGroups.partition(i), rowGroups.sortOrderId(i));
      } else {
        places[i] = -1;
        state.missing.remove(number);
        if (state.placed.add(position)) {
          state.next = rows.addRowGroups(builder, position, state.next, added);
        }
      }
    }
    if (builder.rowGroupCount() == 0) {
      return Optional.empty();
    }
    Manifests.Content content = Manifests.read(storage, ref, parent.tableId());
    builder.addExtents(footer, content.sections(), i -> places[i]);
    rows.addExtents(builder, added);
    ManifestBuilder.Manifest manifest = builder.build();
    String path = Manifests.write(storage, manifest, names);
    written.add(path);
    return Optional.of(Manifests.ref(manifest, path, parent).build());
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
