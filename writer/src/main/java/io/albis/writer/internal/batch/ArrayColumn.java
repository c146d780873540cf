// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.batch;

import io.albis.storage.memory.Memory;
import io.albis.writer.internal.flat.FlatRows;
import io.albis.writer.internal.plan.LeafPlan;
import io.albis.writer.internal.value.Decimals;

/** An array of values to be copied into the slots of a leaf. */
abstract class ArrayColumn {

  private final int length;

  private ArrayColumn(int length) {
    this.length = length;
  }

  /** The number of values. */
  final int length() {
    return length;
  }

  /**
   * Copies values into the slots, starting at the current row. The slots of null rows may be
   * overwritten with any bytes.
   */
  abstract void copy(FlatRows rows, int leaf, int from, int count);

  /** Whether elements of the array can be null. */
  boolean mayHoldNulls() {
    return false;
  }

  /** Whether an element of the array is null. */
  boolean isNull(int index) {
    return false;
  }

  /** A loop over an array of one type, called once for many rows. */
  private interface Loop {
    void copy(long slot, long step, int from, int count);
  }

  private static ArrayColumn of(int length, Loop loop) {
    return new ArrayColumn(length) {
      @Override
      void copy(FlatRows rows, int leaf, int from, int count) {
        loop.copy(rows.slot(leaf), rows.leaf(leaf).step(), from, count);
      }
    };
  }

  static ArrayColumn of(boolean[] values) {
    return of(
        values.length,
        (slot, step, from, count) -> {
          for (int r = 0; r < count; r++) {
            Memory.putByte(slot + r * step, (byte) (values[from + r] ? 1 : 0));
          }
        });
  }

  static ArrayColumn of(byte[] values) {
    return of(
        values.length,
        (slot, step, from, count) -> {
          for (int r = 0; r < count; r++) {
            Memory.putByte(slot + r * step, values[from + r]);
          }
        });
  }

  static ArrayColumn of(short[] values) {
    return of(
        values.length,
        (slot, step, from, count) -> {
          for (int r = 0; r < count; r++) {
            Memory.putShort(slot + r * step, values[from + r]);
          }
        });
  }

  static ArrayColumn of(int[] values) {
    return of(
        values.length,
        (slot, step, from, count) -> {
          if (step == Integer.BYTES) {
            Memory.copyFromArray(values, from, slot, count);
            return;
          }
          for (int r = 0; r < count; r++) {
            Memory.putInt(slot + r * step, values[from + r]);
          }
        });
  }

  static ArrayColumn of(long[] values) {
    return of(
        values.length,
        (slot, step, from, count) -> {
          if (step == Long.BYTES) {
            Memory.copyFromArray(values, from, slot, count);
            return;
          }
          for (int r = 0; r < count; r++) {
            Memory.putLong(slot + r * step, values[from + r]);
          }
        });
  }

  static ArrayColumn of(float[] values) {
    return of(
        values.length,
        (slot, step, from, count) -> {
          if (step == Float.BYTES) {
            Memory.copyFromArray(values, from, slot, count);
            return;
          }
          for (int r = 0; r < count; r++) {
            Memory.putFloat(slot + r * step, values[from + r]);
          }
        });
  }

  static ArrayColumn of(double[] values) {
    return of(
        values.length,
        (slot, step, from, count) -> {
          if (step == Double.BYTES) {
            Memory.copyFromArray(values, from, slot, count);
            return;
          }
          for (int r = 0; r < count; r++) {
            Memory.putDouble(slot + r * step, values[from + r]);
          }
        });
  }

  static ArrayColumn ofUnscaled(long[] values) {
    return new ArrayColumn(values.length) {
      @Override
      void copy(FlatRows rows, int leaf, int from, int count) {
        LeafPlan plan = rows.leaf(leaf);
        for (int r = 0; r < count; r++) {
          long target = rows.slot(leaf) + (long) r * plan.step();
          Decimals.put(target, values[from + r], plan.leaf().type(), plan.leaf().path());
        }
      }
    };
  }

  static ArrayColumn of(String[] values) {
    return new ArrayColumn(values.length) {
      @Override
      boolean mayHoldNulls() {
        return true;
      }

      @Override
      boolean isNull(int index) {
        return values[index] == null;
      }

      @Override
      void copy(FlatRows rows, int leaf, int from, int count) {
        for (int r = 0; r < count; r++) {
          if (values[from + r] != null) {
            rows.putStringAt(leaf, r, values[from + r]);
          }
        }
      }
    };
  }

  static ArrayColumn of(byte[] data, int[] offsets) {
    return new ArrayColumn(offsets.length - 1) {
      @Override
      void copy(FlatRows rows, int leaf, int from, int count) {
        rows.putBytesAt(leaf, data, offsets, from, count);
      }
    };
  }
}
