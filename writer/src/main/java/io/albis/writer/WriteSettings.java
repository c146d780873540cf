// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.storage.Storage;
import io.albis.writer.internal.file.FileSettings;
import io.albis.writer.internal.plan.WritePlan;
import java.util.Map;

/**
 * Where a process writes, and with which limits.
 *
 * @param uri of the table
 * @param options of the storage
 * @param rowGroupSize aimed at, in bytes
 * @param segmentSize aimed at, in bytes
 * @param fileSize length of data files, in bytes; 0 for what suits the storage
 * @param packing which column groups share a data file
 * @param memoryLimit off-heap bytes of all row writers together
 * @param threads row writers that are open at the same time
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
        Math.min(Math.min(rowGroupSize, inFile), share / 2));
  }

  FileSettings files(Storage storage, TableTarget target) {
    return new FileSettings(
        fileSize(storage),
        packing == Packing.SINGLE_GROUP,
        target.nextId(),
        Map.of(),
        target.partitionSpecs(),
        target.sortOrders(),
        target.sources().createdBy());
  }
}
