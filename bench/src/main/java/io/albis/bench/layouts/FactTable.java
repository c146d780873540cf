// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.layouts;

import io.albis.format.layout.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.TableWriter;
import io.albis.writer.batch.BatchWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A wide fact table in small row groups, as ingestion makes them: int64 keys, doubles, int32
 * measures and short strings, about 32 KiB of each column in a row group.
 */
public final class FactTable {

  /** Number of columns in the experiment of Pixels. */
  public static final int COLUMNS = 1187;

  /** Number of rows in a row group. */
  public static final int ROWS = 4096;

  /** Kinds of columns, in turn. */
  private static final int KINDS = 10;

  /** Columns of a kind share this many arrays of values, so that making them takes no time. */
  private static final int VARIANTS = 16;

  private static final int TEXT_LENGTH = 8;

  /** The least number of {@value #TEXT_LENGTH} digits. */
  private static final int MIN_TEXT = 10_000_000;

  private static final int SEED = 42;

  private final int columns;

  private enum Kind {
    LONG,
    DOUBLE,
    INT,
    STRING
  }

  /** A table of the first columns. */
  public FactTable(int columns) {
    this.columns = columns;
  }

  private static Kind kind(int column) {
    return switch (column % KINDS) {
      case 0, 1, 2, 3 -> Kind.LONG;
      case 4, 5, 6 -> Kind.DOUBLE;
      case 7, 8 -> Kind.INT;
      default -> Kind.STRING;
    };
  }

  /** Name of a column. */
  public static String name(int column) {
    return "c" + column;
  }

  /** All columns; none has nulls. */
  public Schema schema() {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      Type type =
          switch (kind(i)) {
            case LONG -> Type.int64();
            case DOUBLE -> Type.float64();
            case INT -> Type.int32();
            case STRING -> Type.string();
          };
      fields.add(Field.required(name(i), type));
    }
    return Schema.of(fields);
  }

  /** The bytes of {@link #ROWS} rows. */
  public long rowGroupBytes() {
    long bytes = 0;
    for (int i = 0; i < columns; i++) {
      bytes +=
          switch (kind(i)) {
            case LONG, DOUBLE -> Long.BYTES;
            case INT -> Integer.BYTES;
            case STRING -> Integer.BYTES + TEXT_LENGTH;
          };
    }
    return bytes * ROWS;
  }

  /** Sets what makes each row group about {@link #ROWS} rows. */
  public TableWriter.Builder configure(TableWriter.Builder table) {
    return table
        .columnGroups(ColumnGroupSpec.single())
        .rowGroupSize(Math.max(1 << 16, rowGroupBytes()));
  }

  /** Writes the rows of some row groups, the same ones each time. */
  public void write(TableWriter table, int rowGroups) {
    SplittableRandom random = new SplittableRandom(SEED);
    try (BatchWriter writer = table.newBatchWriter()) {
      for (int rowGroup = 0; rowGroup < rowGroups; rowGroup++) {
        write(random.split(), writer);
      }
    }
  }

  private void write(SplittableRandom random, BatchWriter writer) {
    Values values = new Values(random);
    for (int i = 0; i < columns; i++) {
      int variant = i / KINDS % VARIANTS;
      switch (kind(i)) {
        case LONG -> writer.setLongs(i, values.longs[variant]);
        case DOUBLE -> writer.setDoubles(i, values.doubles[variant]);
        case INT -> writer.setInts(i, values.ints[variant]);
        case STRING -> writer.setBytes(i, values.texts[variant], values.offsets);
      }
    }
    writer.endBatch(ROWS);
  }

  /** The values of a row group. */
  private static final class Values {

    final long[][] longs = new long[VARIANTS][ROWS];
    final double[][] doubles = new double[VARIANTS][ROWS];
    final int[][] ints = new int[VARIANTS][ROWS];
    final byte[][] texts = new byte[VARIANTS][];
    final int[] offsets = new int[ROWS + 1];

    Values(SplittableRandom random) {
      for (int row = 0; row < ROWS; row++) {
        offsets[row + 1] = offsets[row] + TEXT_LENGTH;
      }
      for (int variant = 0; variant < VARIANTS; variant++) {
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < ROWS; row++) {
          longs[variant][row] = random.nextLong();
          doubles[variant][row] = random.nextInt() / 100.0;
          ints[variant][row] = random.nextInt();
          text.append(MIN_TEXT + random.nextInt(9 * MIN_TEXT));
        }
        texts[variant] = text.toString().getBytes(StandardCharsets.US_ASCII);
      }
    }
  }
}
