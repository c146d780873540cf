// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.storage.Storage;
import io.albis.writer.internal.file.FileSettings;
import io.albis.writer.internal.plan.WritePlan;
import java.util.Map;

/**
 * The destination of a writer, and its limits.
 *
 * @param uri the directory of the table
 * @param options the options of the storage
 * @param rowGroupSize the target size of a row group, in bytes
 * @param segmentSize the target size of a segment, in bytes
 * @param fileSize the target size of a data file, in bytes; 0 for the default of the storage
 * @param packing which column groups share a data file
 * @param memoryLimit the limit of the off-heap memory of all row writers together, in bytes
 * @param threads the number of row writers that are open at the same time
 */
record WriteSettings(
    String uri,
    Map<String, String> options,
    long rowGroupSize,
    long segmentSize,
    long fileSize,
    Packing packing,
    long memoryLimit,
    int threads) {

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
    return new WritePlan(
        target.schema(),
        target.columnGroups().inOrder(target.schema()),
        segmentSize,
        Math.min(Math.min(rowGroupSize, inFile), share / 2),
        target.sortOrders().current());
  }

  FileSettings files(Storage storage, TableTarget target) {
    return new FileSettings(
        fileSize(storage),
        packing == Packing.SINGLE_GROUP,
        target.nextId(),
        Map.of(),
        target.partitionSpecs(),
        target.sortOrders().all(),
        target.environment().createdBy());
  }
}
