// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import io.albis.format.schema.Field;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import java.util.List;
import java.util.OptionalLong;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Sums Spark vectors with their getters, like the code that Spark generates: getters of ranges
 * would copy.
 */
final class SparkSums {

  private final List<Field> fields;
  private final OptionalLong below;
  private final Totals totals;

  SparkSums(ScanRequest request, Totals totals) {
    this.fields = request.schema().fields();
    this.below = request.below();
    this.totals = totals;
  }

  /** Adds the rows of a batch that are selected. */
  void add(ColumnarBatch batch) {
    int rows = below.isPresent() ? rowsBelow(batch.column(0), batch.numRows()) : batch.numRows();
    int leaf = 0;
    for (int i = 0; rows > 0 && i < fields.size(); i++) {
      leaf = field(fields.get(i), batch.column(i), rows, leaf);
    }
  }

  /** Number of leading rows of the sorted batch whose value is below the bound. */
  private int rowsBelow(ColumnVector column, int rowCount) {
    boolean isLong = fields.get(0).type().kind() == TypeKind.INT64;
    int rows = 0;
    while (rows < rowCount
        && (isLong ? column.getLong(rows) : column.getInt(rows)) < below.getAsLong()) {
      rows++;
    }
    return rows;
  }

  /** Adds a field and returns the leaf after its leaves. */
  private int field(Field field, ColumnVector column, int rows, int firstLeaf) {
    Type type = field.type();
    switch (type.kind()) {
      case STRUCT -> {
        // If a struct is null, so are its fields.
        int leaf = firstLeaf;
        for (int i = 0; i < type.children().size(); i++) {
          leaf = field(type.children().get(i), column.getChild(i), rows, leaf);
        }
        return leaf;
      }
      case LIST ->
          field(
              type.children().get(0),
              column.getChild(0),
              elements((WritableColumnVector) column, rows),
              firstLeaf);
      case FLOAT -> totals.addReals(firstLeaf, values(column, rows), floats(column, rows));
      case DOUBLE -> totals.addReals(firstLeaf, values(column, rows), doubles(column, rows));
      case BOOLEAN, INT8, INT16, INT32, INT64, DECIMAL, DATE, TIMESTAMP, STRING, BINARY ->
          totals.addIntegers(firstLeaf, values(column, rows), integers(type, column, rows));
      case TIME, FIXED_BINARY, UUID, YEAR_MONTH_INTERVAL, DAY_TIME_INTERVAL, MAP ->
          throw new IllegalStateException("Cannot add values of " + type);
    }
    return firstLeaf + 1;
  }

  /**
   * Returns the end of the elements of the first rows. Elements are in row order; a null or empty
   * list has one null element.
   */
  private static int elements(WritableColumnVector lists, int rows) {
    for (int row = rows - 1; row >= 0; row--) {
      if (!lists.isNullAt(row)) {
        return lists.getArrayOffset(row) + lists.getArrayLength(row);
      }
    }
    return 0;
  }

  private static int values(ColumnVector column, int rows) {
    if (!column.hasNull()) {
      return rows;
    }
    int count = rows;
    for (int row = 0; row < rows; row++) {
      if (column.isNullAt(row)) {
        count--;
      }
    }
    return count;
  }

  private static long integers(Type type, ColumnVector column, int rows) {
    return switch (type.kind()) {
      case BOOLEAN -> booleans(column, rows);
      case INT8 -> bytes(column, rows);
      case INT16 -> shorts(column, rows);
      case INT32, DATE -> ints(column, rows);
      case INT64 -> longs(column, rows);
      // Spark converts all units to microseconds.
      case TIMESTAMP ->
          type.unit() == TimeUnit.MILLIS ? longs(column, rows) / 1000 : longs(column, rows);
      case DECIMAL -> {
        if (type.precision() <= 9) {
          yield ints(column, rows);
        }
        yield type.precision() <= 18 ? longs(column, rows) : decimals(column, rows);
      }
      case STRING -> strings(column, rows);
      case BINARY -> binaries(column, rows);
      case FLOAT,
          DOUBLE,
          TIME,
          FIXED_BINARY,
          UUID,
          YEAR_MONTH_INTERVAL,
          DAY_TIME_INTERVAL,
          STRUCT,
          LIST,
          MAP ->
          throw new IllegalStateException("Cannot add values of " + type);
    };
  }

