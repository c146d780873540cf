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
 * Gives batches to Arrow without copying where the layout allows: columns that are stored in the
 * column layout, of types that Arrow stores in the same way. Others are copied: columns of the row
 * layout, decimals of up to 18 digits, times in milliseconds, columns that were widened or added,
 * bitmaps that do not start at a byte, and everything where the scan filters exactly.
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
 * <p>What is not copied keeps the memory that it lies in: close this before the table. For one
 * thread. Nothing may be written to the vectors.
 */
public final class ArrowExport implements AutoCloseable {

  private final Schema schema;
  private final VectorSchemaRoot root;
  private final ArrowBuffers buffers;

  /**
   * Makes vectors of a schema.
   *
   * @param schema of the batches to come: that of the scan
   * @param allocator of Arrow, for what is copied, and to count what is not
   */
  public ArrowExport(Schema schema, BufferAllocator allocator) {
    this.schema = schema;
    this.root = VectorSchemaRoot.create(ArrowSchemas.of(schema), allocator);
    this.buffers = new ArrowBuffers(allocator);
  }

  /** The vectors, empty before the first batch is loaded; owned by this. */
  public VectorSchemaRoot root() {
    return root;
  }

  /**
   * Loads a batch.
   *
   * @return the vectors, always the same ones; owned by this
   * @throws IllegalArgumentException if the batch is of another schema
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

  /** Loads a field; the ordinal of the leaf after its own. */
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

  /** Gives back all memory. */
  @Override
  public void close() {
    root.close();
  }
}
