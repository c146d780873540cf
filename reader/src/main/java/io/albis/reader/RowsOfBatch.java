// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.reader.internal.row.RowAddresses;
import io.albis.reader.internal.row.RowLocator;
import io.albis.reader.internal.row.RowShapeBuilder;
import io.albis.reader.internal.row.RowSource;

/** The rows of one batch as a row cursor wants them. Does not own the batch. */
final class RowsOfBatch implements RowSource {

  private final ColumnBatch batch;
  private final RowLocator locator;
  private boolean started;

  /** For a batch with so many leaves, with presence leaves. */
  RowsOfBatch(ColumnBatch batch, int leaves) {
    this.batch = batch;
    this.locator = new RowLocator(leaves);
  }

  @Override
  public boolean nextBatch() {
    boolean isFirst = !started;
    started = true;
    return isFirst;
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
  public void locate(RowShapeBuilder shape, RowAddresses addresses) {
    locator.locate(batch.owners(), shape, addresses);
  }

  @Override
  public void close() {
    batch.forget(this);
  }
}
