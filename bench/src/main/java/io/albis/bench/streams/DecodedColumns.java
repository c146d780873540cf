// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.streams;

import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Decoded values of some rows, in arrays that are used again. */
final class DecodedColumns implements Columns {

  /** Number of rows that are decoded at a time; their values fit into the processor's caches. */
  static final int ROWS = 4096;

  private final boolean[][] nulls;
  private final int[][] ints;
  private final double[][] doubles;
  private final String[][] texts;
  private int rowCount;

  DecodedColumns(List<ColumnDescriptor> columns) {
    int count = columns.size();
    nulls = new boolean[count][ROWS];
    ints = new int[count][];
    doubles = new double[count][];
    texts = new String[count][];
    for (int i = 0; i < count; i++) {
      PrimitiveTypeName type = columns.get(i).getPrimitiveType().getPrimitiveTypeName();
      switch (type) {
        case INT32 -> ints[i] = new int[ROWS];
        case DOUBLE -> doubles[i] = new double[ROWS];
        case BINARY -> texts[i] = new String[ROWS];
        case INT64, FLOAT, BOOLEAN, INT96, FIXED_LEN_BYTE_ARRAY ->
            throw new IllegalStateException("Cannot read Parquet column " + columns.get(i));
      }
    }
  }

  /** Decodes the next rows of all columns. */
  void read(ColumnReader[] readers, int count) {
    rowCount = count;
    for (int i = 0; i < readers.length; i++) {
      int defined = readers[i].getDescriptor().getMaxDefinitionLevel();
      if (ints[i] != null) {
        readInts(readers[i], defined, nulls[i], ints[i], count);
      } else if (doubles[i] != null) {
        readDoubles(readers[i], defined, nulls[i], doubles[i], count);
      } else {
        readTexts(readers[i], defined, nulls[i], texts[i], count);
      }
    }
  }

  private static void readInts(
      ColumnReader reader, int defined, boolean[] nulls, int[] values, int count) {
    for (int row = 0; row < count; row++) {
      nulls[row] = reader.getCurrentDefinitionLevel() != defined;
      if (!nulls[row]) {
        values[row] = reader.getInteger();
      }
      reader.consume();
    }
  }

  private static void readDoubles(
      ColumnReader reader, int defined, boolean[] nulls, double[] values, int count) {
    for (int row = 0; row < count; row++) {
      nulls[row] = reader.getCurrentDefinitionLevel() != defined;
      if (!nulls[row]) {
        values[row] = reader.getDouble();
      }
      reader.consume();
    }
  }

  private static void readTexts(
      ColumnReader reader, int defined, boolean[] nulls, String[] values, int count) {
    for (int row = 0; row < count; row++) {
      nulls[row] = reader.getCurrentDefinitionLevel() != defined;
      if (!nulls[row]) {
        values[row] = reader.getBinary().toStringUsingUTF8();
      }
      reader.consume();
    }
  }

  @Override
  public int rowCount() {
    return rowCount;
  }

  @Override
  public boolean isNull(int column, int row) {
    return nulls[column][row];
  }

  @Override
  public int getInt(int column, int row) {
    return ints[column][row];
  }

  @Override
  public double getDouble(int column, int row) {
    return doubles[column][row];
  }

  @Override
  public String getText(int column, int row) {
    return texts[column][row];
  }
}
