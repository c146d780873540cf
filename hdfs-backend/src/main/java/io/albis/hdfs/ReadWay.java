// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs;

/** A way in which bytes come from a Hadoop file system; the best first. */
enum ReadWay {
  /** From the file of a block on this node, found by asking its data node for the path. */
  BLOCK_FILE,
  /** From the file of a block on this node, through a descriptor that the data node passed on. */
  SHORT_CIRCUIT,
  /** Through Hadoop's client, from any node. */
  CLIENT
}
