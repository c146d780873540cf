// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import io.albis.convert.internal.value.FailureReason;
import org.apache.parquet.column.ColumnDescriptor;

/** Thrown if a column chunk cannot be read; the message does not name file and row group. */
public final class ParquetColumnException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private ParquetColumnException(ColumnDescriptor column, Exception cause) {
    super("column " + String.join(".", column.getPath()) + ": " + FailureReason.of(cause), cause);
  }

  /** Returns an exception that names the column; the cause itself if it does. */
  static ParquetColumnException of(ColumnDescriptor column, Exception cause) {
    return cause instanceof ParquetColumnException named
        ? named
        : new ParquetColumnException(column, cause);
  }
}
