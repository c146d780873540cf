// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.table;

import io.albis.format.error.AlbisIOException;
import io.albis.format.error.CommitConflictException;
import io.albis.format.error.CommitStateUnknownException;
import io.albis.format.error.TableExistsException;
import io.albis.format.internal.metadata.Constraints;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.storage.NotPublishedException;
import io.albis.storage.Storage;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Implements the commit protocol of SPEC.md, section 17. For one thread. */
public final class Commit {

  /** How a commit treats commits that other writers made since its base. */
  public enum OnConflict {
    /** Require that no table exists. */
    REQUIRE_NONE,
    /** Commit on top of them if schema, column groups and constraints are unchanged. */
    REBASE,
    /** As {@link #REBASE}, but only if they assigned no field or column group ids. */
    REBASE_IF_NO_IDS,
    /** Apply the change to them; it throws if it conflicts with what it finds. */
    REAPPLY,
    /** Fail if there are any. */
    FAIL
  }

  /**
   * How long a snapshot is kept after another one has followed it, as far as clocks agree. A commit
   * does not rely on it: see {@link #requireInHistory}.
   */
  public static final Duration EXPIRY_DELAY = Duration.ofMinutes(10);

  /** Older parents are looked up before a commit, which may have to go on top of a later one. */
  private static final Duration MAX_AGE = EXPIRY_DELAY.dividedBy(2);

  private static final Logger LOG = LoggerFactory.getLogger(Commit.class);

  /** What is done when a commit is published. */
  public interface Task {
    /** Does it. */
    void run() throws IOException;
  }

  /** The pauses double from one attempt to the next: 3.1 seconds in total. */
  private static final int ATTEMPTS = 6;

  private static final long FIRST_PAUSE_MILLIS = 100;

  private final Storage storage;
  private final TableSnapshots snapshots;
  private final WriteEnvironment environment;

  /** Whether a request to publish was sent that was not certainly refused. */
  private boolean mayBePublished;

  /** Creates commits in the directory of a table. */
  public Commit(Storage storage, WriteEnvironment environment) {
    this.storage = storage;
    this.snapshots = new TableSnapshots(storage);
    this.environment = environment;
  }

