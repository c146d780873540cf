// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.internal.metadata.ColumnStatistics;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.storage.internal.memory.Memory;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares nulls and statistics of chunks with those of loops over single values. */
class ChunkStatisticsTest {

  private static final int CHUNK = 512;
  private static final int CHUNKS = 40;
  private static final int STEP = 24;

  private final BufferAllocator allocator = BufferAllocator.create("test", 1 << 20);
  private final NullRows nulls = new NullRows(CHUNK);
  private OffHeapBuffer slots;
  private OffHeapBuffer flags;

  @BeforeEach
  void allocate() {
    slots = allocator.allocate(CHUNK * STEP);
    flags = allocator.allocate(CHUNK);
  }

  @AfterEach
  void release() {
    slots.release();
    flags.release();
    allocator.close();
  }

  private static Leaf leaf(Type type) {
    return Schema.of(Field.nullable("c", type).withId(1)).leaves().get(0);
  }

  private long slot(int row) {
    return slots.address() + (long) row * STEP;
  }

  private void fillFlags(SplittableRandom random, double nullRatio) {
    for (int r = 0; r < CHUNK; r++) {
      flags.putByte(r, (byte) (random.nextDouble() < nullRatio ? 0 : 1));
    }
  }

  private boolean isSet(int row) {
    return flags.getByte(row) != 0;
  }

  private static double number(ColumnStatistics statistics, boolean isMax, int width) {
    ByteBuffer bytes =
        ByteBuffer.wrap(isMax ? statistics.bounds().max() : statistics.bounds().min())
            .order(ByteOrder.LITTLE_ENDIAN);
    return width == 8 ? bytes.getDouble() : bytes.getFloat();
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 8", "0.05, 0, 8", "0.05, 0.3, 8", "0.5, 1, 8", "1, 0, 8", "0.05, 0.3, 4"})
  void floatingPoint(double nullRatio, double nanRatio, int width) {
    SplittableRandom random = new SplittableRandom(7);
    LeafStatistics statistics =
        LeafStatistics.of(leaf(width == 8 ? Type.float64() : Type.float32()));
    long nullCount = 0;
    long nanCount = 0;
    long values = 0;
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
      int rows = chunk % 3 == 0 ? CHUNK : random.nextInt(1, CHUNK);
      fillFlags(random, nullRatio);
      for (int r = 0; r < rows; r++) {
        boolean isNan = random.nextDouble() < nanRatio;
        double value = isNan ? Double.NaN : (float) (random.nextInt(100_000) - 30_000 * chunk);
        if (width == 8) {
          Memory.putDouble(slot(r), value);
        } else {
          Memory.putFloat(slot(r), (float) value);
        }
        if (isSet(r)) {
          values++;
          nanCount += isNan ? 1 : 0;
          min = isNan ? min : Math.min(min, value);
          max = isNan ? max : Math.max(max, value);
        } else {
          nullCount++;
        }
      }
      nulls.find(flags.address(), rows);
      statistics.scan(slot(0), STEP, nulls, 0);
    }
    ColumnStatistics stored = statistics.toStored(1);
    assertThat(stored.nullCount()).isEqualTo(nullCount);
    assertThat(stored.nanCount()).isEqualTo(nanCount);
    assertThat(stored.valueBytes()).isEqualTo(values * width);
    assertThat(stored.hasMinMax()).isEqualTo(values > nanCount);
    if (stored.hasMinMax()) {
      assertThat(number(stored, false, width)).isEqualTo(min);
      assertThat(number(stored, true, width)).isEqualTo(max);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "int8, 1, 0.05",
    "int16, 2, 0.05",
    "int32, 4, 0",
    "int32, 4, 0.05",
    "int32, 4, 1",
    "int64, 8, 0.3",
    "int64, 8, 0"
  })
  void integers(String type, int width, double nullRatio) {
    SplittableRandom random = new SplittableRandom(8);
    LeafStatistics statistics = LeafStatistics.of(leaf(Type.parse(type)));
    long nullCount = 0;
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
      int rows = chunk % 3 == 0 ? CHUNK : random.nextInt(1, CHUNK);
      fillFlags(random, nullRatio);
      for (int r = 0; r < rows; r++) {
        int shift = 64 - 8 * width + random.nextInt(8);
        long value = random.nextLong() >> shift;
        Memory.putLong(slot(r), value);
        nullCount += isSet(r) ? 0 : 1;
        min = isSet(r) ? Math.min(min, value) : min;
        max = isSet(r) ? Math.max(max, value) : max;
      }
      nulls.find(flags.address(), rows);
      statistics.scan(slot(0), STEP, nulls, 0);
    }
    ColumnStatistics stored = statistics.toStored(1);
    assertThat(stored.nullCount()).isEqualTo(nullCount);
    assertThat(stored.hasMinMax()).isEqualTo(nullRatio < 1);
    if (stored.hasMinMax()) {
      assertThat(stored.bounds().min()).isEqualTo(LeafStatistics.plain(min, width));
      assertThat(stored.bounds().max()).isEqualTo(LeafStatistics.plain(max, width));
    }
  }

  /** Rows after the last one of a chunk may have the flag of a default, which is 3. */
  @Test
  void ignoresFlagsOfOtherRows() {
    Memory.fill(flags.address(), CHUNK, (byte) 3);
    for (int rows : new int[] {1, 2, 7, 8, 9, 63}) {
      Memory.fill(flags.address(), rows, (byte) 1);
      Memory.putByte(flags.address() + rows / 2, (byte) 0);
      nulls.find(flags.address(), rows);
      assertThat(nulls.count()).isEqualTo(1);
      assertThat(nulls.row(0)).isEqualTo(rows / 2);
      Memory.fill(flags.address(), rows, (byte) 3);
    }
  }

  @Test
  void nullsAreFoundAndSetToZero() {
    SplittableRandom random = new SplittableRandom(9);
    OffHeapBuffer bitmap = allocator.allocate(CHUNK / 8);
    for (int rows : new int[] {1, 7, 63, 64, 65, 130, CHUNK}) {
      for (int width : new int[] {1, 2, 4, 8, 16, 5}) {
        fillFlags(random, 0.2);
        // The row under construction must not be counted.
        flags.putByte(rows % CHUNK, (byte) 1);
        Memory.fill(slots.address(), slots.capacity(), (byte) 1);
        nulls.find(flags.address(), rows);
        nulls.zero(slot(0), STEP, width);
        nulls.putValidity(bitmap.address());
        int found = 0;
        for (int r = 0; r < rows; r++) {
          assertThat(nulls.isNull(r)).isEqualTo(!isSet(r));
          found += isSet(r) ? 0 : 1;
          for (int b = 0; b < STEP; b++) {
            int expected = !isSet(r) && b < width ? 0 : 1;
            assertThat(slots.getByte((long) r * STEP + b)).isEqualTo((byte) expected);
          }
        }
        assertThat(nulls.count()).isEqualTo(found);
        assertThat(nulls.total()).isEqualTo(rows);
        for (int r = 0; r < (rows + 63) / 64 * 64; r++) {
          boolean isOne = (bitmap.getByte(r / 8) & 1 << r % 8) != 0;
          assertThat(isOne).isEqualTo(r < rows && isSet(r));
        }
      }
    }
    bitmap.release();
  }
}
