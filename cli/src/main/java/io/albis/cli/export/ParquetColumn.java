// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import io.albis.cli.row.RowColumn;
import io.albis.format.schema.Type;
import io.albis.format.schema.TypeKind;
import io.albis.reader.ColumnVector;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;

/**
 * Writes the values of a leaf to a column writer of parquet-java, with one loop for each physical
 * type. Not thread-safe.
 */
final class ParquetColumn {

  private final RowColumn leaf;
  private final PrimitiveType target;
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
  ParquetColumn(RowColumn leaf, ParquetLevels levels, ColumnDescriptor descriptor) {
    this.leaf = leaf;
    this.levels = levels;
    this.target = descriptor.getPrimitiveType();
    this.maxDefinition = descriptor.getMaxDefinitionLevel();
    this.bytes = new ParquetBytes(leaf.field().type(), target, leaf.path());
    this.isUnsigned =
        target.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation integer
            && !integer.isSigned();
    this.bitWidth =
        target.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation integer
            ? integer.getBitWidth()
            : 0;
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
    switch (target.getPrimitiveTypeName()) {
      case BOOLEAN -> booleans(vector);
      case INT32 -> int32(vector);
      case INT64 -> int64(vector);
      case FLOAT -> floats(vector);
      case DOUBLE -> doubles(vector);
      case INT96, BINARY, FIXED_LEN_BYTE_ARRAY -> binaries(vector);
    }
  }

  private void booleans(ColumnVector vector) {
    int[] rows = levels.rows();
    int[] repetition = levels.repetition();
    for (int i = 0; i < levels.count(); i++) {
      if (rows[i] < 0) {
        writer.writeNull(repetition[i], levels.definition()[i]);
      } else {
        writer.write(vector.getBoolean(rows[i]), repetition[i], maxDefinition);
      }
    }
  }

  private void floats(ColumnVector vector) {
    int[] rows = levels.rows();
    int[] repetition = levels.repetition();
    for (int i = 0; i < levels.count(); i++) {
      if (rows[i] < 0) {
        writer.writeNull(repetition[i], levels.definition()[i]);
      } else {
        writer.write(vector.getFloat(rows[i]), repetition[i], maxDefinition);
      }
    }
  }

  private void doubles(ColumnVector vector) {
    int[] rows = levels.rows();
    int[] repetition = levels.repetition();
    for (int i = 0; i < levels.count(); i++) {
      if (rows[i] < 0) {
        writer.writeNull(repetition[i], levels.definition()[i]);
      } else {
        writer.write(vector.getDouble(rows[i]), repetition[i], maxDefinition);
      }
    }
  }

  private void int32(ColumnVector vector) {
    Type type = leaf.field().type();
    switch (type.physicalType()) {
      case INT8 -> bytes(vector);
      case INT16 -> shorts(vector);
      case INT32 -> ints(vector);
      case INT64, DECIMAL32, DECIMAL64, DECIMAL128 -> narrow(vector);
      case BOOLEAN, FLOAT, DOUBLE, STRING, BINARY, FIXED_BINARY, UUID -> throw mismatch();
      case STRUCT, LIST, MAP -> throw mismatch();
    }
  }

  private void bytes(ColumnVector vector) {
    int[] rows = levels.rows();
    int[] repetition = levels.repetition();
    for (int i = 0; i < levels.count(); i++) {
      if (rows[i] < 0) {
        writer.writeNull(repetition[i], levels.definition()[i]);
      } else {
        writer.write(checked(vector.getByte(rows[i])), repetition[i], maxDefinition);
      }
    }
  }

  private void shorts(ColumnVector vector) {
    int[] rows = levels.rows();
    int[] repetition = levels.repetition();
    for (int i = 0; i < levels.count(); i++) {
      if (rows[i] < 0) {
        writer.writeNull(repetition[i], levels.definition()[i]);
      } else {
        writer.write(checked(vector.getShort(rows[i])), repetition[i], maxDefinition);
      }
    }
  }

