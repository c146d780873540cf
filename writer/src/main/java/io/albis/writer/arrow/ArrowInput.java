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
 * Writes batches of Arrow. One belongs to one row writer, and like it to one thread.
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

  /** What the last batch was of. */
  private org.apache.arrow.vector.types.pojo.Schema checked;

  /**
   * Writes to a row writer, which is not closed here.
   *
   * @param schema of the table
   */
  public ArrowInput(Schema schema, RowWriter rows) {
    this.schema = schema;
    this.rows = rows;
    for (Field field : schema.fields()) {
      values.add(ArrowValue.of(field.type()));
    }
  }

  /**
   * The columns of Albis for a schema of Arrow.
   *
   * @throws io.albis.format.error.InvalidSchemaException for a type that Albis does not have: it
   *     names the column
   */
  public static Schema schema(org.apache.arrow.vector.types.pojo.Schema arrow) {
    return ArrowTypes.schema(arrow);
  }

  /**
   * Writes all rows of a batch; its columns are those of the table, in the same order.
   *
   * @throws IllegalArgumentException if there are more or fewer
   * @throws io.albis.format.error.InvalidValueException if a required column has no value
   * @throws io.albis.format.error.TypeMismatchException if a column is of another type; nothing is
   *     written then
   * @throws io.albis.format.error.InvalidSchemaException if a column is of a type that Albis does
   *     not have, or is encoded by a dictionary; nothing is written then
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
    // Mostly it is the same object each time, and equal otherwise.
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
