// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.commit;

import io.albis.format.error.AlbisIOException;
import io.albis.format.error.CommitConflictException;
import io.albis.format.error.CommitStateUnknownException;
import io.albis.format.error.TableExistsException;
import io.albis.format.metadata.Snapshot;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.metadata.TablePaths;
import io.albis.storage.NotPublishedException;
import io.albis.storage.Storage;
import io.albis.writer.internal.environment.WriteEnvironment;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Implements the commit protocol of SPEC.md, section 17. */
public final class Commit {

  /** How a commit treats commits that other writers made since its base. */
  public enum OnConflict {
    /** Require that no table exists. */
    REQUIRE_NONE,
    /** Commit on top of them if schema and column groups are unchanged. */
    REBASE,
    /** As {@link #REBASE}, but only if they assigned no field or column group ids. */
    REBASE_IF_NO_IDS,
    /** Apply the change to them; it throws if it conflicts with what it finds. */
    REAPPLY,
    /** Fail if there are any. */
    FAIL
  }

  /**
   * How long a snapshot is kept after another one has followed it. A commit that takes no longer
   * from reading the latest snapshot to publishing the next one therefore never takes an id that
   * has expired, which would be lost behind the latest one.
   */
  public static final Duration EXPIRY_DELAY = Duration.ofMinutes(10);

  /** Half of the delay for the age of the parent, and half for the time since that was checked. */
  private static final Duration MAX_AGE = EXPIRY_DELAY.dividedBy(2);

  /** The pauses double from one attempt to the next: 3.1 seconds in total. */
  private static final int ATTEMPTS = 6;

  private static final long FIRST_PAUSE_MILLIS = 100;

  private final Storage storage;
  private final WriteEnvironment environment;

  /** Creates commits in the directory of a table. */
  public Commit(Storage storage, WriteEnvironment environment) {
    this.storage = storage;
    this.environment = environment;
  }

  /**
   * Publishes a snapshot on top of the latest one.
   *
   * @param base the snapshot on which the change is based; null if the table does not exist
   * @param added the rows to append to those that the change keeps
   * @param change creates the new snapshot from its parent ({@link Snapshot#NONE} if there is
   *     none), without the added rows; this method sets the id and the parent id
   * @return the published snapshot
   * @throws TableExistsException if the table must not exist, but does
   * @throws CommitConflictException if another writer's commit conflicts with this one; rows are
   *     not added if the partition spec has changed
   * @throws CommitStateUnknownException if it is unknown whether the snapshot was published
   */
  public Snapshot publish(
      SnapshotFile base,
      OnConflict onConflict,
      Optional<NewManifest> added,
      UnaryOperator<Snapshot> change) {
    return publish(new NewManifests(storage, added), base, onConflict, change);
  }

  /**
   * Encodes the snapshot that {@link #publish} publishes if no other writer commits before it.
   * Writes its manifests.
   */
  public byte[] prepare(NewManifests manifests, SnapshotFile base, UnaryOperator<Snapshot> change) {
    return SnapshotFile.encode(
        next(base == null ? Snapshot.NONE : base.snapshot(), manifests, change));
  }

  private static Snapshot next(
      Snapshot parent, NewManifests manifests, UnaryOperator<Snapshot> change) {
    Snapshot changed = manifests.addTo(change.apply(parent));
    return changed.toBuilder().id(parent.id() + 1).parentId(parent.id()).build();
  }

  /** As above, with manifests that may have been written before. */
  public Snapshot publish(
      NewManifests manifests,
      SnapshotFile base,
      OnConflict onConflict,
      UnaryOperator<Snapshot> change) {
    try {
      Snapshot published = publish(base, onConflict, manifests, change);
      manifests.keep(published);
      return published;
    } catch (CommitStateUnknownException e) {
      // They may be part of the table.
      throw e;
    } catch (RuntimeException | Error e) {
      manifests.deleteAll(e);
      throw e;
    }
  }

  private Snapshot publish(
      SnapshotFile base,
      OnConflict onConflict,
      NewManifests manifests,
      UnaryOperator<Snapshot> change) {
    Snapshot parent = base == null ? Snapshot.NONE : base.snapshot();
    while (true) {
      long id = parent.id() + 1;
      Snapshot snapshot = next(parent, manifests, change);
      byte[] bytes = SnapshotFile.encode(snapshot);
      long checked = environment.ticks().getAsLong();
      if (!isOutdated(parent) && tryPublish(id, bytes)) {
        requireLatest(id, checked);
        return snapshot;
      }
      Snapshot latest = TableState.require(storage).snapshot();
      requireNoConflict(parent, latest, onConflict);
      if (manifests.hasRows() && parent.partitionSpecId() != latest.partitionSpecId()) {
        throw conflict(
            storage.root().toString(),
            parent,
            latest,
            "the partition spec has changed from "
                + parent.partitionSpecId()
                + " to "
                + latest.partitionSpecId());
      }
      parent = latest;
    }
  }

