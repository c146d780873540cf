// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.source;

import io.albis.reader.ReadOptions;
import io.albis.reader.cache.ColumnCache;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/** Turns on the column cache of this process, which is an executor or the driver. */
public final class SharedCache {

  /** Of all reads so far; guarded by the class, as are the next fields. */
  private static long largestSize;

  /** Gets the size in place of the cache; null if it is the limit. */
  private static LongConsumer manager;

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
      if (manager == null) {
        cache.limit(size);
      } else {
        manager.accept(size);
      }
    }
    return cache;
  }

  /**
   * Leaves the limit of the cache to another one, who gets the largest size that reads want.
   *
   * @param size of the application
   * @param sizes gets larger ones; must not block
   */
  public static synchronized void manage(long size, LongConsumer sizes) {
    manager = sizes;
    largestSize = size;
  }

  /** Ends {@link #manage}: the cache is emptied, and the next read decides about its size. */
  public static synchronized void release() {
    manager = null;
    largestSize = 0;
    ColumnCache.shared().limit(0);
  }
}
