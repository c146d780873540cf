// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal.local;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.crail.conf.CrailConstants;
import org.apache.crail.metadata.BlockInfo;
import org.apache.crail.metadata.DataNodeInfo;

/**
 * A registered data node: its regions of memory, and the blocks of them that are free. A data node
 * that has not reported for eight keep-alive intervals gets no new blocks.
 *
 * <p>Not thread-safe: guarded by {@link BlockPool}.
 */
final class DataNodeBlocks {

  /** How many intervals a node may miss, as in Crail. */
  private static final int MISSED_REPORTS = 8;

  private final int locationClass;
  private final LongSupplier clock;
  private final Map<Long, BlockInfo> regions = new HashMap<>();
  private final ArrayDeque<BlockInfo> free = new ArrayDeque<>();
  private long onlineUntil;

  DataNodeBlocks(DataNodeInfo node, LongSupplier clock) {
    this.locationClass = node.getLocationClass();
    this.clock = clock;
    touch();
  }

  int locationClass() {
    return locationClass;
  }

  /** Records that the node has reported. */
  void touch() {
    onlineUntil =
        clock.getAsLong()
            + TimeUnit.SECONDS.toNanos((long) CrailConstants.STORAGE_KEEPALIVE * MISSED_REPORTS);
  }

  private boolean isOnline() {
    return clock.getAsLong() - onlineUntil <= 0;
  }

  int freeBlocks() {
    return free.size();
  }

  /**
   * Adds the blocks of a region. A region that is already known was mapped again by its node: its
   * blocks keep their contents and get new addresses.
   */
  void addRegion(BlockInfo region) {
    BlockInfo known = regions.get(region.getLba());
    if (known != null) {
      known.setBlockInfo(region);
      return;
    }
    regions.put(region.getLba(), region);
    long blocks = region.getLength() / CrailConstants.BLOCK_SIZE;
    for (long i = 0; i < blocks; i++) {
      free.add(new RegionBlock(region, i * CrailConstants.BLOCK_SIZE));
    }
  }

  /** Takes a free block away; returns null if there is none, or the node is offline. */
  BlockInfo take() {
    return isOnline() ? free.poll() : null;
  }

  void release(BlockInfo block) {
    free.add(block);
  }

  /** A block of a region; its address changes with that of the region. */
  private static final class RegionBlock extends BlockInfo {
    private final BlockInfo region;
    private final long offset;

    RegionBlock(BlockInfo region, long offset) {
      super(
          region.getDnInfo(),
          region.getLba() + offset,
          region.getAddr() + offset,
          (int) CrailConstants.BLOCK_SIZE,
          region.getLkey());
      this.region = region;
      this.offset = offset;
    }

    @Override
    public long getAddr() {
      return region.getAddr() + offset;
    }

    @Override
    public int getLkey() {
      return region.getLkey();
    }
  }
}
