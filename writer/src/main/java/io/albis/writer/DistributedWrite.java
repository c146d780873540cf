// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.format.error.AlbisException;
import io.albis.format.error.AlbisIOException;
import io.albis.format.error.ClosedException;
import io.albis.format.error.CommitConflictException;
import io.albis.format.error.CommitStateUnknownException;
import io.albis.format.layout.ColumnGroup;
import io.albis.format.metadata.ManifestRef;
import io.albis.format.metadata.Snapshot;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.metadata.TablePaths;
import io.albis.format.schema.Schema;
import io.albis.storage.Storage;
import io.albis.writer.internal.commit.Commit;
import io.albis.writer.internal.commit.TableState;
import io.albis.writer.internal.file.WrittenRowGroup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.Collection;
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
 * Writes rows to a table from many processes, in one atomic commit.
 *
 * <pre>{@code
 * DistributedWrite write = TableWriter.append("/data/t").openDistributed();
 * byte[] task = write.task().toBytes(); // to the workers
 * // Each worker: WriteTask.fromBytes(task).open(partitionId, attemptId) ... finish().toBytes()
 * write.commit(results); // or write.abort(results)
 * }</pre>
 *
 * <p>A task may be repeated after a failure, and may run twice at the same time: only one result
 * per partition is committed. The process that commits may differ from the one that planned the
 * write: {@link #of} recreates this object from the task. Readers see nothing before the commit.
 *
 * <p>Thread-safe. Holds no memory and no open files.
 */
public final class DistributedWrite {

  private static final Logger LOG = LoggerFactory.getLogger(DistributedWrite.class);

  /** The number of commits that may fail between writing the manifest and the snapshot. */
  private static final int MANIFEST_NAMES = 100;

  private final WriteTask task;
  private boolean finished;

  private DistributedWrite(WriteTask task) {
    this.task = task;
  }

  /** Returns the write that a task belongs to. */
  public static DistributedWrite of(WriteTask task) {
    return new DistributedWrite(task);
  }

  /** The description of the write that all workers need. */
  public WriteTask task() {
    return task;
  }

  /** The columns, with ids. */
  public Schema schema() {
    return task.schema();
  }

  /**
   * Makes the rows of the results visible, in the order of the results. If a partition has several
   * results, the first one is used and the files of the others are deleted after the commit. Files
   * of attempts whose results are not passed are kept and ignored.
   *
   * @throws IllegalArgumentException if a result belongs to another write; nothing is changed
   * @throws CommitConflictException if another writer has changed the table so that these rows
   *     cannot be added, or if this write is already committed
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
    List<WrittenRowGroup> rowGroups = new ArrayList<>();
    chosen.values().forEach(result -> rowGroups.addAll(result.rowGroups()));
    try (Storage storage = task.openStorage()) {
      Snapshot published = publish(storage, rowGroups);
      finished = true;
      deleteOthers(storage, results, Set.copyOf(chosen.values()));
      return new CommitResult(
          published.id(),
          published.rowCount(),
          rowGroups.stream().mapToLong(WrittenRowGroup::rowCount).sum(),
          rowGroups.size(),
          rowGroups.stream().mapToLong(WrittenRowGroup::bytes).sum());
    } catch (IOException e) {
      throw new AlbisIOException("Failed to close " + task.uri(), e);
    }
  }

  private void requireUnfinished() {
    if (finished) {
      throw new ClosedException("Cannot commit " + task + ": it is already committed or aborted");
    }
  }

  private void requireOwn(TaskResult result) {
    if (!result.tableId().equals(task.tableId())) {
      throw new IllegalArgumentException(
          "Cannot use the result of "
              + result
              + ": it belongs to table "
              + result.tableId()
              + " (expected "
              + task.tableId()
              + ", at "
              + task.uri()
              + ")");
    }
    List<Integer> groups = task.target().columnGroups().stream().map(ColumnGroup::id).toList();
    if (!result.writeId().equals(task.writeId()) || !result.columnGroupIds().equals(groups)) {
      throw new IllegalArgumentException(
          "Cannot use the result of "
              + result
              + ": it belongs to another write (expected "
              + task
              + ")");
    }
  }

  private Snapshot publish(Storage storage, List<WrittenRowGroup> rowGroups) {
    Commit commit = new Commit(storage);
    TableTarget target = task.target();
    if (task.baseId() > 0) {
      SnapshotFile base = TableState.read(storage, task.baseId());
      target = target.withBase(base);
    }
    TableTarget onBase = target;
    Optional<ManifestRef> manifest = writeManifest(commit, rowGroups);
    try {
      return commit.publish(
          onBase.base(),
          onBase.onConflict(),
          parent -> {
            if (isIn(parent)) {
              throw new CommitConflictException(
                  "Cannot commit "
                      + task
                      + ": it is already committed, by this or another process");
            }
            return onBase.snapshot(parent, manifest);
          });
    } catch (CommitStateUnknownException e) {
      // The files may be part of the table: keep them.
      finished = true;
      throw e;
    } catch (RuntimeException e) {
      manifest.ifPresent(ref -> deleteManifest(storage, ref.path(), e));
      throw e;
    }
  }

  /** Derives the name from the write, so that a snapshot shows whether it contains the write. */
  private String manifestName(int number) {
    return TablePaths.manifest(manifestId(number));
  }

  private UUID manifestId(int number) {
    String name = task.writeId() + "/" + number;
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }

  private boolean isIn(Snapshot snapshot) {
    Set<String> names =
        IntStream.range(0, MANIFEST_NAMES)
            .mapToObj(this::manifestName)
            .collect(Collectors.toUnmodifiableSet());
    return snapshot.manifests().stream().anyMatch(ref -> names.contains(ref.path()));
  }

  private Optional<ManifestRef> writeManifest(Commit commit, List<WrittenRowGroup> rowGroups) {
    List<Integer> groups = task.target().columnGroups().stream().map(ColumnGroup::id).toList();
    for (int number = 0; ; number++) {
      try {
        return commit.writeManifest(manifestId(number), task.tableId(), groups, rowGroups);
      } catch (AlbisIOException e) {
        // Another commit of this write failed after its manifest, or is in progress.
        boolean isTaken = e.getCause() instanceof FileAlreadyExistsException;
        if (!isTaken || number == MANIFEST_NAMES - 1) {
          throw e;
        }
      }
    }
  }

  private static void deleteManifest(Storage storage, String path, RuntimeException failure) {
    try {
      storage.delete(path);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  /** The commit has succeeded, so files that cannot be deleted are only logged. */
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
    for (String directory : result.directories()) {
      storage.deleteRecursively(directory);
    }
  }

  /**
   * Aborts the write and deletes the files of the results. Does nothing if the write was committed
   * by any process, or if it is unknown whether it was.
   *
   * @throws IllegalArgumentException if a result belongs to another write; nothing is deleted
   * @throws AlbisException if some files could not be deleted
   */
  public synchronized void abort(Collection<TaskResult> results) {
    results.forEach(this::requireOwn);
    if (finished) {
      return;
    }
    try (Storage storage = task.openStorage()) {
      finished = true;
      if (TableState.latest(storage).filter(latest -> isIn(latest.snapshot())).isPresent()) {
        return;
      }
      for (TaskResult result : results) {
        delete(storage, result);
      }
    } catch (IOException e) {
      throw new AlbisIOException("Failed to delete the files of aborted " + task, e);
    }
  }
}
