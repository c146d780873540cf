// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.reader.BatchCursor;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.Table;
import io.albis.spark.internal.type.SparkTypes;
import io.albis.spark.internal.vector.SparkBatch;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.execution.vectorized.OffHeapColumnVector;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** A batch of {@link BenchmarkValues}, in vectors of Albis or of Spark. */
final class VectorColumns implements AutoCloseable {

  private final ColumnarBatch batch;

  /** Null for Spark's vectors, as are the following fields. */
  private final Path directory;

  private final Table table;
  private final BatchCursor cursor;

  private VectorColumns(ColumnarBatch batch, Path directory, Table table, BatchCursor cursor) {
    this.batch = batch;
    this.directory = directory;
    this.table = table;
    this.cursor = cursor;
  }

  /** Creates a batch of all rows. */
  static VectorColumns create(VectorKind kind, BenchmarkValues values) throws IOException {
    StructType types = type(values);
    int rows = values.rowCount();
    return switch (kind) {
      case SPARK_OFF_HEAP -> spark(OffHeapColumnVector.allocateColumns(rows, types), values);
      case SPARK_ON_HEAP -> spark(OnHeapColumnVector.allocateColumns(rows, types), values);
      case ALBIS_COLUMNS, ALBIS_SELECTED -> albis(kind, ColumnGroupSpec.single(), values, types);
      case ALBIS_ROWS -> albis(kind, ColumnGroupSpec.all(), values, types);
    };
  }

  private static VectorColumns spark(WritableColumnVector[] vectors, BenchmarkValues values) {
    values.put(vectors);
    return new VectorColumns(new ColumnarBatch(vectors, values.rowCount()), null, null, null);
  }

  private static VectorColumns albis(
      VectorKind kind, ColumnGroupSpec groups, BenchmarkValues values, StructType types)
      throws IOException {
    Path directory = Files.createTempDirectory("albis-vectors");
    String uri = directory.resolve("table").toUri().toString();
    try (TableWriter writer =
        TableWriter.create(uri, values.schema()).columnGroups(groups).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        values.write(rows);
      }
      writer.commit();
    }
    Table table = Table.open(uri);
    DatasetScan scan = table.scan();
    if (kind == VectorKind.ALBIS_SELECTED) {
      scan = scan.filter(Predicate.greaterThan("n", 0));
    }
    BatchCursor cursor = scan.batches();
    cursor.next();
    ColumnarBatch batch = new SparkBatch(types).set(cursor.batch());
    if (batch.numRows() < values.rowCount() - 1) {
      throw new IllegalStateException("The segments hold " + batch.numRows() + " rows only");
    }
    return new VectorColumns(batch, directory, table, cursor);
  }

  /** Returns the columns. */
  static StructType type(BenchmarkValues values) {
    return SparkTypes.toSpark(values.schema());
  }

  ColumnarBatch batch() {
    return batch;
  }

  @Override
  public void close() throws IOException {
    if (table == null) {
      batch.close();
      return;
    }
    cursor.close();
    table.close();
    List<Path> files;
    try (Stream<Path> walk = Files.walk(directory)) {
      files = walk.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : files) {
      Files.delete(file);
    }
  }
}
