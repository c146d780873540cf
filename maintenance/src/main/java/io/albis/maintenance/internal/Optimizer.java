// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.internal.metadata.DataFileRef;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.maintenance.ColumnGroupPlan;
import io.albis.maintenance.OptimizeResult;
import io.albis.maintenance.RewriteOptions;
import io.albis.table.NewFiles;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ObjIntConsumer;

/**
 * Puts extents of the same column group of many row groups together, by the rule of {@link
 * FragmentPlanner}. Works in steps: a step looks at the latest snapshot, writes some files, and
 * commits. What is committed stays done whatever happens later; the next run goes on from there.
 */
public final class Optimizer {

  private final MaintenanceContext table;
  private final RewriteOptions options;

  /** Null if the calling thread writes. */
  private final Workers workers;

  /** Write files in other threads or processes, by {@link FileWorker#write}. */
  @FunctionalInterface
  public interface Workers {

    /**
     * Writes files.
     *
     * @param snapshotId in which their extents are
     * @param written called for each file by its index, by one thread at a time, also if others
     *     fail later; not after this method has returned
     */
    void write(long snapshotId, List<PlannedFile> files, ObjIntConsumer<DataFileRef> written);
  }

  /** Optimization of a table by the calling thread. */
  public Optimizer(MaintenanceContext table, RewriteOptions options) {
    this(table, options, null);
  }

  private Optimizer(MaintenanceContext table, RewriteOptions options, Workers workers) {
    this.table = table;
    this.options = options;
    this.workers = workers;
  }

  /**
   * Optimizes a table by workers.
   *
   * @param uri the table's directory: a URI or a local path
   * @param storageOptions options of the storage
   */
  public static OptimizeResult run(
      String uri, Map<String, String> storageOptions, RewriteOptions options, Workers workers) {
    return MaintenanceContext.with(
        uri, storageOptions, table -> new Optimizer(table, options, workers).run());
  }

  /** A plan with all that is needed to carry it out. */
  private record Work(
      SnapshotFile base,
      RowGroupIndex index,
      List<PlannedFile> plannedFiles,
      OptimizeResult plan) {}

  /** What {@link #run} would do. Changes nothing. */
  public OptimizeResult plan() {
    return work(table.snapshots().require()).plan;
  }

  private Work work(SnapshotFile base) {
    Snapshot snapshot = base.snapshot();
    base.requireValidColumnGroups();
    RowGroupIndex index = new RowGroupIndex(table.storage(), snapshot);
    LiveColumnGroups live = new LiveColumnGroups(snapshot);
    Set<Integer> existing = index.columnGroupIds();
    Set<Integer> selected = selected(snapshot);
    List<Integer> ids =
        live.order().stream().filter(existing::contains).filter(selected::contains).toList();
    long[] weights = new long[index.count()];
    for (int id : ids) {
      FragmentPlanner.addWeights(GroupExtents.read(index, id), weights);
    }
    FragmentPlanner planner = new FragmentPlanner(options.fileSize(), weights);
    RequestCounter requests = new RequestCounter(table.storage().readCost());
    List<ColumnGroupPlan> groups = new ArrayList<>();
    for (int id : ids) {
      GroupExtents extents = GroupExtents.read(index, id);
      FragmentPlanner.GroupResult result = planner.add(id, extents, requests);
      groups.add(
          new ColumnGroupPlan(
              id,
              live.columns(id),
              extents.count(),
              extents.bytes(),
              result.rewrittenExtents(),
              result.rewrittenBytes(),
              result.before().files(),
              result.after().files(),
              result.before().runs(),
              result.after().runs(),
              result.before().requests(),
              result.after().requests()));
    }
    long dropped = 0;
    for (int id : existing) {
      dropped += live.contains(id) ? 0 : GroupExtents.read(index, id).bytes();
    }
    List<PlannedFile> plannedFiles = planner.plannedFiles();
    long bytes = plannedFiles.stream().mapToLong(PlannedFile::bytes).sum();
    OptimizeResult plan =
        new OptimizeResult(snapshot.id(), 0, groups, plannedFiles.size(), bytes, dropped);
    return new Work(base, index, plannedFiles, plan);
  }

  /** Column groups that may hold the selected columns. */
  private Set<Integer> selected(Snapshot snapshot) {
    Schema schema = snapshot.schema().schema();
    Set<Integer> fieldIds = new LinkedHashSet<>();
    options.columns().forEach(path -> fieldIds.add(schema.field(path).id()));
    Set<Integer> selected = new LinkedHashSet<>();
    for (Leaf leaf : schema.leaves()) {
      if (fieldIds.isEmpty()
          || fieldIds.contains(leaf.id())
          || leaf.ancestorIds().stream().anyMatch(fieldIds::contains)) {
        for (int id : snapshot.columnGroups().candidateIds(leaf.id())) {
          selected.add(id);
        }
      }
    }
    return selected;
  }

  /** Optimizes the table as it is now. Row groups that are appended meanwhile may be left out. */
  public OptimizeResult run() {
    Work work = work(table.snapshots().require());
    OptimizeResult result =
        new OptimizeResult(0, 0, work.plan.columnGroups(), 0, 0, work.plan.droppedBytes());
    if (work.plan.isEmpty()) {
      return result;
    }
    // Each step makes at least one file that needs no step after it.
    long maxSteps = Math.max(1, work.plannedFiles.size());
    try (OpenSources sources = new OpenSources(table.storage())) {
      while (!work.plan.isEmpty() && result.commits() < maxSteps) {
        result = step(work, sources, result);
        work = work(table.snapshots().require());
      }
      return result;
    }
  }

  private OptimizeResult step(Work work, OpenSources sources, OptimizeResult before) {
    List<PlannedFile> ofStep = new ArrayList<>();
    long bytes = 0;
    for (PlannedFile planned : work.plannedFiles) {
      if (bytes >= options.stepSize()) {
        break;
      }
      ofStep.add(planned);
      bytes += planned.bytes();
    }
    NewFiles files = new NewFiles(table.storage());
    List<RewrittenFile> written;
    try {
      written = write(work, ofStep, sources, files);
    } catch (RuntimeException | Error e) {
      files.deleteAll(e);
      throw e;
    }
    Snapshot snapshot = new ManifestRewrite(table, files, written).commit(work.base);
    return new OptimizeResult(
        snapshot.id(),
        before.commits() + 1,
        before.columnGroups(),
        before.newFiles() + written.size(),
        before.bytes() + bytes,
        before.droppedBytes());
  }

  private List<RewrittenFile> write(
      Work work, List<PlannedFile> ofStep, OpenSources sources, NewFiles files) {
    List<RewrittenFile> written = new ArrayList<>();
    Snapshot snapshot = work.base.snapshot();
    if (workers == null) {
      FileWorker.write(
          table,
          snapshot,
          work.index,
          ofStep,
          sources,
          options,
          null,
          file -> {
            files.addDataFile(file.ref().path());
            written.add(file);
          });
      return written;
    }
    DataFileRef[] refs = new DataFileRef[ofStep.size()];
    workers.write(
        snapshot.id(),
        ofStep,
        (ref, index) -> {
          files.addDataFile(ref.path());
          refs[index] = ref;
        });
    for (int i = 0; i < refs.length; i++) {
      PlannedFile planned = ofStep.get(i);
      written.add(
          RewrittenFile.of(refs[i], new PlannedLayout(work.index, planned, sources), planned));
    }
    return written;
  }
}
