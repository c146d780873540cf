// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import io.albis.convert.internal.row.RowField;
import io.albis.format.schema.PhysicalType;
import io.albis.reader.ColumnVector;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Writes the values of a leaf to a column writer of parquet-java. Not thread-safe. */
final class ParquetColumn {

  private final RowField leaf;
  private final PhysicalType type;
  private final PrimitiveTypeName stored;
  private final int maxDefinition;
  private final ParquetLevels levels;
  private final ParquetBytes bytes;
  private final boolean isUnsigned;
  private final int bitWidth;
  private ColumnWriter writer;

  /**
   * Creates a writer.
   *
   * @param levels those of the leaf
   * @param descriptor the column in the Parquet schema
   */
  ParquetColumn(RowField leaf, ParquetLevels levels, ColumnDescriptor descriptor) {
    this.leaf = leaf;
    this.levels = levels;
    PrimitiveType target = descriptor.getPrimitiveType();
    this.type = leaf.field().type().physicalType();
    this.stored = target.getPrimitiveTypeName();
    this.maxDefinition = descriptor.getMaxDefinitionLevel();
    this.bytes = new ParquetBytes(leaf.field().type(), target, leaf.path());
    if (target.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation integer) {
      this.isUnsigned = !integer.isSigned();
      this.bitWidth = integer.getBitWidth();
    } else {
      this.isUnsigned = false;
      this.bitWidth = 0;
    }
  }

  /** Sets the column writer of the current row group. */
  void writer(ColumnWriter newWriter) {
    writer = newWriter;
  }

  /**
   * Writes rows of the current batch.
   *
   * @throws io.albis.format.error.InvalidArgumentException if the type cannot hold a value
   */
  void write(int start, int count) {
    levels.compute(start, count);
    ColumnVector vector = leaf.vector();
    int[] rows = levels.rows();
    int[] repetition = levels.repetition();
    for (int i = 0; i < levels.count(); i++) {
      if (rows[i] < 0) {
        writer.writeNull(repetition[i], levels.definition()[i]);
      } else {
        write(vector, rows[i], repetition[i]);
      }
    }
  }

  private void write(ColumnVector vector, int row, int repetition) {
    switch (stored) {
      case BOOLEAN -> writer.write(vector.getBoolean(row), repetition, maxDefinition);
      case INT32 -> writer.write(int32(vector, row), repetition, maxDefinition);
      case INT64 -> writer.write(int64(vector, row), repetition, maxDefinition);
      case FLOAT -> writer.write(vector.getFloat(row), repetition, maxDefinition);
      case DOUBLE -> writer.write(vector.getDouble(row), repetition, maxDefinition);
      case INT96, BINARY, FIXED_LEN_BYTE_ARRAY ->
          writer.write(bytes.of(vector, row), repetition, maxDefinition);
    }
  }

  /** Returns a value as 32 bits, if it is in the range of the Parquet type. */
  private int int32(ColumnVector vector, int row) {
    long value =
        switch (type) {
          case INT8 -> vector.getByte(row);
          case INT16 -> vector.getShort(row);
          case INT32 -> vector.getInt(row);
          case INT64 -> vector.getLong(row);
          case DECIMAL32, DECIMAL64, DECIMAL128 -> vector.getUnscaledLong(row);
          case BOOLEAN, FLOAT, DOUBLE, STRING, BINARY, FIXED_BINARY, UUID -> throw mismatch();
          case STRUCT, LIST, MAP -> throw mismatch();
        };
    if (isUnsigned ? value < 0 || value >>> bitWidth != 0 : value != (int) value) {
      throw bytes.refused(String.valueOf(vector.getObject(row)));
    }
    return (int) value;
  }

  private long int64(ColumnVector vector, int row) {
    return switch (type) {
      case INT64 -> vector.getLong(row);
      case DECIMAL32, DECIMAL64 -> vector.getUnscaledLong(row);
      case DECIMAL128 -> bytes.unsignedLong(vector, row);
      case BOOLEAN, INT8, INT16, INT32, FLOAT, DOUBLE, STRING, BINARY -> throw mismatch();
      case FIXED_BINARY, UUID, STRUCT, LIST, MAP -> throw mismatch();
    };
  }

  private IllegalStateException mismatch() {
    return new IllegalStateException("Cannot store " + leaf.field().type() + " as " + stored);
  }
}
