// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.procedure;

import static io.albis.spark.internal.procedure.Parameters.columns;
import static io.albis.spark.internal.procedure.Parameters.dryRun;
import static io.albis.spark.internal.procedure.Parameters.number;
import static io.albis.spark.internal.procedure.Parameters.required;
import static io.albis.spark.internal.procedure.Parameters.requiredList;
import static io.albis.spark.internal.procedure.Parameters.text;

import io.albis.format.schema.Tag;
import io.albis.maintenance.ExpireResult;
import io.albis.maintenance.MergeResult;
import io.albis.maintenance.OptimizeResult;
import io.albis.maintenance.RewriteOptions;
import io.albis.maintenance.TableMaintenance;
import io.albis.spark.internal.table.TableLoader;
import io.albis.storage.FileInfo;
import io.albis.writer.CommitResult;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.types.StructType;

/**
 * The procedures: what {@link TableMaintenance} does, with the options of the command line. Those
 * that rewrite data are jobs of Spark; the others run in the driver.
 */
public final class Procedures {

  private final List<Procedure> all;

  /**
   * Creates the procedures of a catalog.
   *
   * @param tables finds a table by the name or path that an argument contains
   */
  public Procedures(Function<String, TableLoader.Location> tables) {
    this.all =
        List.of(
            optimize(tables),
            mergeRowGroups(tables),
            expireSnapshots(tables),
            clean(tables),
            addFiles(tables),
            rollback(tables),
            tag(tables),
            untag(tables));
  }

  /** Returns the names of all procedures. */
  public List<String> names() {
    return all.stream().map(Procedure::name).toList();
  }

  /** Returns a procedure by its name, which is compared without case. */
  public Optional<UnboundProcedure> find(String name) {
    return all.stream()
        .filter(procedure -> procedure.name().equalsIgnoreCase(name))
        .map(UnboundProcedure.class::cast)
        .findFirst();
  }

  private static Procedure optimize(Function<String, TableLoader.Location> tables) {
    return new Procedure(
        "optimize",
        "Puts the data of each column group together",
        List.of(
            columns("columns", "columns to rewrite, with their column groups; none: all"),
            text("file_size", "1g", "target size of a data file"),
            text("step_size", "64g", "copied bytes between two commits"),
            text("memory", "64m", "off-heap memory of each task"),
            dryRun()),
        StructType.fromDDL(
            "snapshot_id BIGINT, commits INT, new_files BIGINT, bytes BIGINT,"
                + " dropped_bytes BIGINT"),
        tables,
        (location, table, arguments) -> {
          RewriteOptions options =
              RewriteOptions.defaults()
                  .columns(arguments.texts("columns"))
                  .fileSize(arguments.size("file_size"))
                  .stepSize(arguments.size("step_size"))
                  .memoryLimit(arguments.size("memory"));
          OptimizeResult done =
              arguments.flag("dry_run")
                  ? table.planOptimize(options)
                  : OptimizeJob.run(location.uri(), location.options().storageOptions(), options);
          return List.of(
              done.snapshotId(),
              done.commits(),
              done.newFiles(),
              done.bytes(),
              done.droppedBytes());
        });
  }

  private static Procedure mergeRowGroups(Function<String, TableLoader.Location> tables) {
    return new Procedure(
        "merge_row_groups",
        "Makes large row groups of small ones",
        List.of(
            text("row_group_size", "128m", "size of new row groups"),
            text("step_size", "64g", "bytes that are read between two commits"),
            text("memory", "512m", "off-heap memory of each task"),
            dryRun()),
        StructType.fromDDL(
            "snapshot_id BIGINT, commits INT, row_groups BIGINT, replaced_row_groups BIGINT,"
                + " new_row_groups BIGINT, unordered_row_groups BIGINT, rows BIGINT, bytes BIGINT"),
        tables,
        (location, table, arguments) -> {
          RewriteOptions options =
              RewriteOptions.defaults()
                  .rowGroupSize(arguments.size("row_group_size"))
                  .stepSize(arguments.size("step_size"))
                  .memoryLimit(arguments.size("memory"));
          MergeResult done =
              arguments.flag("dry_run")
                  ? table.planMergeRowGroups(options)
                  : new MergeJob(location.uri(), location.options(), options).run();
          return List.of(
              done.snapshotId(),
              done.commits(),
              done.rowGroups(),
              done.replacedRowGroups(),
              done.newRowGroups(),
              done.unorderedRowGroups(),
              done.rows(),
              done.bytes());
        });
  }

