// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.arrow;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TypeKind;
import io.albis.reader.ColumnBatch;
import io.albis.reader.vector.ColumnVector;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * Exports batches to Arrow, without copying where the layout allows: columns in the column layout
 * whose type Arrow stores in the same way. Others are copied: columns in the row layout, decimals
 * of up to 18 digits, times in milliseconds, columns that were widened or added, bitmaps that do
 * not start at a byte boundary, and all columns if the scan filters exactly.
 *
 * <pre>{@code
 * try (BatchCursor cursor = table.scan().batches();
 *     ArrowExport export = new ArrowExport(cursor.schema(), allocator)) {
 *   while (cursor.next()) {
 *     VectorSchemaRoot root = export.load(cursor.batch());
 *     // root is valid until the next load, also if the cursor moves
 *   }
 * }
 * }</pre>
 *
 * <p>Vectors that are not copied retain the memory of their batch: close the export before the
 * table. Not thread-safe. The vectors must not be written to.
 */
public final class ArrowExport implements AutoCloseable {

  private final Schema schema;
  private final VectorSchemaRoot root;
  private final ArrowBuffers buffers;

  /**
   * Creates vectors for a schema.
   *
   * @param schema of the batches to load, that of the scan
   * @param allocator Arrow's allocator, for copies, and to account for memory that is not copied
   */
  public ArrowExport(Schema schema, BufferAllocator allocator) {
    this.schema = schema;
    this.root = VectorSchemaRoot.create(ArrowSchemas.of(schema), allocator);
    this.buffers = new ArrowBuffers(allocator);
  }

  /** Returns the vectors, empty before the first batch is loaded; owned by this export. */
  public VectorSchemaRoot root() {
    return root;
  }

  /**
   * Loads a batch.
   *
   * @return the vectors, always the same ones; owned by this export
   * @throws IllegalArgumentException if the batch has another schema
   */
  public VectorSchemaRoot load(ColumnBatch batch) {
    if (!batch.schema().equals(schema)) {
      throw new IllegalArgumentException(
          "Cannot load batch: its schema is not that of the export (expected "
              + schema
              + ", found "
              + batch.schema()
              + ")");
    }
    root.clear();
    int leaf = 0;
    for (int i = 0; i < schema.fields().size(); i++) {
      leaf = load(root.getVector(i), schema.fields().get(i), batch, leaf);
    }
    root.setRowCount(batch.selectedCount());
    return root;
  }

  /** Loads a field and returns the ordinal of the leaf after its leaves. */
  private int load(FieldVector target, Field field, ColumnBatch batch, int firstLeaf) {
    if (field.type().kind() != TypeKind.STRUCT) {
      ColumnVector column = batch.column(firstLeaf);
      if (batch.hasSelection() || !buffers.share(target, column)) {
        copy(target, field, column, batch);
      }
      return firstLeaf + 1;
    }
    List<FieldVector> children = new ArrayList<>(target.getChildrenFromFields());
    int leaf = firstLeaf;
    for (int i = 0; i < children.size(); i++) {
      leaf = load(children.get(i), field.type().children().get(i), batch, leaf);
    }
    // After its fields: allocating a struct would allocate these too.
    buffers.loadStruct(target, batch, field);
    return leaf;
  }

  private static void copy(
      FieldVector target, Field field, ColumnVector column, ColumnBatch batch) {
    target.allocateNew();
    int count = batch.selectedCount();
    for (int i = 0; i < count; i++) {
      Object value = column.getObject(batch.selectedRow(i));
      ArrowColumn.set(target, i, field.type(), value, column.path());
    }
    target.setValueCount(count);
  }

  /** Releases all memory. */
  @Override
  public void close() {
    root.close();
  }
}
