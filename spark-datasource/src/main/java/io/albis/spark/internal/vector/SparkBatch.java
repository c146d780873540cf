// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.vector;

import io.albis.format.schema.Field;
import io.albis.format.schema.Nesting;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.ColumnBatch;
import io.albis.spark.internal.type.NanosecondMode;
import io.albis.spark.internal.type.SparkTypes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * The batches of a scan as Spark's {@link ColumnarBatch}: always the same object, pointed to one
 * batch after the other. That copies nothing and, once the batches are of the usual size, allocates
 * nothing. It takes time for the lists, maps and structs of the schema only.
 *
 * <p>Rows that a filter has not selected are left out: all columns read the position of their rows
 * from one array.
 *
 * <p>What {@link #set} returns is valid as long as the reader's batch; reading it later throws
 * {@link io.albis.format.error.ClosedException}. Owns no memory. Not thread-safe.
 */
public final class SparkBatch {

  private final StructType columns;
  private final org.apache.spark.sql.vectorized.ColumnVector[] appended;

  /** Null until the first batch. */
  private ColumnarBatch batch;

  private ColumnBatch bound;
  private Schema schema;

  /** The vectors of all columns, and of the fields of structs outside of lists and maps. */
  private SparkVector[] mapped = {};

  /** The columns of the batch, without the appended ones. */
  private SparkVector[] top = {};

  /** The vectors of lists and maps, whose children differ from batch to batch. */
  private SparkVector[] nested = {};

  private int[] positions = {};
  private boolean isSelected;

  /**
   * Creates an instance without a batch.
   *
   * @param schema the columns that the scan reads, as {@code SparkTypes} converts its projected
   *     schema
   */
  public SparkBatch(StructType schema) {
    this(schema, new org.apache.spark.sql.vectorized.ColumnVector[0]);
  }

  /**
   * Creates an instance without a batch.
   *
   * @param schema the columns that the scan reads, as {@code SparkTypes} converts its projected
   *     schema
   * @param appended further vectors, which the caller keeps up to date; they follow the columns and
   *     are not changed
   */
  public SparkBatch(StructType schema, org.apache.spark.sql.vectorized.ColumnVector... appended) {
    this.columns = schema;
    this.appended = appended.clone();
  }

  /**
   * Points the columns to a batch.
   *
   * @return the selected rows of the batch: the same object as long as all batches have the same
   *     schema
   * @throws IllegalArgumentException if the columns are not those of the batch
   */
  public ColumnarBatch set(ColumnBatch source) {
    if (source != bound) {
      bind(source);
    }
    for (SparkVector vector : nested) {
      vector.refreshChildren();
    }
    int count = source.selectedCount();
    if (source.hasSelection()) {
      select(source, count);
    } else if (isSelected) {
      selectAll();
    }
    batch.setNumRows(count);
    return batch;
  }

  private void select(ColumnBatch source, int count) {
    if (positions.length < count) {
      positions = new int[Math.max(count, Math.min(source.rowCount(), 2 * positions.length))];
    }
    int[] rows = positions;
    for (int i = 0; i < count; i++) {
      rows[i] = source.selectedRow(i);
    }
    for (SparkVector vector : mapped) {
      vector.select(rows, count);
    }
    isSelected = true;
  }

  private void selectAll() {
    for (SparkVector vector : mapped) {
      vector.select(null, 0);
    }
    isSelected = false;
  }

  private void bind(ColumnBatch source) {
    if (schema == null || !schema.equals(source.schema())) {
      createVectors(source.schema());
    }
    for (int i = 0; i < top.length; i++) {
      top[i].source(source.column(i));
    }
    bound = source;
  }

  private void createVectors(Schema projected) {
    List<Field> fields = projected.fields();
    if (columns.length() != fields.size()) {
      throw new IllegalArgumentException(
          "Invalid batch: it has "
              + fields.size()
              + " columns (expected "
              + columns.length()
              + ")");
    }
    SparkVector[] vectors = new SparkVector[fields.size()];
    for (int i = 0; i < vectors.length; i++) {
      requireColumn(fields.get(i), columns.fields()[i]);
      vectors[i] = SparkVectors.create(fields.get(i).type(), columns.fields()[i].dataType());
    }
    List<SparkVector> flat = new ArrayList<>();
    List<SparkVector> repeated = new ArrayList<>();
    collect(fields, vectors, flat, repeated);
    org.apache.spark.sql.vectorized.ColumnVector[] all =
        Arrays.copyOf(
            vectors,
            vectors.length + appended.length,
            org.apache.spark.sql.vectorized.ColumnVector[].class);
    System.arraycopy(appended, 0, all, vectors.length, appended.length);
    batch = new ColumnarBatch(all);
    top = vectors;
    mapped = flat.toArray(SparkVector[]::new);
    nested = repeated.toArray(SparkVector[]::new);
    isSelected = false;
    schema = projected;
  }

  private static void requireColumn(Field field, StructField column) {
    DataType type = column.dataType();
    boolean isColumn =
        field.name().equals(column.name())
            && (isTypeOf(field, type, NanosecondMode.AS_LONG)
                || isTypeOf(field, type, NanosecondMode.TRUNCATE));
    if (!isColumn) {
      throw new IllegalArgumentException(
          "Invalid column of the batch: "
              + field
              + " (expected "
              + column.name()
              + " of type "
              + type.catalogString()
              + ")");
    }
  }

  private static boolean isTypeOf(Field field, DataType type, NanosecondMode mode) {
    return SparkTypes.toSpark(field, mode).catalogString().equals(type.catalogString());
  }

  private static void collect(
      List<Field> fields,
      SparkVector[] vectors,
      List<SparkVector> flat,
      List<SparkVector> repeated) {
    for (int i = 0; i < vectors.length; i++) {
      flat.add(vectors[i]);
      Type type = fields.get(i).type();
      if (type.nesting() == Nesting.STRUCT) {
        collect(type.children(), vectors[i].childrenAsStored(), flat, repeated);
      } else if (type.isRepeated()) {
        repeated.add(vectors[i]);
      }
    }
  }
}
