// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

/** A path on which bytes are read from a Hadoop file system; the fastest first. */
enum ReadPath {
  /** From the file of a block on this node, whose path the data node has returned. */
  BLOCK_FILE,
  /** From the file of a block on this node, through a descriptor that its data node has passed. */
  SHORT_CIRCUIT,
  /** Through Hadoop's client, from any node. */
  CLIENT
}
