// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;

/**
 * Counts bytes for Spark's metric of the input size. Spark takes it from Hadoop's statistics of the
 * task's thread, and overwrites whatever a data source sets. The storage reads in threads of its
 * own, which these statistics do not see.
 */
final class InputBytes {

  private static final FileSystem.Statistics STATISTICS = statistics();

  private InputBytes() {}

  /** Hadoop keeps statistics by class; this one is never instantiated. */
  private abstract static class AlbisStorage extends FilterFileSystem {}

  @SuppressWarnings("deprecation") // the replacement has no statistics by thread
  private static FileSystem.Statistics statistics() {
    return FileSystem.getStatistics("albis", AlbisStorage.class);
  }

  /** Adds bytes that were read for the task of this thread. */
  static void add(long bytes) {
    if (bytes > 0) {
      STATISTICS.incrementBytesRead(bytes);
    }
  }
}
