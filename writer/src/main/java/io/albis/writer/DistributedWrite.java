// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.format.error.AlbisException;
import io.albis.format.error.AlbisIOException;
import io.albis.format.error.ClosedException;
import io.albis.format.error.CommitConflictException;
import io.albis.format.error.CommitStateUnknownException;
import io.albis.format.internal.metadata.DataFileRef;
import io.albis.format.internal.metadata.ManifestBuilder;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.SortOrder;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.storage.Storage;
import io.albis.storage.memory.MemoryBudget;
import io.albis.table.Commit;
import io.albis.table.NewFiles;
import io.albis.table.NewManifest;
import io.albis.table.NewManifests;
import io.albis.table.TableSnapshots;
import io.albis.table.WriteEnvironment;
import io.albis.writer.internal.file.WrittenRows;
import io.albis.writer.internal.update.RowGroupReplacement;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.Serializable;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes rows to a table from many processes, in one atomic commit.
 *
 * <pre>{@code
 * DistributedWrite write = TableWriter.append("/data/t").openDistributed();
 * byte[] bytes = write.toBytes(); // to the workers
 * // Each worker: DistributedWrite.fromBytes(bytes).openTask(partitionId, attemptId)
 * //              ... finish().toBytes()
 * write.commit(results); // or write.abort(results)
 * }</pre>
 *
 * <p>A task may be repeated after a failure, and may run twice at the same time: only one result
 * per partition is committed. The process that commits may differ from the one that planned the
 * write, and has it from the bytes like the workers. Readers see nothing before the commit.
 *
 * <p>It travels as {@link #toBytes bytes} or by Java serialization, which uses the same bytes. They
 * contain the options of the storage, including any credentials among them, but not whether it is
 * committed.
 *
 * <p>Thread-safe. Holds no memory and no open files.
 */
public final class DistributedWrite implements Serializable {

  private static final long serialVersionUID = 1L;

  private final transient WriteTask task;

  private final transient ManifestNames names;

  private transient boolean finished;

  DistributedWrite(WriteTask task) {
    this.task = task;
    this.names = new ManifestNames(task);
  }

  /**
   * Decodes a write that {@link #toBytes} encoded.
   *
   * @throws io.albis.format.error.CorruptFileException if the bytes are not a write or are damaged
   * @throws io.albis.format.error.UnsupportedVersionException if they have another version
   */
  public static DistributedWrite fromBytes(byte[] bytes) {
    return new DistributedWrite(WriteTask.fromBytes(bytes, WriteEnvironment.system()));
  }

  /** Encodes the write for {@link #fromBytes}. */
  public byte[] toBytes() {
    return task.toBytes();
  }

  /**
   * Starts an attempt to write a partition. Any number of attempts of the same partition may run at
   * the same time on any machines: each attempt writes files of its own.
   *
   * <pre>{@code
   * try (TaskWriter writer = write.openTask(partitionId, attemptId)) {
   *   try (RowWriter rows = writer.newRowWriter()) {
   *     rows.setInt(0, 42);
   *     rows.endRow();
   *   }
   *   return writer.finish(); // to the driver
   * } // without finish, the files are deleted
   * }</pre>
   *
   * @param partitionId identifies the partition of the rows
   * @param attemptId identifies the attempt in messages
   * @throws AlbisIOException if the storage cannot be reached
   */
  public TaskWriter openTask(int partitionId, long attemptId) {
    return new TaskWriter(task, task.openStorage(), partitionId, attemptId, null);
  }

  /**
   * As {@link #openTask(int, long)}, with a budget that is asked before memory is allocated: see
   * {@link TableWriter.Builder#memoryBudget}.
   */
  public TaskWriter openTask(int partitionId, long attemptId, MemoryBudget budget) {
    Objects.requireNonNull(budget, "budget");
    return new TaskWriter(task, task.openStorage(), partitionId, attemptId, budget);
  }

  /** Identifies the write. */
  public UUID writeId() {
    return task.writeId();
  }

  /** Identifies the table. */
  public UUID tableId() {
    return task.tableId();
  }

  /** Id of the latest snapshot when the write was planned; 0 if there was no table. */
  public long baseSnapshotId() {
    return task.baseId();
  }

  /** The location of the table. */
  public String uri() {
    return task.uri();
  }

  /** The columns, with ids. Ordinals of row writers index its fields. */
  public Schema schema() {
    return task.schema();
  }

  /**
   * The user-defined properties that the table had when the write was planned; none if there was no
   * table.
   */
  public Map<String, String> properties() {
    return task.properties();
  }

  /** How the rows are partitioned; empty if they are not. */
  public List<Partitioning> partitioning() {
    PartitionSpec spec = task.target().partitionSpec();
    return spec == null ? List.of() : spec.partitionings(schema());
  }

  /** The order in which rows should be written; empty if there is none. */
  public List<SortColumn> sortColumns() {
    SortOrder order = task.target().sortOrders().current();
    return order == null ? List.of() : order.columns(schema());
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
  public CommitResult commit(List<TaskResult> results) {
    return commit(results, List.of());
  }

  /**
   * As {@link #commit(List)}, and removes row groups of the {@linkplain #baseSnapshotId base
   * snapshot} by the same commit. Rows that others have appended since then are kept.
   *
   * @param removed numbers of row groups, as in {@code RowGroupInfo.number()} of the reader
   * @throws CommitConflictException also if another writer has replaced or removed one of the row
   *     groups
   * @throws UnsupportedOperationException unless rows are appended
   */
  public CommitResult commit(List<TaskResult> results, Collection<Long> removed) {
    return commit(results, removed, snapshotId -> true);
  }

  /**
   * As {@link #commit(List, Collection)}, for writes that depend on what they have read: they are
   * serializable if they check what others have committed since.
   *
   * @param isValidAfter whether the write would be the same if it had read the snapshot of an id.
   *     Called for each snapshot that the commit tries to follow, in the thread of the caller
   * @throws CommitConflictException also if it returns false
   */
  public synchronized CommitResult commit(
      List<TaskResult> results, Collection<Long> removed, LongPredicate isValidAfter) {
    if (!removed.isEmpty() && !task.target().keepsRows()) {
      throw new UnsupportedOperationException(
          "Cannot remove row groups by " + task + ": it is not planned as an append");
    }
    List<List<Long>> replaced = removed.isEmpty() ? List.of() : List.of(List.copyOf(removed));
    return commit(results, replaced, false, isValidAfter, null);
  }

  /**
   * As {@link #commit(List)}, but the rows take the places of row groups that have the same rows,
   * as in {@link TableWriter#mergeRowGroups}: those of partition <i>i</i> lie where the first row
   * group of the <i>i</i>-th list was. Rows that others have appended are kept.
   *
   * @param merged for each partition the numbers of row groups, as in {@code RowGroupInfo.number()}
   *     of the reader
   * @throws IllegalArgumentException if a partition has no result, or the table would have another
   *     number of rows; nothing is changed
   * @throws CommitConflictException also if another writer has replaced or removed one of the row
   *     groups, or has changed partitions
   * @throws UnsupportedOperationException unless rows are appended
   */
  public synchronized CommitResult commitMerge(
      List<TaskResult> results, List<? extends List<Long>> merged) {
    if (!task.target().keepsRows()) {
      throw new UnsupportedOperationException(
          "Cannot merge row groups by " + task + ": it is not planned as an append");
    }
    List<Integer> partitions =
        results.stream().map(TaskResult::partitionId).sorted().distinct().toList();
    if (!partitions.equals(IntStream.range(0, merged.size()).boxed().toList())) {
      throw new IllegalArgumentException(
          "Cannot merge row groups by %s: there are results of the partitions %s (expected %,d)"
              .formatted(task, partitions, merged.size()));
    }
    return commit(results, TableWriter.requireDistinct(merged), true, id -> true, null);
  }

  /**
   * As {@link #commit(List)}, if an application has not made this commit before, by this write or
   * another one. The snapshot records the number. A stream makes a commit for each of its batches,
   * and after a restart repeats the last one, as it does not know whether that was published.
   *
   * <p>The table keeps the records of the last 100 applications, and those that are not older than
   * 30 days. Rolling the table back also takes back the records.
   *
   * @param application a name that no other application uses
   * @param number of the commit, at least 0; greater than those of the application before
   * @return empty if the last commit of the application had this number; the files of the results
   *     are deleted then
   * @throws CommitConflictException also if the application has made a commit with a greater number
   */
  public synchronized Optional<CommitResult> commitOnce(
      List<TaskResult> results, String application, long number) {
    try {
      return Optional.of(
          commit(results, List.of(), false, id -> true, new NumberedCommit(application, number)));
    } catch (NumberedCommit.RepeatedException e) {
      finished = true;
      if (!e.mayHaveFiles()) {
        Commit.afterwards("delete the files of repeated " + task, () -> delete(results));
      }
      return Optional.empty();
    }
  }

  private void delete(List<TaskResult> results) throws IOException {
    try (Storage storage = task.openStorage()) {
      for (TaskResult result : results) {
        delete(storage, result);
      }
    }
  }

  /**
   * Commits.
   *
   * @param replaced row groups to remove
   * @param isMerge whether the rows of partitions take their places, or follow all others
   * @param numbered null unless the commit has a number
   */
  private CommitResult commit(
      List<TaskResult> results,
      List<List<Long>> replaced,
      boolean isMerge,
      LongPredicate isValidAfter,
      NumberedCommit numbered) {
    requireUnfinished();
    results.forEach(this::requireOwn);
    Map<Integer, TaskResult> chosen = new LinkedHashMap<>();
    results.forEach(result -> chosen.putIfAbsent(result.partitionId(), result));
    Storage storage = task.openStorage();
    try {
      Snapshot published = publish(storage, chosen, replaced, isMerge, isValidAfter, numbered);
      finished = true;
      deleteOthers(storage, results, Set.copyOf(chosen.values()));
      return new CommitResult(
          published.id(),
          published.rowCount(),
          chosen.values().stream().mapToLong(TaskResult::rowCount).sum(),
          chosen.values().stream().mapToInt(TaskResult::rowGroupCount).sum(),
          task.target().sortOrders().currentId() == 0
              ? 0
              : chosen.values().stream().mapToInt(TaskResult::unorderedRowGroupCount).sum(),
          chosen.values().stream().mapToInt(TaskResult::shortRowGroupCount).sum(),
          chosen.values().stream().mapToLong(TaskResult::writtenBytes).sum());
    } finally {
      Commit.afterwards("close " + task.uri(), storage::close);
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
    boolean hasOtherColumns =
        result.rowGroupCount() > 0 && !result.columnGroupIds().equals(columnGroupIds());
    if (!result.writeId().equals(task.writeId()) || hasOtherColumns) {
      throw new IllegalArgumentException(
          "Cannot use the result of "
              + result
              + ": it belongs to another write (expected "
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

  private Snapshot publish(
      Storage storage,
      Map<Integer, TaskResult> results,
      List<List<Long>> replaced,
      boolean isMerge,
      LongPredicate isValidAfter,
      NumberedCommit numbered) {
    TableTarget target = task.target();
    if (task.baseId() > 0) {
      SnapshotFile base = new TableSnapshots(storage).base(task.baseId());
      if (!base.snapshot().tableId().equals(task.tableId())) {
        throw new CommitConflictException(
            "Cannot commit "
                + task
                + ": the table was deleted and created again since the write was planned (expected"
                + " table "
                + task.tableId()
                + ", found "
                + base.snapshot().tableId()
                + "); plan the write again");
      }
      target = target.withBase(base);
    }
    TableTarget onBase = target;
    boolean isRepeated = names.areUsed();
    Optional<NewManifest> added = isMerge ? Optional.empty() : manifest(results.values());
    NewFiles files = new NewFiles(storage, true);
    ManifestNames.OfMerge ofMerge = names.new OfMerge();
    RowGroupReplacement replacement =
        new RowGroupReplacement(
            storage,
            isMerge ? onBase.environment().withUuids(ofMerge) : onBase.environment(),
            files,
            isMerge ? new TaskRows(new TreeMap<>(results)) : new WrittenRows(),
            isMerge,
            replaced);
    try {
      return new Commit(storage, onBase.environment())
          .publish(
              new NewManifests(storage, files, added),
              onBase.base(),
              onBase.onConflict(),
              parent -> {
                boolean mayBeCommitted = names.mayBeCommitted(storage, parent, isRepeated);
                if (numbered != null && numbered.isIn(parent)) {
                  throw new NumberedCommit.RepeatedException(mayBeCommitted);
                }
                requireNotCommitted(mayBeCommitted);
                requireValid(isValidAfter, parent);
                Snapshot unnumbered = onBase.snapshot(parent);
                Snapshot changed = numbered == null ? unnumbered : numbered.addTo(unnumbered);
                if (replaced.isEmpty()) {
                  return changed;
                }
                ofMerge.startAttempt();
                Snapshot after = replacement.replaceIn(changed, onBase.base().snapshot());
                if (isMerge && after.rowCount() != parent.rowCount()) {
                  throw new IllegalArgumentException(
                      "Cannot merge row groups by %s: the table would have %,d rows (expected %,d)"
                          .formatted(task, after.rowCount(), parent.rowCount()));
                }
                return after.toBuilder().operation(isMerge ? "merge" : "overwrite").build();
              });
    } catch (CommitStateUnknownException e) {
      // The files may be part of the table: keep them.
      finished = true;
      throw e;
    }
  }

  /** The row groups of results; empty if there is none. */
  private Optional<NewManifest> manifest(Collection<TaskResult> results) {
    ManifestBuilder manifest = new ManifestBuilder(task.tableId());
    long number = 0;
    for (TaskResult result : results) {
      result.addTo(manifest, number);
      number += result.rowGroupCount();
    }
    return number == 0
        ? Optional.empty()
        : Optional.of(new NewManifest(manifest.build(), names, true));
  }

  private void requireValid(LongPredicate isValidAfter, Snapshot parent) {
    if (!isValidAfter.test(parent.id())) {
      throw new CommitConflictException(
          "Cannot commit "
              + task
              + ": another writer has committed rows that it should have read, up to snapshot "
              + parent.id()
              + "; repeat the write");
    }
  }

  private void requireNotCommitted(boolean mayBeCommitted) {
    if (mayBeCommitted) {
      throw new CommitConflictException(
          "Cannot commit "
              + task
              + ": it is already committed, by this or another process, or may have been in a"
              + " snapshot that has expired since it was planned");
    }
  }

  private static void deleteOthers(
      Storage storage, List<TaskResult> results, Set<TaskResult> chosen) {
    for (TaskResult result : results) {
      if (!chosen.contains(result)) {
        Commit.afterwards(
            "delete the files of " + result + ", which was not committed",
            () -> delete(storage, result));
      }
    }
  }

  private static void delete(Storage storage, TaskResult result) throws IOException {
    for (DataFileRef file : result.files()) {
      storage.delete(file.path());
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
      Optional<SnapshotFile> latest = new TableSnapshots(storage).latest();
      if (latest.isPresent() && names.mayBeIn(storage, latest.get().snapshot().id())) {
        return;
      }
      for (TaskResult result : results) {
        delete(storage, result);
      }
    } catch (IOException e) {
      throw new AlbisIOException("Failed to delete the files of aborted " + task, e);
    }
  }

  private Object writeReplace() {
    return new SerializedBytes(SerializedBytes.Kind.TASK, toBytes());
  }

  /** Rejects streams that contain this class directly: only {@link SerializedBytes} is written. */
  private Object readResolve() throws InvalidObjectException {
    throw new InvalidObjectException(
        "Invalid write task: expected its encoded bytes in the stream");
  }

  @Override
  public String toString() {
    return task.toString();
  }
}