  /**
   * Does something after the outcome of a commit, which must not become a failure by that: an
   * exception is logged.
   *
   * @param what completes "Failed to"
   */
  public static void afterwards(String what, Task task) {
    try {
      task.run();
    } catch (IOException | RuntimeException | Error e) {
      LOG.warn("Failed to {}; this has no influence on the commit before it", what, e);
    }
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

  /**
   * Publishes a snapshot on top of the latest one. There are three outcomes. If it returns, the
   * snapshot is published, and files that it does not refer to are deleted. If it throws {@link
   * CommitStateUnknownException}, all files are kept, and the commit must not be repeated. If it
   * throws anything else, the snapshot is not published and will not be; new files are deleted.
   *
   * @param manifests the rows to append to those that the change keeps, and files that the change
   *     has written or will write
   * @param base the snapshot on which the change is based; null if the table does not exist
   * @param change creates the new snapshot from its parent ({@link Snapshot#NONE} if there is
   *     none), without the added rows; this method sets the id and the parent id
   * @return the published snapshot
   * @throws TableExistsException if the table must not exist, but does
   * @throws CommitConflictException if another writer's commit conflicts with this one; rows are
   *     not added if the partition spec has changed
   * @throws CommitStateUnknownException if it is unknown whether the snapshot was published
   */
  public Snapshot publish(
      NewManifests manifests,
      SnapshotFile base,
      OnConflict onConflict,
      UnaryOperator<Snapshot> change) {
    Snapshot published;
    mayBePublished = false;
    try {
      published = publish(base, onConflict, manifests, change);
    } catch (CommitStateUnknownException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      if (mayBePublished) {
        throw new CommitStateUnknownException(
            "Failed in a commit to "
                + storage.root()
                + " that may have been published; all written files are kept. Check the latest"
                + " snapshot before trying again",
            e);
      }
      manifests.files().deleteAll(e);
      throw e;
    }
    afterwards("delete unused manifests", () -> manifests.files().published(published));
    return published;
  }

  private Snapshot publish(
      SnapshotFile base,
      OnConflict onConflict,
      NewManifests manifests,
      UnaryOperator<Snapshot> change) {
    SnapshotFile parentFile = base;
    while (true) {
      Snapshot parent = parentFile == null ? Snapshot.NONE : parentFile.snapshot();
      long id = parent.id() + 1;
      Snapshot snapshot = next(parent, manifests, change);
      byte[] bytes = SnapshotFile.encode(snapshot);
      long started = environment.ticks().getAsLong();
      boolean isCurrent = isCurrent(parentFile, snapshot.timestampMillis());
      if (isCurrent && tryPublish(id, bytes)) {
        requireInHistory(snapshot, started);
        return snapshot;
      }
      // A listing need not have a file yet of which another request has said that it exists.
      long latestId = Math.max(snapshots.requireLatestId(), isCurrent ? id : 0);
      parentFile = snapshots.base(latestId);
      requireNoConflict(parent, parentFile.snapshot(), onConflict, manifests.hasRows());
    }
  }

  /**
   * Whether the parent is still the one that was read, and may be the latest snapshot. Its name
   * alone shows neither: a table that was dropped and created again has other snapshots of the same
   * names, and the name of a successor that has expired is free.
   *
   * @param millis the time, as the new snapshot has it
   */
  private boolean isCurrent(SnapshotFile parent, long millis) {
    if (parent == null) {
      return snapshots.latestId() == 0;
    }
    long age = millis - parent.snapshot().timestampMillis();
    if (age > MAX_AGE.toMillis() && snapshots.latestId() > parent.snapshot().id()) {
      return false;
    }
    return snapshots.isStored(parent);
  }

  /**
   * Requires that a published snapshot follows its parent in the history of the table. Another one
   * may have had its id, and may have been deleted after its expiry. Snapshots are deleted in the
   * order of their ids: as long as the parent is there, that has not happened. Only a snapshot
   * whose predecessor has a tag is deleted before it, but not within a day; so the latest snapshot,
   * which records what has expired, is read if publishing took long.
   *
   * @param started when the parent was found to be there
   * @throws CommitStateUnknownException if it may not be in the history
   */
  private void requireInHistory(Snapshot published, long started) {
    long id = published.id();
    Throwable cause = null;
    try {
      boolean isFirst = published.parentId() == 0;
      boolean hasParent = !isFirst && hasSnapshot(published.parentId());
      if (hasParent && environment.ticks().getAsLong() - started <= MAX_AGE.toNanos()) {
        return;
      }
      Snapshot latest = snapshots.require().snapshot();
      if (latest.tableId().equals(published.tableId())
          && latest.expiredBefore() <= id
          && (isFirst || hasParent || latest.hasExpired(published.parentId()))) {
        return;
      }
    } catch (RuntimeException | Error e) {
      cause = e;
    }
    throw new CommitStateUnknownException(
        "Published "
            + TablePaths.snapshot(id)
            + " of "
            + storage.root()
            + ", but could not make sure that it follows snapshot "
            + published.parentId()
            + ", and that later snapshots contain it; all written files are kept. Check the latest"
            + " snapshot before trying again",
        cause);
  }

  private boolean hasSnapshot(long id) {
    try {
      return storage.exists(TablePaths.snapshot(id));
    } catch (IOException | RuntimeException e) {
      return false; // looked up in another way
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
    Throwable failure = null;
    for (int attempt = 1; ; attempt++) {
      try {
        mayBePublished = true;
        storage.publish(path, bytes);
        return true;
      } catch (NotPublishedException e) {
        if (failure == null) {
          mayBePublished = false;
          throw new AlbisIOException(
              "Failed to publish " + path + "; the table is unchanged: " + e.getMessage(), e);
        }
        addSuppressed(failure, e);
      } catch (IOException | RuntimeException | Error e) {
        failure = combine(failure, e);
      }
      Optional<byte[]> found = read(path, failure);
      if (found.isPresent()) {
        mayBePublished = Arrays.equals(found.get(), bytes);
        return mayBePublished;
      }
      if (attempt == ATTEMPTS || failure instanceof Error || !pause(attempt, failure)) {
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

  private static Throwable combine(Throwable first, Throwable second) {
    if (first == null) {
      return second;
    }
    addSuppressed(first, second);
    return first;
  }

  private static void addSuppressed(Throwable failure, Throwable later) {
    if (failure != later) {
      failure.addSuppressed(later);
    }
  }

  /** The content of a snapshot; empty if it does not exist or cannot be read. */
  private Optional<byte[]> read(String path, Throwable failure) {
    try {
      return storage.exists(path) ? Optional.of(Manifests.bytes(storage, path)) : Optional.empty();
    } catch (IOException | RuntimeException | Error e) {
      addSuppressed(failure, e);
      return Optional.empty();
    }
  }

  /** Waits before the next attempt; false if the thread is interrupted. */
  private boolean pause(int failures, Throwable failure) {
    try {
      environment.pause().millis(FIRST_PAUSE_MILLIS << (failures - 1));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (RuntimeException | Error e) {
      addSuppressed(failure, e);
      return false;
    }
  }

  private void requireNoConflict(
      Snapshot parent, Snapshot latest, OnConflict onConflict, boolean hasRows) {
    if (onConflict == OnConflict.REQUIRE_NONE) {
      throw new TableExistsException(
          "Cannot create table " + storage.root() + ": another writer has created it");
    }
    if (!parent.tableId().equals(latest.tableId())) {
      throw conflict(parent, latest, "it is another table");
    }
    if (latest.id() <= parent.id()) {
      throw conflict(parent, latest, "the table was replaced by an earlier state of it");
    }
    if (onConflict == OnConflict.FAIL) {
      throw conflict(parent, latest, "this write replaces or changes the table");
    }
    if (onConflict == OnConflict.REAPPLY) {
      return;
    }
    // If a column was added and dropped in the meantime, its ids are still used in the files.
    boolean hasNewIds = parent.nextId() != latest.nextId();
    if (!parent.hasSameColumns(latest)
        || (onConflict == OnConflict.REBASE_IF_NO_IDS && hasNewIds)) {
      throw conflict(parent, latest, "the schema or the column groups have changed");
    }
    if (!Constraints.of(parent.properties()).equals(Constraints.of(latest.properties()))) {
      throw conflict(parent, latest, "the constraints have changed");
    }
    if (hasRows && parent.partitionSpecId() != latest.partitionSpecId()) {
      throw conflict(
          parent,
          latest,
          "the partition spec has changed from "
              + parent.partitionSpecId()
              + " to "
              + latest.partitionSpecId());
    }
    // Row groups refer to them by ids, which must mean the same.
    if (!latest.partitionSpecs().containsAll(parent.partitionSpecs())
        || !latest.sortOrders().containsAll(parent.sortOrders())) {
      throw conflict(parent, latest, "partition specs or sort orders are other ones");
    }
  }

  private CommitConflictException conflict(Snapshot parent, Snapshot latest, String why) {
    return new CommitConflictException(
        "Cannot commit to "
            + storage.root()
            + ": snapshot "
            + latest.id()
            + " was committed since snapshot "
            + parent.id()
            + " was read, and "
            + why
            + "; open the table again and repeat the write");
  }
}
