// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import java.util.Iterator;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Reads all values of a cached data frame as Spark's operators get them, as columns if the
 * serializer returns columns and otherwise as rows, without these operators.
 */
final class CacheScan {

  /** Keeps the JIT compiler from leaving out the reads. */
  private static final AtomicLong SINK = new AtomicLong();

  private CacheScan() {}

  /** Runs a job that reads all values. */
  static void run(Dataset<Row> frame) {
    SparkPlan scan = find(frame.queryExecution().executedPlan());
    String[] types = types(frame.schema());
    if (scan.supportsColumnar()) {
      scan.executeColumnar().toJavaRDD().foreachPartition(batches -> readColumns(batches, types));
    } else {
      scan.execute().toJavaRDD().foreachPartition(rows -> readRows(rows, types));
    }
  }

  private static SparkPlan find(SparkPlan plan) {
    if (plan instanceof InMemoryTableScanExec) {
      return plan;
    }
    for (SparkPlan child : CollectionConverters.asJava(plan.children())) {
      SparkPlan found = find(child);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static String[] types(StructType schema) {
    String[] types = new String[schema.length()];
    for (int i = 0; i < types.length; i++) {
      DataType type = schema.fields()[i].dataType();
      types[i] = type.typeName();
    }
    return types;
  }

  private static void readColumns(Iterator<ColumnarBatch> batches, String[] types) {
    long sum = 0;
    while (batches.hasNext()) {
      ColumnarBatch batch = batches.next();
      for (int i = 0; i < types.length; i++) {
        sum += sum(batch.column(i), types[i], batch.numRows());
      }
    }
    SINK.addAndGet(sum);
  }

  private static long sum(ColumnVector column, String type, int rows) {
    return switch (type) {
      case "integer" -> sumOfInts(column, rows);
      case "long" -> sumOfLongs(column, rows);
      case "double" -> sumOfDoubles(column, rows);
      default -> sumOfStrings(column, rows);
    };
  }

  private static long sumOfInts(ColumnVector column, int rows) {
    long sum = 0;
    for (int row = 0; row < rows; row++) {
      sum += column.isNullAt(row) ? 0 : column.getInt(row);
    }
    return sum;
  }

  private static long sumOfLongs(ColumnVector column, int rows) {
    long sum = 0;
    for (int row = 0; row < rows; row++) {
      sum += column.isNullAt(row) ? 0 : column.getLong(row);
    }
    return sum;
  }

  private static long sumOfDoubles(ColumnVector column, int rows) {
    double sum = 0;
    for (int row = 0; row < rows; row++) {
      sum += column.isNullAt(row) ? 0 : column.getDouble(row);
    }
    return (long) sum;
  }

  private static long sumOfStrings(ColumnVector column, int rows) {
    long sum = 0;
    for (int row = 0; row < rows; row++) {
      sum += column.isNullAt(row) ? 0 : firstBytes(column.getUTF8String(row));
    }
    return sum;
  }

  private static long firstBytes(UTF8String string) {
    return (long) string.numBytes()
        + Platform.getByte(string.getBaseObject(), string.getBaseOffset());
  }

  private static void readRows(Iterator<InternalRow> rows, String[] types) {
    long sum = 0;
    while (rows.hasNext()) {
      InternalRow row = rows.next();
      for (int i = 0; i < types.length; i++) {
        if (!row.isNullAt(i)) {
          sum +=
              switch (types[i]) {
                case "integer" -> row.getInt(i);
                case "long" -> row.getLong(i);
                case "double" -> (long) row.getDouble(i);
                default -> firstBytes(row.getUTF8String(i));
              };
        }
      }
    }
    SINK.addAndGet(sum);
  }
}
