// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.schema.Schema;
import io.albis.format.schema.TypeKind;
import io.albis.reader.internal.arrow.ArrowBuffers;
import io.albis.reader.internal.arrow.ArrowCopies;
import io.albis.reader.internal.arrow.ArrowSchemas;
import io.albis.reader.internal.arrow.RowNumbers;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/**
 * Exports batches to Arrow, without copying where the layout allows: columns in the column layout
 * whose type Arrow stores in the same way. Others are copied: columns in the row layout, decimals
 * of up to 18 digits (but see {@link #keepingDecimals}), times in milliseconds, columns that were
 * widened or added, bitmaps that do not start at a byte boundary, and all columns if the scan
 * filters exactly.
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
  private final BufferAllocator allocator;
  private final ArrowBuffers buffers;
  private final ArrowCopies copies;

  /**
   * Returns the Arrow schema of a schema; Arrow has all types of Albis. A UUID becomes 16 bytes
   * with the extension {@code arrow.uuid}, a day-time interval a duration.
   */
  public static org.apache.arrow.vector.types.pojo.Schema schema(Schema schema) {
    return ArrowSchemas.of(schema);
  }

  /**
   * Creates vectors for a schema.
   *
   * @param schema of the batches to load, that of the scan
   * @param allocator Arrow's allocator, for copies, and to account for memory that is not copied
   */
  public ArrowExport(Schema schema, BufferAllocator allocator) {
    this(schema, allocator, false);
  }

  private ArrowExport(Schema schema, BufferAllocator allocator, boolean keepsDecimals) {
    this.schema = schema;
    this.root =
        keepsDecimals
            ? stored(schema, allocator)
            : VectorSchemaRoot.create(ArrowSchemas.of(schema), allocator);
    this.allocator = allocator;
    this.buffers = new ArrowBuffers(allocator, keepsDecimals);
    this.copies = new ArrowCopies(allocator, keepsDecimals);
  }

  /**
   * Creates vectors for a schema, in which decimals have as many bytes as in Albis, without
   * copying: {@code decimal32} up to 9 digits, {@code decimal64} up to 18. For the C data interface
   * and consumers that know these types. Arrow's Java library has no vectors for them, so these are
   * vectors of {@code int32} and {@code int64} with the unscaled values; only the {@linkplain
   * VectorSchemaRoot#getSchema schema} of the root says what they mean.
   *
   * @param schema of the batches to load, that of the scan
   * @param allocator as for the {@linkplain #ArrowExport constructor}
   */
  public static ArrowExport keepingDecimals(Schema schema, BufferAllocator allocator) {
    return new ArrowExport(schema, allocator, true);
  }

  private static VectorSchemaRoot stored(Schema schema, BufferAllocator allocator) {
    VectorSchemaRoot unscaled =
        VectorSchemaRoot.create(ArrowSchemas.of(schema, ArrowSchemas::unscaled), allocator);
    return new VectorSchemaRoot(
        ArrowSchemas.of(schema, ArrowSchemas::storedDecimal), unscaled.getFieldVectors(), 0);
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
    RowNumbers selected = selected(batch);
    for (int i = 0; i < batch.columnCount(); i++) {
      load(root.getVector(i), batch.column(i), selected);
    }
    root.setRowCount(batch.selectedCount());
    return root;
  }

  /** Loads a column, or a field of a struct outside of lists and maps. */
  private void load(FieldVector target, ColumnVector column, RowNumbers selected) {
    if (column.type().kind() == TypeKind.STRUCT) {
      // The fields one by one: some can be shared, others not.
      List<FieldVector> children = target.getChildrenFromFields();
      for (int i = 0; i < children.size(); i++) {
        load(children.get(i), column.child(i), selected);
      }
      // After its fields: allocating a struct would allocate these too.
      loadStruct(target, column, selected);
    } else if (!selected.isRange() || !buffers.share(target, column)) {
      copies.load(target, column, selected);
    }
  }

  private static RowNumbers selected(ColumnBatch batch) {
    if (!batch.hasSelection()) {
      return RowNumbers.range(0, batch.rowCount());
    }
    int[] rows = new int[batch.selectedCount()];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = batch.selectedRow(i);
    }
    return RowNumbers.of(rows);
  }

  /**
   * Loads the nulls of a struct that is not inside a list or map; its fields are loaded separately.
   */
  private void loadStruct(FieldVector target, ColumnVector column, RowNumbers rows) {
    int count = rows.count();
    if (!target.getField().isNullable() || !column.hasNulls()) {
      target.loadFieldBuffers(new ArrowFieldNode(count, 0), List.of(allocator.getEmpty()));
      return;
    }
    try (ArrowBuf bits = allocator.buffer((count + 7L) / 8)) {
      int nulls = ArrowCopies.validity(column, rows, bits.memoryAddress());
      target.loadFieldBuffers(new ArrowFieldNode(count, nulls), List.of(bits));
    }
  }

  /** Releases all memory. */
  @Override
  public void close() {
    root.close();
  }
}