  private void ints(ColumnVector vector) {
    int[] rows = levels.rows();
    int[] repetition = levels.repetition();
    for (int i = 0; i < levels.count(); i++) {
      if (rows[i] < 0) {
        writer.writeNull(repetition[i], levels.definition()[i]);
      } else {
        writer.write(checked(vector.getInt(rows[i])), repetition[i], maxDefinition);
      }
    }
  }

  /** Writes 64-bit values as 32 bits. */
  private void narrow(ColumnVector vector) {
    boolean isDecimal = leaf.field().type().kind() == TypeKind.DECIMAL;
    int[] rows = levels.rows();
    int[] repetition = levels.repetition();
    for (int i = 0; i < levels.count(); i++) {
      if (rows[i] < 0) {
        writer.writeNull(repetition[i], levels.definition()[i]);
      } else {
        long value = isDecimal ? vector.getUnscaledLong(rows[i]) : vector.getLong(rows[i]);
        if (!isUnsigned && value != (int) value) {
          throw bytes.refused(String.valueOf(vector.getObject(rows[i])));
        }
        writer.write(checked(value), repetition[i], maxDefinition);
      }
    }
  }

  /** Returns a value as 32 bits; of an unsigned type only if it is in its range. */
  private int checked(long value) {
    if (isUnsigned && (value < 0 || value >>> bitWidth != 0)) {
      throw bytes.refused(String.valueOf(value));
    }
    return (int) value;
  }

  private void int64(ColumnVector vector) {
    Type type = leaf.field().type();
    switch (type.physicalType()) {
      case INT64 -> longs(vector);
      case DECIMAL32, DECIMAL64 -> unscaled(vector);
      case DECIMAL128 -> unsignedLongs(vector);
      case BOOLEAN, INT8, INT16, INT32, FLOAT, DOUBLE, STRING, BINARY -> throw mismatch();
      case FIXED_BINARY, UUID, STRUCT, LIST, MAP -> throw mismatch();
    }
  }

  private void longs(ColumnVector vector) {
    int[] rows = levels.rows();
    int[] repetition = levels.repetition();
    for (int i = 0; i < levels.count(); i++) {
      if (rows[i] < 0) {
        writer.writeNull(repetition[i], levels.definition()[i]);
      } else {
        writer.write(vector.getLong(rows[i]), repetition[i], maxDefinition);
      }
    }
  }

  private void unscaled(ColumnVector vector) {
    int[] rows = levels.rows();
    int[] repetition = levels.repetition();
    for (int i = 0; i < levels.count(); i++) {
      if (rows[i] < 0) {
        writer.writeNull(repetition[i], levels.definition()[i]);
      } else {
        writer.write(vector.getUnscaledLong(rows[i]), repetition[i], maxDefinition);
      }
    }
  }

  /** Writes decimals of 16 bytes as unsigned integers of 8. */
  private void unsignedLongs(ColumnVector vector) {
    int[] rows = levels.rows();
    int[] repetition = levels.repetition();
    for (int i = 0; i < levels.count(); i++) {
      if (rows[i] < 0) {
        writer.writeNull(repetition[i], levels.definition()[i]);
      } else {
        writer.write(bytes.unsignedLong(vector, rows[i]), repetition[i], maxDefinition);
      }
    }
  }

  private void binaries(ColumnVector vector) {
    int[] rows = levels.rows();
    int[] repetition = levels.repetition();
    for (int i = 0; i < levels.count(); i++) {
      if (rows[i] < 0) {
        writer.writeNull(repetition[i], levels.definition()[i]);
      } else {
        writer.write(bytes.of(vector, rows[i]), repetition[i], maxDefinition);
      }
    }
  }

  private IllegalStateException mismatch() {
    return new IllegalStateException("Cannot store " + leaf.field().type() + " as " + target);
  }
}
