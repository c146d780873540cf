// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

/** Finds the rows of a block for which a condition is true. */
abstract class Condition implements Step {

  /** For each row of the block, all bits are set if the condition is true, otherwise none. */
  final long[] masks = new long[BatchBlock.ROWS];

  /** A bit for each row of the block, set if the condition is true. */
  final long[] bits = new long[BatchBlock.ROWS / Long.SIZE];

  /** How many rows of the block it is true for. */
  int trueCount;

  /** Leaves the rows of a block for which the condition is true; returns whether there are any. */
  abstract boolean narrow(BatchBlock block);
}
