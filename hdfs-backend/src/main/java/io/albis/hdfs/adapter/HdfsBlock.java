// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.adapter;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/** A block of a file, as the name node told of it. Immutable. */
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

  /** Offset in the file of the first byte. */
  public long start() {
    return located.getStartOffset();
  }

  /** Bytes of the file in the block. */
  public long length() {
    return located.getBlockSize();
  }

  /** Pool, number and generation, which no other contents ever have. */
  public String id() {
    ExtendedBlock block = located.getBlock();
    return block.getBlockPoolId() + ":" + block.getBlockName() + "_" + block.getGenerationStamp();
  }

  /** Whether the file of the block holds just the bytes of the block: not coded, not encrypted. */
  public boolean isPlain() {
    return isPlain;
  }

  /** Whether the other is the same block, if perhaps of another generation or on other nodes. */
  public boolean isSameBlock(HdfsBlock other) {
    ExtendedBlock mine = located.getBlock();
    ExtendedBlock theirs = other.located.getBlock();
    return mine.getBlockId() == theirs.getBlockId()
        && mine.getBlockPoolId().equals(theirs.getBlockPoolId());
  }

  /** The nodes on this machine that hold a plain copy of the block. */
  public List<DataNode> localNodes() {
    return localNodes;
  }

  /** The names of the machines that hold the block. */
  public List<String> hosts() {
    return Arrays.stream(located.getLocations()).map(DatanodeInfo::getHostName).toList();
  }

  /** All nodes that hold the block, for messages. */
  public String nodes() {
    return Arrays.stream(located.getLocations())
        .map(DatanodeInfo::getXferAddr)
        .collect(Collectors.joining(", "));
  }
}
