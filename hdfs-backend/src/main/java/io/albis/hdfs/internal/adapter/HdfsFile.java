// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal.adapter;

import java.util.List;

/**
 * A file of HDFS, as returned by the name node.
 *
 * @param length the length in bytes
 * @param blocks the blocks, in order and without gaps
 */
public record HdfsFile(long length, List<HdfsBlock> blocks) {

  /** Copies the list. */
  public HdfsFile {
    blocks = List.copyOf(blocks);
  }
}
