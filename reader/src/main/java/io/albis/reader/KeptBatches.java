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
import java.util.List;

/** Batches that somebody else keeps, as a row cursor wants them. */
final class KeptBatches implements RowSource {

  private final List<ColumnBatch> batches;
  private final RowPlaces places;
  private int current = -1;

  /** For batches of one schema with so many leaves, with presence leaves. */
  KeptBatches(List<ColumnBatch> batches, int leaves) {
    this.batches = batches;
    this.places = new RowPlaces(leaves);
  }

  @Override
  public boolean nextBatch() {
    if (current + 1 >= batches.size()) {
      return false;
    }
    current++;
    return true;
  }

  @Override
  public int rowCount() {
    return batches.get(current).rowCount();
  }

  @Override
  public int[] selection() {
    return batches.get(current).selection();
  }

  @Override
  public int selectedCount() {
    return batches.get(current).selectedCount();
  }

  @Override
  public void locate(RowShapeBuilder shape, RowAddresses addresses) {
    places.locate(batches.get(current), shape, addresses);
  }

  @Override
  public void close() {
    // The batches stay with who keeps them.
  }
}