  /** Whether a snapshot is so old that its successor may have expired, and has a later one. */
  private boolean isOutdated(Snapshot parent) {
    long age = environment.millis() - parent.timestampMillis();
    return age > MAX_AGE.toMillis() && TableState.latestId(storage) > parent.id();
  }

  private void requireLatest(long id, long checked) {
    if (environment.ticks().getAsLong() - checked > MAX_AGE.toNanos()
        && TableState.latestId(storage) > id) {
      throw new CommitStateUnknownException(
          "Publishing "
              + TablePaths.snapshot(id)
              + " of "
              + storage.root()
              + " took longer than "
              + MAX_AGE.toMinutes()
              + " minutes, and there are later snapshots, which may not contain it; all written"
              + " files are kept. Check the latest snapshot before trying again");
    }
  }

  /**
   * Publishes a snapshot unless its id is taken.
   *
   * <p>If the file is absent after a failure, the request may still take effect later. But a file
   * can be published only once, so repeating the request is harmless and gives a definite answer:
   * either it succeeds, or the file exists and its content shows which writer published it.
   *
   * @return false if another writer has published a snapshot with this id
   */
  private boolean tryPublish(long id, byte[] bytes) {
    String path = TablePaths.snapshot(id);
    IOException failure = null;
    for (int attempt = 1; ; attempt++) {
      try {
        storage.publish(path, bytes);
        return true;
      } catch (NotPublishedException e) {
        if (failure == null) {
          throw new AlbisIOException(
              "Failed to publish " + path + "; the table is unchanged: " + e.getMessage(), e);
        }
        failure.addSuppressed(e);
      } catch (IOException e) {
        failure = combine(failure, e);
        Optional<byte[]> found = read(path, failure);
        if (found.isPresent()) {
          return Arrays.equals(found.get(), bytes);
        }
      }
      if (attempt == ATTEMPTS || !pause(attempt)) {
        throw new CommitStateUnknownException(
            "Failed to publish "
                + path
                + " of "
                + storage.root()
                + " in "
                + attempt
                + " attempts, and it is unknown whether it will appear; all written files are"
                + " kept. Check the latest snapshot before trying again: "
                + failure.getMessage(),
            failure);
      }
    }
  }

  private static IOException combine(IOException first, IOException second) {
    if (first == null) {
      return second;
    }
    if (first != second) {
      first.addSuppressed(second);
    }
    return first;
  }

  /** The content of a snapshot; empty if it does not exist or cannot be read. */
  private Optional<byte[]> read(String path, IOException failure) {
    try {
      return storage.exists(path) ? Optional.of(TableState.read(storage, path)) : Optional.empty();
    } catch (IOException | AlbisIOException e) {
      failure.addSuppressed(e);
      return Optional.empty();
    }
  }

  /** Waits before the next attempt; false if the thread is interrupted. */
  private boolean pause(int failures) {
    try {
      environment.pause().millis(FIRST_PAUSE_MILLIS << (failures - 1));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void requireNoConflict(Snapshot parent, Snapshot latest, OnConflict onConflict) {
    String root = storage.root().toString();
    switch (onConflict) {
      case REQUIRE_NONE ->
          throw new TableExistsException(
              "Cannot create table " + root + ": another writer has created it");
      case REAPPLY -> {
        if (!parent.tableId().equals(latest.tableId())) {
          throw conflict(root, parent, latest, "it is another table");
        }
      }
      case FAIL -> throw conflict(root, parent, latest, "this write replaces or changes the table");
      case REBASE, REBASE_IF_NO_IDS -> {
        boolean hasSameColumns =
            parent.tableId().equals(latest.tableId()) && parent.hasSameColumns(latest);
        // If a column was added and dropped in the meantime, its ids are still used in the files.
        boolean hasNewIds = parent.nextId() != latest.nextId();
        if (!hasSameColumns || (onConflict == OnConflict.REBASE_IF_NO_IDS && hasNewIds)) {
          throw conflict(root, parent, latest, "the schema or the column groups have changed");
        }
      }
    }
  }

  private static CommitConflictException conflict(
      String root, Snapshot parent, Snapshot latest, String why) {
    return new CommitConflictException(
        "Cannot commit to "
            + root
            + ": snapshot "
            + latest.id()
            + " was committed since snapshot "
            + parent.id()
            + " was read, and "
            + why
            + "; open the table again and repeat the write");
  }
}
