// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.reader.ColumnVector;
import io.albis.reader.internal.block.BlockLoader;
import io.albis.reader.internal.block.ValueBlock;
import io.albis.reader.internal.filter.BoundPredicate.Condition;
import io.albis.reader.internal.filter.BoundPredicate.OfBytes;
import io.albis.reader.internal.filter.BoundPredicate.OfLongs;
import io.albis.reader.internal.filter.BoundPredicate.OfWides;
import io.albis.reader.internal.filter.BoundPredicate.ValueTest;
import io.albis.reader.internal.match.BytesMatcher;
import io.albis.reader.internal.match.LongMatcher;
import io.albis.reader.internal.match.WideMatcher;
import io.albis.storage.internal.memory.Memory;
import java.util.List;

/**
 * Selects rows by the value of a leaf. Processes them in blocks, and each block in short loops:
 * load the values, test them, handle nulls, keep the matching rows.
 */
final class ValueSelector extends RowSelector {

  private final int ordinal;
  private final BlockLoader loader;
  private final ValueBlock block;

  /** Exactly one of these three is not null. */
  private final LongMatcher longs;

  private final WideMatcher wides;
  private final BytesMatcher bytes;

  /** 1 to select values that do not match. */
  private final int flip;

  /** 1 to select nulls. */
  private final int takesNulls;

  ValueSelector(ValueTest test, ValueBlock block) {
    this.ordinal = test.ordinal();
    this.loader = new BlockLoader(test.leaf().type());
    this.block = block;
    Condition condition = test.condition();
    this.longs = condition instanceof OfLongs ofLongs ? ofLongs.matcher() : null;
    this.wides = condition instanceof OfWides ofWides ? ofWides.matcher() : null;
    this.bytes = condition instanceof OfBytes ofBytes ? ofBytes.matcher() : null;
    this.flip = test.isNegated() ? 1 : 0;
    this.takesNulls = test.takesNulls() ? 1 : 0;
  }

  @Override
  int select(List<ColumnVector> vectors, int[] in, int count, int[] out) {
    ColumnVector vector = vectors.get(ordinal);
    int selected = 0;
    for (int from = 0; from < count; from += ValueBlock.ROWS) {
      int rows = Math.min(ValueBlock.ROWS, count - from);
      loader.load(vector, in, from, rows, block);
      if (longs != null) {
        longs.match(block.values, rows, block.hits);
      } else if (bytes != null) {
        bytes.match(block.values, block.lengths, rows, block.hits);
      } else {
        wides.match(block.values, rows, block.hits);
      }
      selected =
          vector.hasNulls()
              ? keepWithNulls(vector, in, from, rows, out, selected)
              : keep(block.hits, flip, in, from, rows, out, selected);
    }
    return selected;
  }

  private int keepWithNulls(
      ColumnVector vector, int[] in, int from, int rows, int[] out, int before) {
    if (takesNulls == 0) {
      int kept = keep(block.hits, flip, in, from, rows, out, before);
      return dropNulls(vector, out, before, kept);
    }
    long[] hits = block.hits;
    long base = vector.nullBitAddress();
    long step = vector.nullBitStep();
    int whenNull = vector.nullBitValue();
    int selected = before;
    for (int i = 0; i < rows; i++) {
      int row = in == null ? from + i : in[from + i];
      // 1 if the row is null.
      int isNull = Memory.getBit(base + row * step) ^ whenNull ^ 1;
      out[selected] = row;
      selected += isNull | (int) hits[i] ^ flip;
    }
    return selected;
  }

  /** Few rows match, mostly: null bits of others need not be looked at. */
  private static int dropNulls(ColumnVector vector, int[] rows, int from, int end) {
    long base = vector.nullBitAddress();
    long step = vector.nullBitStep();
    int whenNull = vector.nullBitValue();
    int selected = from;
    for (int i = from; i < end; i++) {
      int row = rows[i];
      rows[selected] = row;
      selected += Memory.getBit(base + row * step) ^ whenNull;
    }
    return selected;
  }

  @Override
  void reserve(int rows) {
    // The shared block is all the scratch memory it needs.
  }

  @Override
  int cost() {
    return bytes == null ? 2 : 8;
  }
}
