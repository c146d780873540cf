// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.reader.ColumnVector;
import java.util.List;

/**
 * Numbers groups of rows with equal keys. Values of the first key have numbers, pairs of such a
 * number and one of the second key have numbers, and so on. Not thread-safe.
 */
public final class Groups {

  private final KeyColumn[] keys;

  /** By key, the pairs of what is before the key and of the key; the first is of single keys. */
  private final LongIds[] pairs;

  private final int[] numbers = new int[Term.ROWS];

  /** Creates groups by some columns; one group if there is no column. */
  public Groups(List<KeyColumn> keys) {
    this.keys = keys.toArray(KeyColumn[]::new);
    this.pairs = new LongIds[this.keys.length];
    for (int i = 0; i < pairs.length; i++) {
      pairs[i] = new LongIds();
    }
  }

  /** Whether there is one group of all rows. */
  boolean isSingle() {
    return keys.length == 0;
  }

  /** Returns the number of groups. */
  public int count() {
    return isSingle() ? 1 : pairs[pairs.length - 1].count();
  }

  /** Finds the groups of a block of rows. Only if there are keys. */
  void load(List<ColumnVector> vectors, int[] rows, int from, int count, int[] out) {
    for (int key = 0; key < keys.length; key++) {
      keys[key].load(vectors, rows, from, count, numbers);
      LongIds known = pairs[key];
      if (key == 0) {
        for (int i = 0; i < count; i++) {
          out[i] = known.id(numbers[i]);
        }
      } else {
        for (int i = 0; i < count; i++) {
          out[i] = known.id((long) out[i] << Integer.SIZE | numbers[i]);
        }
      }
    }
  }

  /** The number of the key of a group. */
  private int number(int group, int key) {
    int last = group;
    for (int i = keys.length - 1; i > key; i--) {
      last = (int) (pairs[i].key(last) >> Integer.SIZE);
    }
    return (int) pairs[key].key(last);
  }

  /** Returns whether a key is null. */
  public boolean isNull(int group, int key) {
    return number(group, key) == KeyColumn.NULL;
  }

  /** Returns a key that is a number, unscaled. Not if it is null. */
  public long value(int group, int key) {
    return keys[key].value(number(group, key));
  }

  /** Returns a key that is bytes. Not if it is null. */
  public byte[] bytes(int group, int key) {
    return keys[key].bytes(number(group, key));
  }

  /** Forgets all groups, and keeps the memory. */
  void clear() {
    for (int i = 0; i < keys.length; i++) {
      keys[i].clear();
      pairs[i].clear();
    }
  }
}
