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

/** The batches of a {@link BatchCursor} as a row cursor wants them. Owns the cursor. */
final class BatchRows implements RowSource {

  private final BatchCursor cursor;
  private final RowPlaces places;

  BatchRows(BatchCursor cursor) {
    this.cursor = cursor;
    this.places = new RowPlaces(cursor.plan().rowFields().leaves().size());
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
    places.locate(cursor.batch(), shape, addresses);
  }

  @Override
  public void close() {
    cursor.close();
  }
}
