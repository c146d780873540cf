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
package io.albis.reader.internal.row;

import io.albis.reader.BytesView;
import io.albis.reader.ColumnVector;

/** The values of one leaf in a batch, for what a row does not read by address itself. */
public interface LeafValues {

  /** The vector of all rows of the batch. */
  ColumnVector vector();

  /** A nested value, materialized; null if it is null. */
  Object objectAt(int row);

  /** The bytes of a string or binary, or the error that says why they cannot be read. */
  BytesView bytesAt(int row, BytesView view);
}
