// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal.adapter;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/** A block of a file, as returned by the name node. Immutable. */
public final class HdfsBlock {
  private final LocatedBlock located;
  private final boolean isPlain;
  private final List<DataNode> localNodes;

  HdfsBlock(LocatedBlock located, boolean isPlain, List<DataNode> localNodes) {
    this.located = located;
    this.isPlain = isPlain;
    this.localNodes = List.copyOf(localNodes);
  }

  LocatedBlock located() {
    return located;
  }

  /** The offset of the first byte in the file. */
  public long start() {
    return located.getStartOffset();
  }

  /** The length in bytes. */
  public long length() {
    return located.getBlockSize();
  }

  /** Block pool, block id and generation stamp, which identify the contents. */
  public String id() {
    ExtendedBlock block = located.getBlock();
    return block.getBlockPoolId() + ":" + block.getBlockName() + "_" + block.getGenerationStamp();
  }

  /** Whether the file of the block contains its plain bytes: not erasure coded or encrypted. */
  public boolean isPlain() {
    return isPlain;
  }

  /** Whether this is the same block, possibly with another generation or on other nodes. */
  public boolean isSameBlock(HdfsBlock other) {
    ExtendedBlock mine = located.getBlock();
    ExtendedBlock theirs = other.located.getBlock();
    return mine.getBlockId() == theirs.getBlockId()
        && mine.getBlockPoolId().equals(theirs.getBlockPoolId());
  }

  /** The data nodes on this machine that have a plain copy of the block. */
  public List<DataNode> localNodes() {
    return localNodes;
  }

  /** The names of the hosts that have a copy of the block. */
  public List<String> hosts() {
    return Arrays.stream(located.getLocations()).map(DatanodeInfo::getHostName).toList();
  }

  /** All data nodes that have a copy of the block, for messages. */
  public String nodes() {
    return Arrays.stream(located.getLocations())
        .map(DatanodeInfo::getXferAddr)
        .collect(Collectors.joining(", "));
  }
}
