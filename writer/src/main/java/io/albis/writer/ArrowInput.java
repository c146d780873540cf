// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.writer.internal.arrow.ArrowColumn;
import io.albis.writer.internal.arrow.ArrowTypes;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;

/**
 * Writes Arrow batches to a batch writer, buffer by buffer. For one thread, like the batch writer.
 *
 * <pre>{@code
 * try (TableWriter writer = TableWriter.create(uri, ArrowInput.schema(root.getSchema())).open()) {
 *   try (BatchWriter batches = writer.newBatchWriter()) {
 *     ArrowInput input = new ArrowInput(writer.schema(), batches);
 *     while (reader.loadNextBatch()) {
 *       input.write(root);
 *     }
 *   }
 *   writer.commit();
 * }
 * }</pre>
 *
 * <p>The writer reads the buffers of vectors in place, where Albis stores values in the same form.
 * Others are converted first: unsigned integers to the next larger type (64 bits to a decimal of 20
 * digits), half floats to floats, seconds to milliseconds, dates in milliseconds to days, durations
 * to microseconds, decimals of 256 bits to 128 bits, large strings, string views, large lists and
 * lists of fixed size to strings and lists, the type of nulls only to int32. Dictionary-encoded
 * columns are decoded.
 */
public final class ArrowInput {

  private final Schema schema;
  private final BatchWriter batches;
  private final DictionaryProvider dictionaries;
  private final List<ArrowColumn> columns = new ArrayList<>();

  /** The schema of the last batch, which was checked. */
  private org.apache.arrow.vector.types.pojo.Schema checked;

  /**
   * Writes to a batch writer, which the caller closes.
   *
   * @param schema the schema of the table
   */
  public ArrowInput(Schema schema, BatchWriter batches) {
    this(schema, batches, new DictionaryProvider.MapDictionaryProvider());
  }

  /**
   * Writes to a batch writer, which the caller closes.
   *
   * @param schema the schema of the table
   * @param dictionaries of dictionary-encoded columns, such as an {@code ArrowReader}
   */
  public ArrowInput(Schema schema, BatchWriter batches, DictionaryProvider dictionaries) {
    this.schema = schema;
    this.batches = batches;
    this.dictionaries = dictionaries;
    for (int i = 0; i < schema.fields().size(); i++) {
      Field field = schema.fields().get(i);
      columns.add(new ArrowColumn(field.type(), field.name(), batches.column(i), dictionaries));
    }
  }

  /**
   * Converts an Arrow schema without dictionary-encoded columns.
   *
   * @throws io.albis.format.error.InvalidArgumentException if Albis does not support the type of a
   *     column
   */
  public static Schema schema(org.apache.arrow.vector.types.pojo.Schema arrow) {
    return schema(arrow, new DictionaryProvider.MapDictionaryProvider());
  }

  /**
   * Converts an Arrow schema.
   *
   * @param dictionaries of dictionary-encoded columns, which get the type of the values
   * @throws io.albis.format.error.InvalidArgumentException if Albis does not support the type of a
   *     column, or a dictionary is missing
   */
  public static Schema schema(
      org.apache.arrow.vector.types.pojo.Schema arrow, DictionaryProvider dictionaries) {
    return ArrowTypes.schema(arrow, dictionaries);
  }

  /**
   * Writes all rows of a batch, which must have the columns of the table in the same order.
   *
   * @throws IllegalArgumentException if the number of columns differs
   * @throws io.albis.format.error.InvalidArgumentException if a required column has no value, Albis
   *     cannot represent a value, or buffers are too short for the number of rows; rows may have
   *     been written
   * @throws io.albis.format.error.InvalidArgumentException if the type of a column differs; no rows
   *     are written
   * @throws io.albis.format.error.InvalidArgumentException if Albis does not support the type of a
   *     column, or its dictionary is missing; no rows are written
   */
  public void write(VectorSchemaRoot batch) {
    if (batch.getFieldVectors().size() != columns.size()) {
      throw new IllegalArgumentException(
          "Cannot write batch: it has "
              + batch.getFieldVectors().size()
              + " columns (expected "
              + schema.fields().size()
              + ")");
    }
    // Usually the same object for each batch, for which equals is cheap.
    if (!batch.getSchema().equals(checked)) {
      for (int i = 0; i < columns.size(); i++) {
        ArrowTypes.requireSame(schema.fields().get(i), batch.getVector(i).getField(), dictionaries);
      }
      checked = batch.getSchema();
    }
    int rows = batch.getRowCount();
    try {
      for (int i = 0; rows > 0 && i < columns.size(); i++) {
        columns.get(i).set(batch.getVector(i), rows);
      }
      batches.endBatch(rows);
    } finally {
      columns.forEach(ArrowColumn::release);
    }
  }
}
