// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.spark.SparkEnv;
import org.apache.spark.storage.BlockId;
import org.apache.spark.storage.BlockInfo;
import org.apache.spark.storage.BlockManager;
import org.apache.spark.storage.BlockStatus;
import org.apache.spark.storage.RDDBlockId;
import scala.Option;
import scala.Tuple2;
import scala.collection.Iterator;

/**
 * The batches that the memory store of this process has, and will close. A task looks at few
 * blocks: there may be many, and each may have many batches. Thread-safe.
 */
final class StoredBatches {

  private StoredBatches() {}

  /** Removes the batches of a block from a set. */
  static void removeBlock(BlockId block, Set<AlbisCachedBatch> from) {
    BlockManager blocks = blocks();
    if (blocks != null) {
      remove(blocks, block, from);
    }
  }

  /**
   * Removes batches from a set: those of one partition of each RDD, and if it still has others,
   * those of all blocks.
   *
   * @param partition its number in the RDDs; negative if it is not known
   */
  static void removePartition(int partition, Set<AlbisCachedBatch> from) {
    if (partition >= 0) {
      removeBlocks(block -> block.splitIndex() == partition, from);
    }
    removeBlocks(block -> partition < 0 || block.splitIndex() != partition, from);
  }

  private static void removeBlocks(Predicate<RDDBlockId> chosen, Set<AlbisCachedBatch> from) {
    BlockManager blocks = blocks();
    if (blocks == null || from.isEmpty()) {
      return;
    }
    // BlockManager.getMatchingBlockIds lists the files of the local directories as well.
    Iterator<Tuple2<BlockId, BlockInfo>> all = blocks.blockInfoManager().entries();
    while (!from.isEmpty() && all.hasNext()) {
      if (all.next()._1() instanceof RDDBlockId block && chosen.test(block)) {
        remove(blocks, block, from);
      }
    }
  }

  /** Whether a block begins with one of some batches. */
  static boolean hasBlockOf(List<AlbisCachedBatch> batches) {
    BlockManager blocks = blocks();
    Iterator<Tuple2<BlockId, BlockInfo>> all = blocks.blockInfoManager().entries();
    while (all.hasNext()) {
      BlockId block = all.next()._1();
      if (block.isRDD() && isInMemory(blocks, block)) {
        Option<Iterator<Object>> values = blocks.memoryStore().getValues(block);
        if (values.isDefined() && values.get().hasNext() && batches.contains(values.get().next())) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isInMemory(BlockManager blocks, BlockId block) {
    Option<BlockStatus> status = blocks.getStatus(block);
    return status.isDefined()
        && status.get().storageLevel().deserialized()
        && status.get().storageLevel().useMemory();
  }

  private static BlockManager blocks() {
    SparkEnv environment = SparkEnv.get();
    return environment == null ? null : environment.blockManager();
  }

  private static void remove(BlockManager blocks, BlockId block, Set<AlbisCachedBatch> from) {
    if (isInMemory(blocks, block)) {
      removeValues(blocks.memoryStore().getValues(block), from);
    }
  }

  /** A block has no batches if its first value is something else. */
  private static void removeValues(Option<Iterator<Object>> values, Set<AlbisCachedBatch> from) {
    if (values.isDefined()) {
      Iterator<Object> all = values.get();
      while (all.hasNext() && all.next() instanceof AlbisCachedBatch batch) {
        from.remove(batch);
      }
    }
  }
}
