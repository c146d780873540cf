// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plugin;

import io.albis.reader.cache.ColumnCache;

/** The memory of a cache as Spark knows it. Thread-safe. */
interface CacheBooks {

  /** Returns the most bytes that the cache may have. */
  long size();

  /** Returns the bytes that are acquired from Spark. */
  long booked();

  /** Returns the bytes that tasks have got back. */
  long givenBack();

  /** Returns the books of a cache whose memory is not Spark's. */
  static CacheBooks none(ColumnCache cache) {
    return new CacheBooks() {
      @Override
      public long size() {
        return cache.limit();
      }

      @Override
      public long booked() {
        return 0;
      }

      @Override
      public long givenBack() {
        return 0;
      }
    };
  }
}
