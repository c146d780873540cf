// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.format.internal.schema.PartitionSpec;
import io.albis.storage.Storage;
import io.albis.writer.internal.file.FileSettings;
import io.albis.writer.internal.plan.PartitionPlan;
import io.albis.writer.internal.plan.WritePlan;
import io.albis.writer.internal.plan.WriteSizes;
import java.util.List;
import java.util.Map;

/**
 * The destination of a writer, and its limits.
 *
 * @param uri the directory of the table
 * @param options the options of the storage
 * @param rowGroupSize the target size of a row group, in bytes
 * @param segmentSize the target size of a segment, in bytes
 * @param fileSize the target size of a data file, in bytes; 0 for the default of the storage
 * @param separatesGroups whether each column group has data files of its own
 * @param memoryLimit the limit of the off-heap memory of all row writers together, in bytes
 * @param threads the number of row writers that are open at the same time
 * @param openPartitions the most partitions that a row writer fills at the same time
 */
record WriteSettings(
    String uri,
    Map<String, String> options,
    long rowGroupSize,
    long segmentSize,
    long fileSize,
    boolean separatesGroups,
    long memoryLimit,
    int threads,
    int openPartitions) {

  /** The default of {@link #openPartitions}. */
  static final int DEFAULT_OPEN_PARTITIONS = 64;

  /** Of storages without a natural length of files. */
  static final long DEFAULT_FILE_SIZE = 128L << 20;

  /** The part of a file that is kept free for its metadata and for row groups that grow longer. */
  private static final int RESERVE = 32;

  /** The length of data files if none is set, in bytes. */
  static long defaultFileSize(Storage storage) {
    long natural = storage.naturalFileLength();
    return natural > 0 ? natural : DEFAULT_FILE_SIZE;
  }

  private long fileSize(Storage storage) {
    return fileSize > 0 ? fileSize : defaultFileSize(storage);
  }

  WritePlan plan(Storage storage, TableTarget target) {
    long share = memoryLimit / threads;
    long inFile = fileSize(storage) - fileSize(storage) / RESERVE;
    PartitionPlan partitions = partitions(target.partitionSpec(), openPartitions, share);
    long size = Math.min(Math.min(rowGroupSize, inFile), maxRowGroup(partitions, share));
    return new WritePlan(
        target.schema(),
        target.columnGroups().inOrder(target.schema()),
        new WriteSizes(segmentSize, size, share),
        target.sortOrders().current(),
        partitions);
  }

  /**
   * How rows are partitioned. A third of the memory is for the row groups that are filled, and one
   * for a row group that is written; the last is needed while these grow and are ended.
   *
   * @param spec null for no partitions
   * @param share memory of a row writer, in bytes
   */
  static PartitionPlan partitions(PartitionSpec spec, int openPartitions, long share) {
    return spec == null ? null : new PartitionPlan(spec, openPartitions, share / 3);
  }

  /** The greatest row group for the memory of a row writer, in bytes. */
  static long maxRowGroup(PartitionPlan partitions, long share) {
    return partitions == null ? share / 2 : partitions.memory();
  }

  FileSettings files(Storage storage, TableTarget target) {
    return new FileSettings(
        fileSize(storage),
        separatesGroups,
        target.nextId(),
        Map.of(),
        target.partitionSpec() == null ? List.of() : List.of(target.partitionSpec()),
        target.sortOrders().all(),
        target.environment());
  }
}
