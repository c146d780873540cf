// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal.local;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.crail.metadata.BlockInfo;
import org.apache.crail.metadata.DataNodeInfo;

/**
 * The free blocks of all data nodes, by storage class. Within a class, nodes take turns; nodes of
 * the requested location class come first. If the requested storage class has no free block,
 * another one serves the request, from the first class on.
 *
 * <p>Thread-safe.
 */
final class BlockPool {

  private final LongSupplier clock;

  /** The data nodes of each storage class by key, in the order in which they registered. */
  private final List<Map<Long, DataNodeBlocks>> classes = new ArrayList<>();

  private int turn;

  /**
   * Creates an empty pool.
   *
   * @param storageClasses the number of storage classes
   * @param clock in nanoseconds
   */
  BlockPool(int storageClasses, LongSupplier clock) {
    this.clock = clock;
    for (int i = 0; i < storageClasses; i++) {
      classes.add(new LinkedHashMap<>());
    }
  }

  /**
   * Adds the blocks of a region, and registers its data node.
   *
   * @return whether its storage class exists
   */
  synchronized boolean addRegion(BlockInfo region) {
    DataNodeInfo node = region.getDnInfo();
    Map<Long, DataNodeBlocks> nodes = nodes(node.getStorageClass());
    if (nodes == null) {
      return false;
    }
    DataNodeBlocks blocks =
        nodes.computeIfAbsent(node.key(), key -> new DataNodeBlocks(node, clock));
    blocks.touch();
    blocks.addRegion(region);
    return true;
  }

  /**
   * Records that a data node is alive.
   *
   * @return the number of its free blocks, or -1 if it is not registered
   */
  synchronized int report(DataNodeInfo node) {
    Map<Long, DataNodeBlocks> nodes = nodes(node.getStorageClass());
    DataNodeBlocks blocks = nodes == null ? null : nodes.get(node.key());
    if (blocks == null) {
      return -1;
    }
    blocks.touch();
    return blocks.freeBlocks();
  }

  /** Takes a free block away; returns null if there is none. */
  synchronized BlockInfo take(int storageClass, int locationClass) {
    BlockInfo block = null;
    if (storageClass > 0 && storageClass < classes.size()) {
      block = takeFrom(classes.get(storageClass), locationClass);
    }
    for (int i = 0; block == null && i < classes.size(); i++) {
      block = takeFrom(classes.get(i), locationClass);
    }
    return block;
  }

  private BlockInfo takeFrom(Map<Long, DataNodeBlocks> nodes, int locationClass) {
    if (locationClass != 0) {
      BlockInfo near =
          takeFrom(
              nodes.values().stream()
                  .filter(node -> node.locationClass() == locationClass)
                  .toList());
      if (near != null) {
        return near;
      }
    }
    return takeFrom(List.copyOf(nodes.values()));
  }

  private BlockInfo takeFrom(List<DataNodeBlocks> nodes) {
    int first = turn++ & Integer.MAX_VALUE;
    for (int i = 0; i < nodes.size(); i++) {
      BlockInfo block = nodes.get((first + i) % nodes.size()).take();
      if (block != null) {
        return block;
      }
    }
    return null;
  }

  /** Makes a block free again. */
  synchronized void release(BlockInfo block) {
    DataNodeInfo node = block.getDnInfo();
    nodes(node.getStorageClass()).get(node.key()).release(block);
  }

  private Map<Long, DataNodeBlocks> nodes(int storageClass) {
    return storageClass >= 0 && storageClass < classes.size() ? classes.get(storageClass) : null;
  }
}
