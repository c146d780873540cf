// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.arrow;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.writer.row.RowWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * Writes Arrow batches to a row writer. For one thread, like the row writer.
 *
 * <pre>{@code
 * try (TableWriter writer = TableWriter.create(uri, ArrowInput.schema(root.getSchema())).open()) {
 *   try (RowWriter rows = writer.newRowWriter()) {
 *     ArrowInput input = new ArrowInput(writer.schema(), rows);
 *     while (reader.loadNextBatch()) {
 *       input.write(root);
 *     }
 *   }
 *   writer.commit();
 * }
 * }</pre>
 */
public final class ArrowInput {

  private final Schema schema;
  private final RowWriter rows;
  private final List<ArrowValue> values = new ArrayList<>();

  /** The schema of the last batch, which was checked. */
  private org.apache.arrow.vector.types.pojo.Schema checked;

  /**
   * Writes to a row writer, which the caller closes.
   *
   * @param schema the schema of the table
   */
  public ArrowInput(Schema schema, RowWriter rows) {
    this.schema = schema;
    this.rows = rows;
    for (Field field : schema.fields()) {
      values.add(ArrowValue.of(field.type()));
    }
  }

  /**
   * Converts an Arrow schema.
   *
   * @throws io.albis.format.error.InvalidSchemaException if Albis does not support the type of a
   *     column
   */
  public static Schema schema(org.apache.arrow.vector.types.pojo.Schema arrow) {
    return ArrowTypes.schema(arrow);
  }

  /**
   * Writes all rows of a batch, which must have the columns of the table in the same order.
   *
   * @throws IllegalArgumentException if the number of columns differs
   * @throws io.albis.format.error.InvalidValueException if a required column has no value
   * @throws io.albis.format.error.TypeMismatchException if the type of a column differs; no rows
   *     are written
   * @throws io.albis.format.error.InvalidSchemaException if Albis does not support the type of a
   *     column, or the column is dictionary-encoded; no rows are written
   */
  public void write(VectorSchemaRoot batch) {
    if (batch.getFieldVectors().size() != values.size()) {
      throw new IllegalArgumentException(
          "Cannot write batch: it has "
              + batch.getFieldVectors().size()
              + " columns (expected "
              + schema.fields().size()
              + ")");
    }
    // Usually the same object for each batch, for which equals is cheap.
    if (!batch.getSchema().equals(checked)) {
      for (int i = 0; i < values.size(); i++) {
        ArrowTypes.requireSame(schema.fields().get(i), batch.getVector(i).getField());
      }
      checked = batch.getSchema();
    }
    for (int row = 0; row < batch.getRowCount(); row++) {
      for (int i = 0; i < values.size(); i++) {
        values.get(i).write(batch.getVector(i), row, rows.value(i));
      }
      rows.endRow();
    }
  }
}
