// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.source;

import io.albis.reader.ReadOptions;
import io.albis.reader.cache.ColumnCache;
import java.util.OptionalLong;

/** Turns on the column cache of this process, which is an executor or the driver. */
final class SharedCache {

  /** Of all reads so far; guarded by the class. */
  private static long largestSize;

  private SharedCache() {}

  /** Returns the options for opening a dataset, with the cache that the options of a read want. */
  static ReadOptions apply(SourceOptions options) {
    ReadOptions read = options.readOptions();
    OptionalLong size = options.cacheSize();
    if (size.isEmpty()) {
      return read;
    }
    return size.getAsLong() == 0 ? read.withoutCache() : read.cache(withSize(size.getAsLong()));
  }

  /** Reads that want caches of several sizes share one of the largest size. */
  private static synchronized ColumnCache withSize(long size) {
    ColumnCache cache = ColumnCache.shared();
    if (largestSize == 0 && ColumnCache.isSharedByDefault()) {
      largestSize = cache.limit();
    }
    if (size > largestSize) {
      largestSize = size;
      cache.limit(size);
    }
    return cache;
  }
}
