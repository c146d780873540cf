// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.reader.ColumnBatch;
import io.albis.reader.ColumnVector;
import io.albis.storage.internal.memory.Memory;
import org.openjdk.jmh.annotations.CompilerControl;

/**
 * Hand-written loops for exactly this table: the bounds against which the reader is measured. Each
 * sums values of {@link StoreSales}.
 *
 * <p>Each of these loops, and each loop that uses the reader, is compiled separately. Inlined
 * together into one caller, they take up to twice as long.
 */
final class HandWritten {

  /** The bytes of a row: a null word, the doubles, the integers. */
  static final int STRIDE = 8 + 8 * StoreSales.DOUBLES + 4 * StoreSales.INTS;

  private HandWritten() {}

  /** Rejects rows whose layout differs from what {@link #rows} expects. */
  static void requireStride(int stride) {
    if (stride != STRIDE) {
      throw new IllegalStateException("Rows have " + stride + " bytes, not " + STRIDE);
    }
  }

  /** Sums all columns in the row layout, in straight-line code with constant offsets. */
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  static double rows(long address, int rows) {
    long keys = 0;
    double amounts = 0;
    long end = address + (long) rows * STRIDE;
    for (long row = address; row < end; row += STRIDE) {
      long nulls = Memory.getLong(row);
      if ((nulls & 1L << 0) == 0) {
        keys += Memory.getInt(row + 112);
      }
      if ((nulls & 1L << 1) == 0) {
        keys += Memory.getInt(row + 116);
      }
      if ((nulls & 1L << 2) == 0) {
        keys += Memory.getInt(row + 120);
      }
      if ((nulls & 1L << 3) == 0) {
        keys += Memory.getInt(row + 124);
      }
      if ((nulls & 1L << 4) == 0) {
        keys += Memory.getInt(row + 128);
      }
      if ((nulls & 1L << 5) == 0) {
        keys += Memory.getInt(row + 132);
      }
      if ((nulls & 1L << 6) == 0) {
        keys += Memory.getInt(row + 136);
      }
      if ((nulls & 1L << 7) == 0) {
        keys += Memory.getInt(row + 140);
      }
      if ((nulls & 1L << 8) == 0) {
        keys += Memory.getInt(row + 144);
      }
      if ((nulls & 1L << 9) == 0) {
        keys += Memory.getInt(row + 148);
      }
      if ((nulls & 1L << 10) == 0) {
        amounts += Memory.getDouble(row + 8);
      }
      if ((nulls & 1L << 11) == 0) {
        amounts += Memory.getDouble(row + 16);
      }
      if ((nulls & 1L << 12) == 0) {
        amounts += Memory.getDouble(row + 24);
      }
      if ((nulls & 1L << 13) == 0) {
        amounts += Memory.getDouble(row + 32);
      }
      if ((nulls & 1L << 14) == 0) {
        amounts += Memory.getDouble(row + 40);
      }
      if ((nulls & 1L << 15) == 0) {
        amounts += Memory.getDouble(row + 48);
      }
      if ((nulls & 1L << 16) == 0) {
        amounts += Memory.getDouble(row + 56);
      }
      if ((nulls & 1L << 17) == 0) {
        amounts += Memory.getDouble(row + 64);
      }
      if ((nulls & 1L << 18) == 0) {
        amounts += Memory.getDouble(row + 72);
      }
      if ((nulls & 1L << 19) == 0) {
        amounts += Memory.getDouble(row + 80);
      }
      if ((nulls & 1L << 20) == 0) {
        amounts += Memory.getDouble(row + 88);
      }
      if ((nulls & 1L << 21) == 0) {
        amounts += Memory.getDouble(row + 96);
      }
      if ((nulls & 1L << 22) == 0) {
        amounts += Memory.getDouble(row + 104);
      }
    }
    return keys + amounts;
  }

  /** Sums all columns of a batch in the column layout; nulls are stored as zero. */
  static double columns(ColumnBatch batch) {
    long keys = 0;
    double amounts = 0;
    for (int i = 0; i < StoreSales.COLUMNS; i++) {
      long address = batch.column(i).valuesAddress();
      if (i < StoreSales.INTS) {
        keys += ints(address, batch.rowCount());
      } else {
        amounts += doubles(address, batch.rowCount());
      }
    }
    return keys + amounts;
  }

  /** Like {@link #columns}, with a null test for each value. */
  static double validColumns(ColumnBatch batch) {
    int rows = batch.rowCount();
    long keys = 0;
    double amounts = 0;
    for (int i = 0; i < StoreSales.COLUMNS; i++) {
      ColumnVector vector = batch.column(i);
      long bits = vector.nullBitAddress();
      if (i < StoreSales.INTS) {
        keys += validInts(vector.valuesAddress(), bits, rows);
      } else {
        amounts += validDoubles(vector.valuesAddress(), bits, rows);
      }
    }
    return keys + amounts;
  }

  /** Sums a column of integers; nulls are stored as zero. */
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  static long ints(long address, int rows) {
    long a = 0;
    long b = 0;
    long c = 0;
    long d = 0;
    int i = 0;
    for (; i + 3 < rows; i += 4) {
      a += Memory.getInt(address + 4L * i);
      b += Memory.getInt(address + 4L * i + 4);
      c += Memory.getInt(address + 4L * i + 8);
      d += Memory.getInt(address + 4L * i + 12);
    }
    for (; i < rows; i++) {
      a += Memory.getInt(address + 4L * i);
    }
    return a + b + c + d;
  }

  /** Sums a column of doubles; nulls are stored as zero. */
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  static double doubles(long address, int rows) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i + 3 < rows; i += 4) {
      a += Memory.getDouble(address + 8L * i);
      b += Memory.getDouble(address + 8L * i + 8);
      c += Memory.getDouble(address + 8L * i + 16);
      d += Memory.getDouble(address + 8L * i + 24);
    }
    for (; i < rows; i++) {
      a += Memory.getDouble(address + 8L * i);
    }
    return a + b + c + d;
  }

  /**
   * Like {@link #ints}, with a null test for each value.
   *
   * @param bits the address of the first validity bit, in bits: eight times the address of its
   *     byte, plus its number in the byte
   */
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  static long validInts(long address, long bits, int rows) {
    long sum = 0;
    long validity = bits >> 3;
    int first = (int) (bits & 7);
    for (int i = 0; i < rows; i++) {
      int bit = first + i;
      if ((Memory.getByte(validity + (bit >> 3)) >> (bit & 7) & 1) != 0) {
        sum += Memory.getInt(address + 4L * i);
      }
    }
    return sum;
  }

  /** Like {@link #doubles}, with a null test for each value. */
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  static double validDoubles(long address, long bits, int rows) {
    double sum = 0;
    long validity = bits >> 3;
    int first = (int) (bits & 7);
    for (int i = 0; i < rows; i++) {
      int bit = first + i;
      if ((Memory.getByte(validity + (bit >> 3)) >> (bit & 7) & 1) != 0) {
        sum += Memory.getDouble(address + 8L * i);
      }
    }
    return sum;
  }
}
