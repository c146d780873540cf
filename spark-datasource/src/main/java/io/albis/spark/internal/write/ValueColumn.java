// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.write;

import io.albis.writer.BatchColumn;

/**
 * Collects the values of a column whose slots in Spark's rows and arrays are not what Albis stores:
 * they refer to other bytes, or have another unit. Holds one element for each element of the row or
 * array. Not thread-safe.
 */
interface ValueColumn extends AutoCloseable {

  /**
   * Adds a value.
   *
   * @param base object of Spark's memory; null off-heap
   * @param container start of the row or array, to which offsets refer
   * @param slot place of the eight bytes that are the value, or its offset and length
   */
  void add(Object base, long container, long slot);

  /** Adds an element in the place of a null. */
  void addEmpty();

  /** Passes the values to a batch, which reads them until {@link #clear}. */
  void setTo(BatchColumn target);

  /** The bytes of the values outside of slots. */
  long bytes();

  /** Removes all values. */
  void clear();

  /** Releases the memory. Idempotent. */
  @Override
  default void close() {}
}
