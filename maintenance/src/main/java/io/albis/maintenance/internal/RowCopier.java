// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TypeKind;
import io.albis.reader.ColumnBatch;
import io.albis.writer.TableWriter;

/**
 * Copies batches of rows from a scan of all columns to a writer of the same schema. Closing it
 * writes the remaining rows. For one thread.
 */
public interface RowCopier extends AutoCloseable {

  /** Adds all rows of a batch. */
  void copy(ColumnBatch batch);

  @Override
  void close();

  /**
   * Creates a copier: by column if all columns allow that, otherwise by row.
   *
   * @param position of its rows in the writer
   */
  static RowCopier of(Schema schema, TableWriter writer, int position) {
    return isCopiedByColumn(schema)
        ? new BatchCopier(schema, writer.newBatchWriter(position))
        : new RowByRowCopier(schema, writer.newRowWriter(position));
  }

  /** Whether a batch writer takes all columns. */
  private static boolean isCopiedByColumn(Schema schema) {
    for (Leaf leaf : schema.leaves()) {
      TypeKind kind = leaf.type().kind();
      boolean isWide = kind == TypeKind.DECIMAL && leaf.type().precision() > 18;
      if (leaf.isPresence()
          || leaf.type().isNested()
          || kind == TypeKind.FIXED_BINARY
          || kind == TypeKind.UUID
          || isWide) {
        return false;
      }
    }
    return true;
  }
}