  private static long booleans(ColumnVector column, int rows) {
    boolean hasNull = column.hasNull();
    long sum = 0;
    for (int row = 0; row < rows; row++) {
      if ((!hasNull || !column.isNullAt(row)) && column.getBoolean(row)) {
        sum++;
      }
    }
    return sum;
  }

  private static long bytes(ColumnVector column, int rows) {
    boolean hasNull = column.hasNull();
    long sum = 0;
    for (int row = 0; row < rows; row++) {
      if (!hasNull || !column.isNullAt(row)) {
        sum += column.getByte(row);
      }
    }
    return sum;
  }

  private static long shorts(ColumnVector column, int rows) {
    boolean hasNull = column.hasNull();
    long sum = 0;
    for (int row = 0; row < rows; row++) {
      if (!hasNull || !column.isNullAt(row)) {
        sum += column.getShort(row);
      }
    }
    return sum;
  }

  private static long ints(ColumnVector column, int rows) {
    long sum = 0;
    if (!column.hasNull()) {
      for (int row = 0; row < rows; row++) {
        sum += column.getInt(row);
      }
      return sum;
    }
    for (int row = 0; row < rows; row++) {
      if (!column.isNullAt(row)) {
        sum += column.getInt(row);
      }
    }
    return sum;
  }

  private static long longs(ColumnVector column, int rows) {
    long sum = 0;
    if (!column.hasNull()) {
      for (int row = 0; row < rows; row++) {
        sum += column.getLong(row);
      }
      return sum;
    }
    for (int row = 0; row < rows; row++) {
      if (!column.isNullAt(row)) {
        sum += column.getLong(row);
      }
    }
    return sum;
  }

  private static double floats(ColumnVector column, int rows) {
    boolean hasNull = column.hasNull();
    double sum = 0;
    for (int row = 0; row < rows; row++) {
      if (!hasNull || !column.isNullAt(row)) {
        sum += column.getFloat(row);
      }
    }
    return sum;
  }

  /** Several independent sums, to hide the latency of additions. */
  private static double doubles(ColumnVector column, int rows) {
    double a = 0;
    double b = 0;
    int row = 0;
    if (!column.hasNull()) {
      double c = 0;
      double d = 0;
      for (; row + 3 < rows; row += 4) {
        a += column.getDouble(row);
        b += column.getDouble(row + 1);
        c += column.getDouble(row + 2);
        d += column.getDouble(row + 3);
      }
      for (; row < rows; row++) {
        a += column.getDouble(row);
      }
      return (a + b) + (c + d);
    }
    for (; row + 1 < rows; row += 2) {
      if (!column.isNullAt(row)) {
        a += column.getDouble(row);
      }
      if (!column.isNullAt(row + 1)) {
        b += column.getDouble(row + 1);
      }
    }
    return row < rows && !column.isNullAt(row) ? a + b + column.getDouble(row) : a + b;
  }

  /** Decimals of more than 18 digits. */
  private static long decimals(ColumnVector column, int rows) {
    long sum = 0;
    for (int row = 0; row < rows; row++) {
      if (!column.isNullAt(row)) {
        byte[] unscaled = column.getBinary(row);
        sum += Values.low64(unscaled, 0, unscaled.length);
      }
    }
    return sum;
  }

  private static long strings(ColumnVector column, int rows) {
    boolean hasNull = column.hasNull();
    long sum = 0;
    for (int row = 0; row < rows; row++) {
      if (!hasNull || !column.isNullAt(row)) {
        UTF8String text = column.getUTF8String(row);
        int length = text.numBytes();
        if (length > 0) {
          sum += length + (text.getByte(0) & 0xFF) + (text.getByte(length - 1) & 0xFF);
        }
      }
    }
    return sum;
  }

  private static long binaries(ColumnVector column, int rows) {
    long sum = 0;
    for (int row = 0; row < rows; row++) {
      if (!column.isNullAt(row)) {
        byte[] bytes = column.getBinary(row);
        sum += Values.ofBytes(bytes, 0, bytes.length);
      }
    }
    return sum;
  }
}
