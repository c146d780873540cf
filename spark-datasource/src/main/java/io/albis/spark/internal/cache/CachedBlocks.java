// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import java.io.Serializable;
import org.apache.spark.NarrowDependency;
import org.apache.spark.OneToOneDependency;
import org.apache.spark.rdd.RDD;
import org.apache.spark.storage.RDDBlockId;
import org.apache.spark.storage.StorageLevel;

/**
 * The blocks of the RDD that is cached below one that is read.
 *
 * @param rdd its number; {@value #UNKNOWN} if it is not known
 */
record CachedBlocks(int rdd) implements Serializable {

  private static final int UNKNOWN = -1;

  static final CachedBlocks NOT_KNOWN = new CachedBlocks(UNKNOWN);

  /** Looks for a cached RDD whose partitions are those of the given one. */
  static CachedBlocks below(RDD<?> read) {
    RDD<?> rdd = read;
    while (rdd.getStorageLevel().equals(StorageLevel.NONE())) {
      boolean isChain =
          rdd.dependencies().size() == 1
              && rdd.dependencies().apply(0) instanceof OneToOneDependency<?>;
      if (!isChain) {
        return NOT_KNOWN;
      }
      rdd = ((NarrowDependency<?>) rdd.dependencies().apply(0)).rdd();
    }
    return new CachedBlocks(rdd.id());
  }

  /** The block of a partition; null if it is not known. */
  RDDBlockId of(int partition) {
    return rdd == UNKNOWN ? null : new RDDBlockId(rdd, partition);
  }
}
