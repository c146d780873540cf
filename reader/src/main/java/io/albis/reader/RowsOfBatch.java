/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.reader;

import io.albis.reader.internal.row.RowAddresses;
import io.albis.reader.internal.row.RowShapeBuilder;
import io.albis.reader.internal.row.RowSource;

/** The rows of one batch as a row cursor wants them. Does not own the batch. */
final class RowsOfBatch implements RowSource {

  private final ColumnBatch batch;
  private final RowPlaces places;
  private boolean started;

  /** For a batch with so many leaves, with presence leaves. */
  RowsOfBatch(ColumnBatch batch, int leaves) {
    this.batch = batch;
    this.places = new RowPlaces(leaves);
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
    places.locate(batch, shape, addresses);
  }

  @Override
  public void close() {
    batch.forget(this);
  }
}
