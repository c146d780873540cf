// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

import java.util.function.BooleanSupplier;

/** The rows of successive batches in one {@link BatchState}. */
public final class BatchRows implements RowSource {

  private final BatchState batch;
  private final BooleanSupplier nextBatch;
  private final Runnable onClose;
  private final RowLocator locator;

  /**
   * Creates a source of rows.
   *
   * @param nextBatch advances to the next batch; false if there is none
   */
  public BatchRows(BatchState batch, BooleanSupplier nextBatch, Runnable onClose) {
    this.batch = batch;
    this.nextBatch = nextBatch;
    this.onClose = onClose;
    this.locator = new RowLocator(batch.columns().columns());
  }

  @Override
  public boolean nextBatch() {
    return nextBatch.getAsBoolean();
  }

  @Override
  public int rowCount() {
    return batch.rowCount();
  }

  @Override
  public int[] selection() {
    return batch.selection();
  }

  @Override
  public int selectedCount() {
    return batch.selectedCount();
  }

  @Override
  public BatchState batch() {
    return batch;
  }

  @Override
  public void locate(RowShapeBuilder shape, RowAddresses addresses) {
    locator.locate(shape, addresses);
  }

  @Override
  public void close() {
    onClose.run();
  }
}
