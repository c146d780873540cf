// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.internal.layout.FileLayout;
import io.albis.format.internal.metadata.DataFileRef;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.maintenance.RewriteOptions;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.MemoryBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Writes the files of an optimization, in the process that plans it or in others. */
public final class FileWorker {

  private static final int MIN_PIECE = 1 << 20;
  private static final long MAX_PIECE = 1L << 30;

  private FileWorker() {}

  /**
   * Writes a planned file, in the thread of a worker. Nothing is left of it if that fails.
   *
   * @param uri the table's directory: a URI or a local path
   * @param storageOptions options of the storage
   * @param snapshotId in which the extents are
   * @param options with the memory, and with what is told about progress
   * @param budget asked for the memory before it is allocated
   */
  public static DataFileRef write(
      String uri,
      Map<String, String> storageOptions,
      long snapshotId,
      PlannedFile planned,
      RewriteOptions options,
      MemoryBudget budget) {
    return MaintenanceContext.with(
        uri, storageOptions, table -> write(table, snapshotId, planned, options, budget));
  }

  private static DataFileRef write(
      MaintenanceContext table,
      long snapshotId,
      PlannedFile planned,
      RewriteOptions options,
      MemoryBudget budget) {
    Snapshot snapshot = table.snapshots().base(snapshotId).snapshot();
    RowGroupIndex index = new RowGroupIndex(table.storage(), snapshot);
    List<RewrittenFile> written = new ArrayList<>();
    try (OpenSources sources = new OpenSources(table.storage())) {
      write(table, snapshot, index, List.of(planned), sources, options, budget, written::add);
    }
    return written.get(0).ref();
  }

  /**
   * Writes planned files.
   *
   * @param budget null if none is asked
   * @param written gets each file as soon as it is durable
   */
  static void write(
      MaintenanceContext table,
      Snapshot snapshot,
      RowGroupIndex index,
      List<PlannedFile> plannedFiles,
      OpenSources sources,
      RewriteOptions options,
      MemoryBudget budget,
      Consumer<RewrittenFile> written) {
    try (BufferAllocator allocator =
            BufferAllocator.create(
                "optimization of " + table.storage().root(), options.memoryLimit());
        SegmentCopier copier =
            new SegmentCopier(
                sources,
                budget == null ? allocator : allocator.within(budget),
                pieceLength(plannedFiles, options.memoryLimit()),
                options.progress())) {
      FileRewriter rewriter = new FileRewriter(table, sources, copier);
      for (PlannedFile planned : plannedFiles) {
        written.accept(rewriter.write(snapshot, index, planned));
      }
    }
  }

  /** Half of the memory, or less if no file is that long. */
  private static long pieceLength(List<PlannedFile> plannedFiles, long memory) {
    long longest = plannedFiles.stream().mapToLong(PlannedFile::bytes).max().orElse(0);
    long useful = Math.max(MIN_PIECE, FileLayout.align(longest, MIN_PIECE));
    long half = Math.min(MAX_PIECE, memory / 2);
    return Math.min(useful, half - half % FileLayout.LARGE_SEGMENT_ALIGNMENT);
  }
}
