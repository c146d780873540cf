// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

import io.albis.reader.BytesView;
import io.albis.reader.ColumnVector;

/** The values of one column in a batch, for types that a row cannot read by address alone. */
public interface IndirectValues {

  /** The vector of all rows of the batch. */
  ColumnVector vector();

  /** A nested value, materialized; null if it is null. */
  Object objectAt(int row);

  /** The bytes of a string or binary; throws if they cannot be read. */
  BytesView bytesAt(int row, BytesView view);

  /** Locates the fields of a struct; the caller keeps what this returns. */
  RowLocator fields();
}
