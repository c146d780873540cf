// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.spark.internal.type.NanosecondMode;
import io.albis.spark.internal.write.StructRows;
import io.albis.spark.internal.write.VectorInputs;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * Collects rows, and makes a cached batch of them: rows of Spark's binary form are copied as they
 * are, and from there column by column, while they are in the cache of the processor. Vectors are
 * copied by columns. Not thread-safe.
 */
final class BatchBuilder implements AutoCloseable {

  /** Bytes of the slots of the rows that are not in columns yet. */
  private static final int ROW_BYTES = 128 << 10;

  private static final int MIN_ROWS = 64;
  private static final int MAX_ROWS = 4096;

  /** Bytes of strings, lists and maps after which rows become columns. */
  private static final long MAX_VARIABLE_BYTES = 1L << 20;

  /** Rows after which these bytes are looked at. */
  private static final int ROWS_BETWEEN_CHECKS = 16;

  private final CacheSchema schema;
  private final UnsafeProjection toStatistics;
  private final StructRows rows;
  private final int maxRows;
  private final List<ColumnBuilder> columns = new ArrayList<>();

  /** Null before the first vectors. */
  private VectorInputs inputs;

  /** Null while all rows have Spark's binary form. */
  private UnsafeProjection projection;

  private int columnRows;

  BatchBuilder(CacheSchema schema) {
    this.schema = schema;
    this.toStatistics = schema.statistics();
    this.rows = new StructRows("", schema.fields(), NanosecondMode.AS_LONG, Region.allocator());
    this.maxRows = Math.max(MIN_ROWS, Math.min(MAX_ROWS, ROW_BYTES / rows.stride()));
    schema
        .fields()
        .forEach(field -> columns.add(ColumnBuilder.of(field.type(), Region.allocator())));
  }

  void add(InternalRow row) {
    UnsafeRow binary = binary(row);
    rows.add(binary.getBaseObject(), binary.getBaseOffset());
    int count = rows.count();
    if (count == maxRows
        || count % ROWS_BETWEEN_CHECKS == 0 && rows.variableBytes() > MAX_VARIABLE_BYTES) {
      flush();
    }
  }

  private UnsafeRow binary(InternalRow row) {
    if (row instanceof UnsafeRow binary) {
      return binary;
    }
    if (projection == null) {
      projection = UnsafeProjection.create(schema.columns());
    }
    return projection.apply(row);
  }

  /** Adds rows of vectors, of types that {@link CacheSchema#areVectorsSupported} allows. */
  void add(ColumnarBatch batch, int from, int count) {
    if (inputs == null) {
      inputs = new VectorInputs(schema.fields(), schema.columns(), columns::get);
    }
    if (!inputs.canSet(batch, from, count)) {
      for (int row = from; row < from + count; row++) {
        add(batch.getRow(row));
      }
      return;
    }
    flush();
    inputs.set(batch, from, count);
    columns.forEach(column -> column.append(0, count));
    columnRows += count;
  }

  private void flush() {
    if (rows.count() > 0) {
      int count = rows.count();
      rows.setTo(columns::get);
      for (ColumnBuilder column : columns) {
        column.append(0, count);
      }
      columnRows += count;
      rows.clear();
    }
  }

  int rowCount() {
    return columnRows + rows.count();
  }

  /** Bytes of all rows, without those that are not in columns yet. */
  long bytes() {
    return StructBuilder.bytes(columns);
  }

  /**
   * Makes a batch of all rows, and removes them.
   *
   * @param mapping whether the region stays in memory
   */
  AlbisCachedBatch build(Mapping mapping) {
    flush();
    NodePlaces places = new NodePlaces(schema.nodeCount());
    Object[] statistics = new Object[columns.size() * AlbisCachedBatch.STATISTICS];
    StructField[] fields = schema.columns().fields();
    long end = 0;
    for (int i = 0; i < fields.length; i++) {
      ColumnBuilder column = columns.get(i);
      long start = end;
      end = column.place(0, start, places, schema.firstNode(i));
      int at = i * AlbisCachedBatch.STATISTICS;
      ColumnBounds.find(column, fields[i].dataType(), statistics, at);
      statistics[at + 2] = column.nullCount();
      statistics[at + 3] = column.rowCount();
      statistics[at + 4] = end - start;
    }
    Region.InMemory region = Region.allocate(end);
    long position = 0;
    for (int i = 0; i < fields.length; i++) {
      position = columns.get(i).place(region.address(), position, places, schema.firstNode(i));
      columns.get(i).clear();
    }
    AlbisCachedBatch batch =
        new AlbisCachedBatch(
            new AlbisCachedBatch.Content(
                columnRows,
                places,
                toStatistics.apply(new GenericInternalRow(statistics)).copy(),
                mapping,
                TaskBatches.place(region, mapping)));
    columnRows = 0;
    return batch;
  }

  @Override
  public void close() {
    rows.close();
    columns.forEach(ColumnBuilder::close);
  }
}
