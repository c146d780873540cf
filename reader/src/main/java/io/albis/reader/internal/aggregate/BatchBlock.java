// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.reader.ColumnVector;
import io.albis.reader.internal.block.ValueBlock;
import java.util.List;

/** Rows of a batch of which a block is processed. */
final class BatchBlock {

  /** Maximum number of rows. */
  static final int ROWS = ValueBlock.ROWS;

  List<ColumnVector> vectors;

  /** The selected rows of the batch; null for all. */
  int[] selection;

  /** Index of the first row of the block among the selected ones. */
  int from;

  /** Number of rows. */
  int count;

  /** The number in the vectors of a row of the block. */
  int row(int index) {
    return selection == null ? from + index : selection[from + index];
  }
}
