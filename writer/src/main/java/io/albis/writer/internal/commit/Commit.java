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
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The commit protocol of SPEC.md, section 17. */
public final class Commit {

  /** How a commit treats the commits of other writers since its base. */
  public enum OnConflict {
    /** Require that no table exists. */
    REQUIRE_NONE,
    /** Build on them if schema and column groups are unchanged. */
    REBASE,
    /** As {@link #REBASE}, if no field or column group was given an id in between either. */
    REBASE_IF_NO_IDS,
    /** Fail. */
    FAIL
  }

  /** The pause between two attempts to publish. */
  interface Backoff {
    void afterFailures(int failures) throws InterruptedException;
  }

  /** With doubling pauses, 3 seconds in total. */
  private static final int ATTEMPTS = 6;

  private static final long FIRST_PAUSE_MILLIS = 100;

  private final Storage storage;
  private final Backoff backoff;

  /** Commits to a table's directory. */
  public Commit(Storage storage) {
    this(storage, failures -> Thread.sleep(FIRST_PAUSE_MILLIS << (failures - 1)));
  }

  Commit(Storage storage, Backoff backoff) {
    this.storage = storage;
    this.backoff = backoff;
  }

  /**
   * Publishes a snapshot on top of the latest one.
   *
   * @param base the snapshot on which the change was prepared, null if there was none
   * @param added the rows to be added behind those that the change keeps
   * @param change makes the new snapshot of the one below it, which it gets ({@link Snapshot#NONE}
   *     if there is none), without the added rows; ids and parent are set here
   * @return the snapshot that was published
   * @throws TableExistsException if there had to be no table
   * @throws CommitConflictException if another writer's commit cannot be built upon
   * @throws CommitStateUnknownException if nobody can tell whether it was published
   */
  public Snapshot publish(
      SnapshotFile base,
      OnConflict onConflict,
      Optional<NewManifest> added,
      UnaryOperator<Snapshot> change) {
    NewManifests manifests = new NewManifests(storage, added);
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
    Snapshot below = base == null ? Snapshot.NONE : base.snapshot();
    while (true) {
      long id = below.id() + 1;
      Snapshot changed = manifests.addTo(change.apply(below));
      Snapshot snapshot = changed.toBuilder().id(id).parentId(below.id()).build();
      byte[] bytes = SnapshotFile.encode(snapshot);
      if (tryPublish(id, bytes)) {
        return snapshot;
      }
      Snapshot latest = TableState.require(storage).snapshot();
      requireNoConflict(below, latest, onConflict);
      below = latest;
    }
  }

  /**
   * Publishes a snapshot unless its id is taken.
   *
   * <p>A file that is absent after a failure proves nothing: the request may arrive later. But a
   * file can be published only once, so publishing the same content again is harmless, and settles
   * the matter: either it succeeds, or the file is there, and its content tells whose it is.
   *
   * @return false if another writer has published that id
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
        failure = both(failure, e);
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
                + " attempts, and whether it will appear is unknown; all files that were written"
                + " stay. Look at the latest snapshot before trying again: "
                + failure.getMessage(),
            failure);
      }
    }
  }

  private static IOException both(IOException first, IOException second) {
    if (first == null) {
      return second;
    }
    if (first != second) {
      first.addSuppressed(second);
    }
    return first;
  }

  /** The content of a snapshot, if there is one and it can be read. */
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
      backoff.afterFailures(failures);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void requireNoConflict(Snapshot below, Snapshot latest, OnConflict onConflict) {
    String root = storage.root().toString();
    switch (onConflict) {
      case REQUIRE_NONE ->
          throw new TableExistsException(
              "Cannot create table " + root + ": another writer has created it");
      case FAIL -> throw conflict(root, below, latest, "it was to replace or change the table");
      case REBASE, REBASE_IF_NO_IDS -> {
        boolean isSame = below.tableId().equals(latest.tableId()) && below.hasSameColumns(latest);
        // Of a column that was added and dropped in between, files are there under its ids.
        boolean isNumbered =
            below.nextId() != latest.nextId();
        if (!isSame || (onConflict == OnConflict.REBASE_IF_NO_IDS && isNumbered)) {
          throw conflict(root, below, latest, "the schema or the column groups have changed");
        }
      }
    }
  }

  private static CommitConflictException conflict(
      String root, Snapshot below, Snapshot latest, String why) {
    return new CommitConflictException(
        "Cannot commit to "
            + root
            + ": snapshot "
            + latest.id()
            + " was committed since snapshot "
            + below.id()
            + " was read, and "
            + why
            + "; open the table again and repeat the write");
  }
}
