// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.format.error.AlbisException;
import io.albis.format.error.AlbisIOException;
import io.albis.format.error.ClosedException;
import io.albis.format.error.CommitConflictException;
import io.albis.format.error.CommitStateUnknownException;
import io.albis.format.layout.ColumnGroup;
import io.albis.format.metadata.DataFileRef;
import io.albis.format.metadata.ManifestBuilder;
import io.albis.format.metadata.Snapshot;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.metadata.TablePaths;
import io.albis.format.schema.Schema;
import io.albis.storage.Storage;
import io.albis.writer.internal.commit.Commit;
import io.albis.writer.internal.commit.NewManifest;
import io.albis.writer.internal.commit.TableState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes rows to a table by many processes, in one atomic commit.
 *
 * <pre>{@code
 * DistributedWrite write = TableWriter.append("/data/t").openDistributed();
 * byte[] task = write.task().toBytes(); // to the workers
 * // Each worker: WriteTask.fromBytes(task).open(partitionId, attemptId) ... finish().toBytes()
 * write.commit(results); // or write.abort(results)
 * }</pre>
 *
 * <p>Tasks may be repeated after a failure, and run twice at the same time: of all results of a
 * part, one is committed. The commit may happen in a process other than the one that has planned
 * the write: {@link #of} makes this of the task. Nothing is visible to readers before it.
 *
 * <p>Thread-safe. It holds neither memory nor files open.
 */
public final class DistributedWrite {

  private static final Logger LOG = LoggerFactory.getLogger(DistributedWrite.class);

  /** How often a commit may have died between its manifest and its snapshot. */
  private static final int MANIFEST_NAMES = 100;

  private final WriteTask task;
  private boolean finished;

  private DistributedWrite(WriteTask task) {
    this.task = task;
  }

  /** The write that a task belongs to. */
  public static DistributedWrite of(WriteTask task) {
    return new DistributedWrite(task);
  }

  /** What the workers need; the same for all of them. */
  public WriteTask task() {
    return task;
  }

  /** The columns, with ids. */
  public Schema schema() {
    return task.schema();
  }

  /**
   * Makes the rows of the results visible, in the order of the results. Of several results of one
   * part, the first is taken; the files of the others are deleted after the commit. Files of
   * attempts whose results are not given stay, and are ignored.
   *
   * @throws IllegalArgumentException if a result is of another write; nothing is changed
   * @throws CommitConflictException if another writer has changed the table so that these rows
   *     cannot be added, or this write was committed before
   * @throws io.albis.format.error.TableExistsException if another writer has created the table
   * @throws CommitStateUnknownException if it is unknown whether the commit happened; all files are
   *     kept
   * @throws ClosedException after a commit or {@link #abort}
   */
  public synchronized CommitResult commit(List<TaskResult> results) {
    requireUnfinished();
    results.forEach(this::requireOwn);
    Map<Integer, TaskResult> chosen = new LinkedHashMap<>();
    results.forEach(result -> chosen.putIfAbsent(result.partitionId(), result));
    try (Storage storage = task.openStorage()) {
      Snapshot published = publish(storage, chosen.values());
      finished = true;
      deleteOthers(storage, results, Set.copyOf(chosen.values()));
      return new CommitResult(
          published.id(),
          published.rowCount(),
          chosen.values().stream().mapToLong(TaskResult::rowCount).sum(),
          chosen.values().stream().mapToInt(TaskResult::rowGroupCount).sum(),
          chosen.values().stream().mapToLong(TaskResult::writtenBytes).sum());
    } catch (IOException e) {
      throw new AlbisIOException("Failed to close " + task.uri(), e);
    }
  }

  private void requireUnfinished() {
    if (finished) {
      throw new ClosedException("Cannot commit " + task + ": it was committed or aborted");
    }
  }

  private void requireOwn(TaskResult result) {
    if (!result.tableId().equals(task.tableId())) {
      throw new IllegalArgumentException(
          "Cannot use the result of "
              + result
              + ": it is of table "
              + result.tableId()
              + " (expected "
              + task.tableId()
              + ", at "
              + task.uri()
              + ")");
    }
    boolean hasOtherColumns =
        result.rowGroupCount() > 0 && !result.columnGroupIds().equals(columnGroupIds());
    if (!result.writeId().equals(task.writeId()) || hasOtherColumns) {
      throw new IllegalArgumentException(
          "Cannot use the result of "
              + result
              + ": it is of another write (expected "
              + task
              + ")");
    }
  }

  private Set<Integer> columnGroupIds() {
    TableTarget target = task.target();
    return target.columnGroups().inOrder(target.schema()).stream()
        .map(ColumnGroup::id)
        .collect(Collectors.toUnmodifiableSet());
  }

  private Snapshot publish(Storage storage, Collection<TaskResult> results) {
    TableTarget target = task.target();
    if (task.baseId() > 0) {
      target = target.withBase(TableState.read(storage, task.baseId()));
    }
    TableTarget onBase = target;
    Set<String> ownNames = new HashSet<>();
    ManifestBuilder manifest = new ManifestBuilder(task.tableId());
    long number = 0;
    for (TaskResult result : results) {
      result.addTo(manifest, number);
      number += result.rowGroupCount();
    }
    Optional<NewManifest> added = Optional.empty();
    if (number > 0) {
      added = Optional.of(new NewManifest(manifest.build(), () -> nextName(ownNames)));
    }
    try {
      return new Commit(storage)
          .publish(
              onBase.base(),
              onBase.onConflict(),
              added,
              below -> {
                requireNotCommitted(storage, below, ownNames);
                return onBase.snapshot(below);
              });
    } catch (CommitStateUnknownException e) {
      // The files may be part of the table: keep them.
      finished = true;
      throw e;
    }
  }

  /** The names of manifests depend on the write, so that it is recognized in a snapshot. */
  private UUID manifestId(int number) {
    String name = task.writeId() + "/" + number;
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }

  private UUID nextName(Set<String> ownNames) {
    UUID id = manifestId(ownNames.size());
    ownNames.add(TablePaths.manifest(id));
    return id;
  }

  /** Throws if a manifest of another commit of this write is there, and was published. */
  private void requireNotCommitted(Storage storage, Snapshot below, Set<String> ownNames) {
    try {
      for (int number = 0; ; number++) {
        String path = TablePaths.manifest(manifestId(number));
        boolean isOwn = ownNames.contains(path);
        if (!isOwn && !storage.exists(path)) {
          return;
        }
        if (!isOwn && mayBeIn(storage, below.id())) {
          throw new CommitConflictException(
              "Cannot commit " + task + ": it was committed before, by this or another process");
        }
      }
    } catch (IOException e) {
      throw new AlbisIOException("Failed to look for earlier commits of " + task, e);
    }
  }

  /**
   * Whether a snapshot since the write was planned has its rows. It is not enough to look at the
   * latest one: later commits merge manifests. Snapshots that have expired may have had them.
   */
  private boolean mayBeIn(Storage storage, long latestId) throws IOException {
    Set<String> names =
        IntStream.range(0, MANIFEST_NAMES)
            .mapToObj(number -> TablePaths.manifest(manifestId(number)))
            .collect(Collectors.toUnmodifiableSet());
    for (long id = latestId; id > task.baseId(); id--) {
      if (!storage.exists(TablePaths.snapshot(id))) {
        return true;
      }
      Snapshot snapshot = TableState.read(storage, id).snapshot();
      if (snapshot.manifests().stream().anyMatch(ref -> names.contains(ref.path()))) {
        return true;
      }
    }
    return false;
  }

  /** The commit has happened: what cannot be deleted is garbage, and no failure. */
  private static void deleteOthers(
      Storage storage, List<TaskResult> results, Set<TaskResult> chosen) {
    for (TaskResult result : results) {
      if (!chosen.contains(result)) {
        try {
          delete(storage, result);
        } catch (IOException e) {
          LOG.warn("Failed to delete the files of {}, which was not committed", result, e);
        }
      }
    }
  }

  private static void delete(Storage storage, TaskResult result) throws IOException {
    for (DataFileRef file : result.files()) {
      storage.delete(file.path());
    }
  }

  /**
   * Gives up: deletes the files of these results. Does nothing if the write was committed, by
   * whatever process, or nobody knows whether it was.
   *
   * @throws IllegalArgumentException if a result is of another write; nothing is deleted
   * @throws AlbisException if not all could be deleted
   */
  public synchronized void abort(Collection<TaskResult> results) {
    results.forEach(this::requireOwn);
    if (finished) {
      return;
    }
    try (Storage storage = task.openStorage()) {
      finished = true;
      Optional<SnapshotFile> latest = TableState.latest(storage);
      if (latest.isPresent() && mayBeIn(storage, latest.get().snapshot().id())) {
        return;
      }
      for (TaskResult result : results) {
        delete(storage, result);
      }
    } catch (IOException e) {
      throw new AlbisIOException("Failed to delete the files of " + task + ", given up", e);
    }
  }
}
