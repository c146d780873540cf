// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance;

import io.albis.format.error.AlbisIOException;
import io.albis.format.schema.Tag;
import io.albis.maintenance.internal.CleanUp;
import io.albis.maintenance.internal.Expiry;
import io.albis.maintenance.internal.FileAddition;
import io.albis.maintenance.internal.MaintenanceContext;
import io.albis.maintenance.internal.Optimizer;
import io.albis.maintenance.internal.Removal;
import io.albis.maintenance.internal.Rollback;
import io.albis.maintenance.internal.RowGroupMerge;
import io.albis.maintenance.internal.Tags;
import io.albis.storage.FileInfo;
import io.albis.storage.Storage;
import io.albis.table.TableSnapshots;
import io.albis.table.TableStorages;
import io.albis.table.WriteEnvironment;
import io.albis.writer.CommitResult;
import io.albis.writer.TableWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Maintains a table: lets snapshots expire, deletes files that nothing refers to, merges small row
 * groups, and puts data together that many small writes have spread over many files. Readers and
 * writers go on meanwhile, in this process and others.
 *
 * <pre>{@code
 * try (TableMaintenance table = TableMaintenance.open("/data/t")) {
 *   table.optimize(RewriteOptions.defaults());
 *   table.expire(Duration.ofDays(5), 1);
 *   table.clean(Duration.ofDays(1));
 * }
 * }</pre>
 *
 * <p>Everything can be interrupted at any time, even by killing the process: the table is then as
 * it was before or after some step, and a second call does the rest. Each call looks at the table
 * as it is then. Calls throw {@link AlbisIOException} if files cannot be read or written.
 * Thread-safe, except for {@link #close}.
 */
public final class TableMaintenance implements AutoCloseable {

  private final String uri;
  private final Map<String, String> storageOptions;
  private final UnaryOperator<TableWriter.Builder> writers;
  private final Storage storage;
  private final MaintenanceContext table;

  /**
   * Maintains a table.
   *
   * @param uri of the table, for what reads and writes rows
   * @param storageOptions options of its storage
   * @param writers sets what tests replace in each writer before it is opened
   */
  TableMaintenance(
      String uri,
      Map<String, String> storageOptions,
      Storage storage,
      WriteEnvironment environment,
      UnaryOperator<TableWriter.Builder> writers) {
    this.uri = uri;
    this.storageOptions = Map.copyOf(storageOptions);
    this.writers = writers;
    this.storage = storage;
    this.table = new MaintenanceContext(storage, environment);
  }

  /** Opens a table; see {@link #open(String, Map)}. */
  public static TableMaintenance open(String uri) {
    return open(uri, Map.of());
  }

  /**
   * Opens a table.
   *
   * @param uri the table's directory: a URI or a local path
   * @param options options of the storage
   * @throws io.albis.format.error.TableNotFoundException if there is no table
   */
  public static TableMaintenance open(String uri, Map<String, String> options) {
    return open(uri, options, WriteEnvironment.system(), UnaryOperator.identity());
  }

  static TableMaintenance open(
      String uri,
      Map<String, String> options,
      WriteEnvironment environment,
      UnaryOperator<TableWriter.Builder> writers) {
    return TableStorages.open(
        uri,
        options,
        storage -> {
          new TableSnapshots(storage).require();
          return new TableMaintenance(uri, options, storage, environment, writers);
        });
  }

  /**
   * Deletes a table: its directory with all that is in it. The snapshots are deleted first, from
   * the oldest to the latest. If that fails half way, the directory holds the table with all of its
   * rows, or none. Writers of the table must have ended: what they commit later is not readable.
   *
   * @param uri the table's directory: a URI or a local path
   * @param options options of the storage
   * @return whether there was a table; if not, nothing is deleted
   */
  public static boolean drop(String uri, Map<String, String> options) {
    Storage storage = TableStorages.open(uri, options);
    try {
      return Removal.run(storage);
    } finally {
      TableStorages.close(storage);
    }
  }

  /**
   * Lets snapshots expire: records that in a new snapshot, and deletes them and the files that only
   * they use. A scan that is reading such a snapshot may fail with {@link
   * io.albis.format.error.SnapshotExpiredException}.
   *
   * <p>The latest snapshot and those with a tag never expire.
   *
   * @param olderThan how long a snapshot is kept after the next one has been committed; at least 10
   *     minutes, also if less is given, because writers may still build on it
   * @param keep how many of the last snapshots are kept at any age, at least 1; those that only
   *     record an expiry do not count
   * @return what was deleted, after an interrupted run its rest included
   * @throws IllegalArgumentException if the duration is negative, or the number less than 1
   */
  public ExpireResult expire(Duration olderThan, int keep) {
    return new Expiry(table, olderThan, keep).run();
  }

  /** Finds out what {@link #expire} would do. Changes nothing. */
  public ExpireResult planExpire(Duration olderThan, int keep) {
    return new Expiry(table, olderThan, keep).plan();
  }

  /**
   * Deletes manifests, data files and temporary files to which no snapshot refers, such as those of
   * writers that were killed. Of the files in the table's directory, only those in {@code _albis}
   * and {@code data} are looked at. If there are any, a snapshot is committed first: a request of
   * such a writer to publish, which is still on its way, then has no effect.
   *
   * @param grace files that the storage has seen change in this time are left alone. <b>Nothing
   *     else protects the files of a writer that has not committed yet</b>, so this must be longer
   *     than any write takes, with differences between clocks added.
   * @return what was deleted, with the names relative to the table's directory
   */
  public List<FileInfo> clean(Duration grace) {
    return new CleanUp(table).run(grace);
  }

  /** Finds what {@link #clean} would delete. Changes nothing. */
  public List<FileInfo> findUnusedFiles(Duration grace) {
    return new CleanUp(table).find(grace);
  }

  /** The tags of the table. */
  public List<Tag> tags() {
    return new Tags(table).list();
  }

  /**
   * Gives a snapshot a name, which keeps it from expiry.
   *
   * @param snapshotId id of the snapshot; 0 for the latest
   * @throws io.albis.format.error.InvalidArgumentException if the name is taken or invalid
   * @throws io.albis.format.error.SnapshotExpiredException if the snapshot has expired
   * @throws io.albis.format.error.TableNotFoundException if there is no such snapshot
   */
  public Tag tag(String name, long snapshotId) {
    return new Tags(table).add(name, snapshotId);
  }

  /**
   * Removes a tag. The snapshot expires like others then.
   *
   * @throws io.albis.format.error.InvalidArgumentException if there is no such tag
   */
  public void untag(String name) {
    new Tags(table).remove(name);
  }

  /**
   * Makes the rows, columns, partitions and properties of an earlier snapshot those of the table
   * again, in a new snapshot. Only metadata is written; the snapshots in between stay. Commits on
   * top of whatever snapshot is the latest, so changes that other writers commit at the same time
   * may be undone too.
   *
   * @param snapshotId id of the earlier snapshot
   * @return id of the new snapshot
   * @throws io.albis.format.error.SnapshotExpiredException if the snapshot has expired
   * @throws io.albis.format.error.TableNotFoundException if there is no such snapshot
   */
  public long rollback(long snapshotId) {
    return new Rollback(table).to(snapshotId);
  }

  /**
   * Rewrites data so that each column group lies together over many row groups: the extents of a
   * column group, which every write adds to a file of its own, are copied one behind the other into
   * long files, as bytes. Values, row groups and their order stay the same. Only what is fragmented
   * is rewritten, so a second call does nothing. A run of a column group is fragmented if it has a
   * neighbour with which it fits into a file, unless it is long: 64 MiB, or half a file.
   *
   * <p>Files are committed every {@link RewriteOptions#stepSize} bytes. What has been committed
   * stays done if a later step fails. Old files stay as long as a snapshot refers to them; see
   * {@link #expire}.
   *
   * <p><b>Memory</b>: {@link RewriteOptions#memoryLimit} off-heap, and the metadata of the extents
   * of a file on the heap.
   *
   * @throws io.albis.format.error.CommitConflictException if another writer replaces the row groups
   *     that are being copied; appended rows and changes of the schema are not conflicts
   * @throws io.albis.format.error.CorruptFileException if data does not have its checksum
   * @throws io.albis.format.error.CommitStateUnknownException if it is unknown whether a commit
   *     happened; all files are kept
   */
  public OptimizeResult optimize(RewriteOptions options) {
    return new Optimizer(table, options).run();
  }

  /** Finds out what {@link #optimize} would do, and what it would gain. Changes nothing. */
  public OptimizeResult planOptimize(RewriteOptions options) {
    return new Optimizer(table, options).plan();
  }

  /**
   * Makes large row groups of small ones, such as many small appends leave behind: their rows are
   * read and written again. A row group is small if it has less than a third of the bytes, and of
   * the rows, at which a row group ends. Small row groups that follow each other in their
   * partition, and have the same sort order, are rewritten together; a second call does nothing.
   * Row groups of an older partition spec are left alone, and so are those that are appended
   * meanwhile.
   *
   * <p>All rows stay, in a partition in their order, and all other row groups. New row groups lie
   * where the first of those was that they replace. If the row groups were sorted, the new ones are
   * sorted only if the rows of one follow those of the one before in the order of the table;
   * otherwise they have no sort order ({@link MergeResult#unorderedRowGroups}).
   *
   * <p>Row groups are committed every {@link RewriteOptions#stepSize} bytes. What has been
   * committed stays done if a later step fails. Old files stay as long as a snapshot refers to
   * them; see {@link #expire}. It is best followed by {@link #optimize}.
   *
   * <p><b>Memory</b>: {@link RewriteOptions#memoryLimit} off-heap; on the heap about 100 bytes for
   * each row group of the table, and some MiB for rows that are being copied.
   *
   * @throws io.albis.format.error.CommitConflictException if another writer replaces the row groups
   *     that are being rewritten, or changes columns or partitions; appended rows, and {@link
   *     #optimize}, are not conflicts
   * @throws io.albis.format.error.CorruptFileException if data is corrupt
   * @throws io.albis.format.error.CommitStateUnknownException if it is unknown whether a commit
   *     happened; all files are kept
   */
  public MergeResult mergeRowGroups(RewriteOptions options) {
    return merge(options).run();
  }

  /** Finds out what {@link #mergeRowGroups} would do. Reads metadata, and changes nothing. */
  public MergeResult planMergeRowGroups(RewriteOptions options) {
    return merge(options).plan();
  }

  private RowGroupMerge merge(RewriteOptions merge) {
    return new RowGroupMerge(uri, storageOptions, writers, merge);
  }

  /**
   * Makes existing data files part of the table, behind its rows. Only metadata is written; the
   * files stay where they are. The columns of a file must be columns of the table, by id, name and
   * type: ids are those of the table if the file was written with its schema. Columns that a file
   * lacks read as their default, or null.
   *
   * <p>Only footers and sections of the files are read; a verification of the table reads all.
   *
   * @param paths relative to the table's directory, in which the files must be
   * @throws io.albis.format.error.InvalidArgumentException if a file does not fit the table, or is
   *     in it; the message names the column. Then nothing is added.
   * @throws io.albis.format.error.CommitConflictException if another writer changes the schema
   *     meanwhile
   */
  public CommitResult addFiles(List<String> paths) {
    return new FileAddition(table, paths).run();
  }

  /** Checks what {@link #addFiles} checks. Changes nothing: the id of the snapshot is 0. */
  public CommitResult checkFiles(List<String> paths) {
    return new FileAddition(table, paths).check();
  }

  /** Closes the storage. */
  @Override
  public void close() {
    TableStorages.close(storage);
  }
}
