// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.reader.internal.row.RowAddresses;
import io.albis.reader.internal.row.RowLocator;
import io.albis.reader.internal.row.RowShapeBuilder;
import io.albis.reader.internal.row.RowSource;

/** The batches of a {@link BatchCursor} as a row cursor wants them. Owns the cursor. */
final class BatchRows implements RowSource {

  private final BatchCursor cursor;
  private final RowLocator locator;

  BatchRows(BatchCursor cursor) {
    this.cursor = cursor;
    this.locator = new RowLocator(cursor.plan().rowFields().leaves().size());
  }

  @Override
  public boolean nextBatch() {
    return cursor.next();
  }

  @Override
  public int rowCount() {
    return cursor.batch().rowCount();
  }

  @Override
  public int[] selection() {
    return cursor.batch().selection();
  }

  @Override
  public int selectedCount() {
    return cursor.batch().selectedCount();
  }

  @Override
  public void locate(RowShapeBuilder shape, RowAddresses addresses) {
    locator.locate(cursor.batch().owners(), shape, addresses);
  }

  @Override
  public void close() {
    cursor.close();
  }
}
