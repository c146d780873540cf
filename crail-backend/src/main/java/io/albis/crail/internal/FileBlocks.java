// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.crail.conf.CrailConstants;
import org.apache.crail.metadata.BlockInfo;
import org.apache.crail.metadata.FileInfo;
import org.apache.crail.rpc.RpcErrors;
import org.apache.crail.rpc.RpcGetBlock;

/**
 * The blocks of a file or directory. The first one comes with the look-up of its path; the others
 * are asked for when they are needed, many at once.
 *
 * <p>Thread-safe.
 */
final class FileBlocks {

  /** The number of blocks that are asked for ahead. */
  private static final int AHEAD = 16;

  private final CrailClient client;
  private final String path;
  private final long fd;
  private final long length;

  /** What is known or was asked for; null if it was not. Guarded by this. */
  private final List<CompletableFuture<BlockInfo>> blocks = new ArrayList<>();

  FileBlocks(CrailClient client, String path, FileInfo file, BlockInfo first) {
    this.client = client;
    this.path = path;
    this.fd = file.getFd();
    this.length = file.getCapacity();
    long count = (length + CrailConstants.BLOCK_SIZE - 1) / CrailConstants.BLOCK_SIZE;
    for (long i = 0; i < count; i++) {
      blocks.add(i == 0 ? CompletableFuture.completedFuture(first) : null);
    }
  }

  long length() {
    return length;
  }

  /** Returns a block that {@link #find} has found. */
  BlockInfo block(int index) throws IOException {
    CompletableFuture<BlockInfo> block;
    synchronized (this) {
      block = blocks.get(index);
    }
    if (block == null || !block.isDone()) {
      throw new IOException("Cannot use block " + index + " of " + path + ": it was not looked up");
    }
    try {
      return block.join();
    } catch (CompletionException e) {
      throw asIo(e);
    }
  }

  private IOException asIo(CompletionException e) {
    return e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
  }

  /** Finds the blocks of requests, if they are not known. Does not block. */
  CompletableFuture<Void> find(List<? extends BlockRequest> requests) {
    List<CompletableFuture<BlockInfo>> missing = new ArrayList<>();
    synchronized (this) {
      int last = -1;
      for (BlockRequest request : requests) {
        if (request.blockIndex() != last) {
          last = request.blockIndex();
          CompletableFuture<BlockInfo> block = find(last);
          if (!block.isDone()) {
            missing.add(block);
          }
        }
      }
    }
    return CompletableFuture.allOf(missing.toArray(CompletableFuture<?>[]::new));
  }

  private CompletableFuture<BlockInfo> find(int index) {
    if (isUnknown(index)) {
      for (int i = index; i < Math.min(blocks.size(), index + AHEAD); i++) {
        if (isUnknown(i)) {
          blocks.set(i, ask(i));
        }
      }
    }
    return blocks.get(index);
  }

  /** Whether a block was not asked for, or that failed. */
  private boolean isUnknown(int index) {
    CompletableFuture<BlockInfo> block = blocks.get(index);
    return block == null || block.isCompletedExceptionally();
  }

  private CompletableFuture<BlockInfo> ask(int index) {
    long position = index * CrailConstants.BLOCK_SIZE;
    CompletableFuture<RpcGetBlock> response =
        client.nameNode().call(connection -> connection.getBlock(fd, 0, position, length));
    return response.thenApply(
        answer -> {
          if (answer.getError() != RpcErrors.ERR_OK) {
            throw new CompletionException(
                CrailErrors.of(answer.getError(), "find block " + index + " of", path));
          }
          return answer.getBlockInfo();
        });
  }
}
