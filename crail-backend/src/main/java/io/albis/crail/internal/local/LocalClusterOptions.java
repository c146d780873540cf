// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal.local;

import java.nio.file.Path;
import java.util.List;

/**
 * What a local cluster consists of.
 *
 * @param directory where the cluster keeps its configuration, its logs and its data; created if it
 *     is missing
 * @param dataNodes the number of data nodes, 1 or more
 * @param blockBytes the block size in bytes, a multiple of 4096; every file takes at least one
 *     block
 * @param dataNodeBytes the capacity of each data node in bytes, rounded down to whole regions
 * @param tokenSeconds how long a write token lasts; blocks of deleted files become free after that
 * @param jvmOptions additional options for the processes of the cluster
 * @param parts what is used of Crail
 */
public record LocalClusterOptions(
    Path directory,
    int dataNodes,
    int blockBytes,
    long dataNodeBytes,
    int tokenSeconds,
    List<String> jvmOptions,
    CrailParts parts) {

  /** Crail's default, in bytes. */
  public static final int DEFAULT_BLOCK_BYTES = 1 << 20;

  /** One data node, in bytes. */
  public static final long DEFAULT_DATA_NODE_BYTES = 1L << 30;

  private static final int ALIGNMENT = 4096;

  /** Crail maps regions of this size, if the node is large enough, in bytes. */
  private static final int MAX_REGION = 64 << 20;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if a value is out of range
   */
  public LocalClusterOptions {
    jvmOptions = List.copyOf(jvmOptions);
    if (dataNodes < 1) {
      throw new IllegalArgumentException(
          "Invalid number of data nodes: " + dataNodes + " (expected 1 or more)");
    }
    if (blockBytes < ALIGNMENT || blockBytes % ALIGNMENT != 0) {
      throw new IllegalArgumentException(
          "Invalid block size: " + blockBytes + " (expected a multiple of " + ALIGNMENT + ")");
    }
    if (dataNodeBytes < blockBytes) {
      throw new IllegalArgumentException(
          "Invalid capacity of a data node: "
              + dataNodeBytes
              + " (expected at least one block of "
              + blockBytes
              + " bytes)");
    }
    if (tokenSeconds < 0) {
      throw new IllegalArgumentException(
          "Invalid life of write tokens: " + tokenSeconds + " s (expected 0 or more)");
    }
  }

  /** One data node of 1 GiB with blocks of 1 MiB. */
  public static LocalClusterOptions in(Path directory) {
    return new LocalClusterOptions(
        directory,
        1,
        DEFAULT_BLOCK_BYTES,
        DEFAULT_DATA_NODE_BYTES,
        10,
        List.of(),
        CrailParts.DEFAULT);
  }

  /** The size of the regions that data nodes map, in bytes: whole blocks. */
  int regionBytes() {
    long most = Math.max(blockBytes, Math.min(MAX_REGION, dataNodeBytes));
    return (int) (most / blockBytes * blockBytes);
  }

  /** The number of blocks of each data node. */
  int blocksPerDataNode() {
    return (int) (dataNodeBytes / regionBytes() * (regionBytes() / blockBytes));
  }
}
