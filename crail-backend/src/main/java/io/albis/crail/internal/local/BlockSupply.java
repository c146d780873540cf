// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal.local;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.crail.conf.CrailConstants;
import org.apache.crail.metadata.BlockInfo;
import org.apache.crail.rpc.RpcErrors;

/**
 * Supplies nodes of the tree with blocks. Blocks of deleted nodes become free when the write token
 * could have expired ({@code crail.tokenexpiration}, in seconds), because a client may still write
 * to them.
 *
 * <p>Not thread-safe: the lock of the name node guards it.
 */
final class BlockSupply {

  private final BlockPool pool;
  private final LongSupplier clock;
  private final Consumer<TreeNode> onFree;

  /** Deleted nodes, in the order in which their blocks become free. */
  private final ArrayDeque<Deleted> deleted = new ArrayDeque<>();

  private record Deleted(TreeNode node, long freeAt) {}

  /**
   * Creates a supply.
   *
   * @param clock in nanoseconds
   * @param onFree gets each deleted node when its blocks become free
   */
  BlockSupply(BlockPool pool, LongSupplier clock, Consumer<TreeNode> onFree) {
    this.pool = pool;
    this.clock = clock;
    this.onFree = onFree;
  }

  /**
   * Takes a free block in the classes of a node.
   *
   * @throws RefusedException if there is none
   */
  BlockInfo take(TreeNode node) throws RefusedException {
    freeDeleted();
    BlockInfo block = pool.take(node.storageClass(), node.locationClass());
    if (block == null) {
      throw new RefusedException(RpcErrors.ERR_NO_FREE_BLOCKS);
    }
    return block;
  }

  /** Gives a block back that no client knows. */
  void release(BlockInfo block) {
    pool.release(block);
  }

  /** Gives the blocks of a node, and of all nodes below it, back once the token has expired. */
  void releaseLater(TreeNode node) {
    long life = TimeUnit.SECONDS.toNanos(CrailConstants.TOKEN_EXPIRATION);
    deleted.add(new Deleted(node, clock.getAsLong() + life));
  }

  /** Frees the blocks of nodes that were deleted long enough ago. */
  void freeDeleted() {
    while (!deleted.isEmpty() && clock.getAsLong() - deleted.peek().freeAt() >= 0) {
      free(deleted.poll().node());
    }
  }

  private void free(TreeNode node) {
    node.children().forEach(this::free);
    onFree.accept(node);
    node.takeBlocks().forEach(pool::release);
  }
}