  private static Procedure expireSnapshots(Function<String, TableLoader.Location> tables) {
    return new Procedure(
        "expire_snapshots",
        "Deletes old snapshots and the files that only they use",
        List.of(
            text("older_than", "5d", "how long a snapshot is kept after the next one"),
            number("keep", 1, "number of the last snapshots to keep at any age"),
            dryRun()),
        StructType.fromDDL(
            "snapshot_ids ARRAY<BIGINT>, manifests BIGINT, data_files BIGINT, bytes BIGINT"),
        tables,
        (location, table, arguments) -> {
          var olderThan = arguments.duration("older_than");
          int keep = arguments.count("keep");
          ExpireResult done =
              arguments.flag("dry_run")
                  ? table.planExpire(olderThan, keep)
                  : table.expire(olderThan, keep);
          return List.of(
              new GenericArrayData(done.snapshotIds().toArray()),
              done.manifests(),
              done.dataFiles(),
              done.bytes());
        });
  }

  private static Procedure clean(Function<String, TableLoader.Location> tables) {
    return new Procedure(
        "clean",
        "Deletes files to which no snapshot refers",
        List.of(
            text("grace", "24h", "files that were modified in this time are left alone"), dryRun()),
        StructType.fromDDL("files BIGINT, bytes BIGINT"),
        tables,
        (location, table, arguments) -> {
          var grace = arguments.duration("grace");
          List<FileInfo> files =
              arguments.flag("dry_run") ? table.findUnusedFiles(grace) : table.clean(grace);
          return List.of((long) files.size(), files.stream().mapToLong(FileInfo::length).sum());
        });
  }

  private static Procedure addFiles(Function<String, TableLoader.Location> tables) {
    return new Procedure(
        "add_files",
        "Makes existing data files part of the table, behind its rows",
        List.of(
            requiredList("files", "paths of the files, relative to the directory of the table"),
            dryRun()),
        StructType.fromDDL(
            "snapshot_id BIGINT, files INT, row_groups INT, rows BIGINT, bytes BIGINT"),
        tables,
        (location, table, arguments) -> {
          List<String> files = arguments.texts("files");
          CommitResult done =
              arguments.flag("dry_run") ? table.checkFiles(files) : table.addFiles(files);
          return List.of(
              done.snapshotId(),
              files.size(),
              done.writtenRowGroups(),
              done.writtenRows(),
              done.writtenBytes());
        });
  }

  private static Procedure rollback(Function<String, TableLoader.Location> tables) {
    return new Procedure(
        "rollback",
        "Makes an earlier snapshot the table again",
        List.of(required("snapshot", "id or tag of the earlier snapshot")),
        StructType.fromDDL("rolled_back_to BIGINT, snapshot_id BIGINT"),
        tables,
        (location, table, arguments) -> {
          long earlier = snapshot(table, arguments.text("snapshot"));
          return List.of(earlier, table.rollback(earlier));
        });
  }

  private static long snapshot(TableMaintenance table, String idOrTag) {
    for (Tag tag : table.tags()) {
      if (tag.name().equals(idOrTag)) {
        return tag.snapshotId();
      }
    }
    try {
      return Long.parseLong(idOrTag);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "Cannot roll back: there is no tag "
              + idOrTag
              + " (expected a tag, or the id of a"
              + " snapshot)",
          e);
    }
  }

  private static Procedure tag(Function<String, TableLoader.Location> tables) {
    return new Procedure(
        "tag",
        "Gives a snapshot a name, which keeps it from expiry",
        List.of(
            required("name", "the tag"),
            number("snapshot", 0, "id of the snapshot; 0: the latest")),
        StructType.fromDDL("name STRING, snapshot_id BIGINT"),
        tables,
        (location, table, arguments) -> {
          Tag tag = table.tag(arguments.text("name"), arguments.number("snapshot"));
          return List.of(tag.name(), tag.snapshotId());
        });
  }

  private static Procedure untag(Function<String, TableLoader.Location> tables) {
    return new Procedure(
        "untag",
        "Removes a tag",
        List.of(required("name", "the tag")),
        StructType.fromDDL("name STRING"),
        tables,
        (location, table, arguments) -> {
          table.untag(arguments.text("name"));
          return List.of(arguments.text("name"));
        });
  }
}
