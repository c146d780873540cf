// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * Compares what the levels of leaves say of the groups around them: which of these are null, and
 * which elements lists and maps have. Each leaf repeats that; those of damaged files contradict
 * each other.
 */
final class SharedLevels {

  /**
   * Two leaves that must agree.
   *
   * @param first its index
   * @param other that of the other leaf
   * @param depth the number of lists and maps around both
   * @param level the definition level from which the innermost group around both is not null
   */
  private record Pair(int first, int other, int depth, int level) {}

  private final List<Pair> pairs = new ArrayList<>();

  /**
   * Prepares to compare.
   *
   * @param message the columns that are read
   */
  SharedLevels(MessageType message) {
    int leaf = 0;
    for (Type field : message.getFields()) {
      leaf = add(field, leaf, 0, 0);
    }
  }

  /**
   * Adds the leaves below a field.
   *
   * @param leaf the index of its first leaf
   * @param outerDepth the repetition level of the group around it
   * @param outerLevel the definition level of the group around it
   * @return the index of the leaf behind
   */
  private int add(Type field, int leaf, int outerDepth, int outerLevel) {
    if (field.isPrimitive()) {
      return leaf + 1;
    }
    GroupType group = field.asGroupType();
    int depth = outerDepth + (field.isRepetition(Type.Repetition.REPEATED) ? 1 : 0);
    int level = outerLevel + (field.isRepetition(Type.Repetition.REQUIRED) ? 0 : 1);
    int next = leaf;
    for (Type child : group.getFields()) {
      if (next > leaf && level > 0) {
        pairs.add(new Pair(leaf, next, depth, level));
      }
      next = add(child, next, depth, level);
    }
    return next;
  }

  /**
   * Requires that leaves agree about the rows that they have read.
   *
   * @param leaves in the order of the message; only those that others are compared with are used
   * @throws ParquetColumnException if they do not
   */
  void check(List<LeafReader> leaves) {
    for (Pair pair : pairs) {
      LeafReader first = leaves.get(pair.first());
      LeafReader other = leaves.get(pair.other());
      if (!areSame(first, other, pair.depth(), pair.level())) {
        throw ParquetColumnException.of(
            other.column(),
            new ParquetDecodingException(
                "its nulls and elements contradict those of column "
                    + String.join(".", first.column().getPath())
                    + "; the file is damaged"));
      }
    }
  }

  private static boolean areSame(LeafReader first, LeafReader other, int depth, int level) {
    if (maxRepetition(first) > depth || maxRepetition(other) > depth) {
      return areSameBetweenElements(first, other, depth, level);
    }
    int levels = first.levels();
    if (levels != other.levels()
        || (depth > 0
            && !Arrays.equals(
                first.repetitionLevels(), 0, levels, other.repetitionLevels(), 0, levels))) {
      return false;
    }
    byte[] a = first.definitionLevels();
    byte[] b = other.definitionLevels();
    int difference = 0;
    for (int i = 0; i < levels; i++) {
      difference |= Math.min(a[i], level) ^ Math.min(b[i], level);
    }
    return difference == 0;
  }

  private static int maxRepetition(LeafReader leaf) {
    return leaf.column().getMaxRepetitionLevel();
  }

  /** As {@link #areSame}, where a leaf has further levels for the elements of lists inside. */
  private static boolean areSameBetweenElements(
      LeafReader first, LeafReader other, int depth, int level) {
    int i = next(first, -1, depth);
    int k = next(other, -1, depth);
    while (i < first.levels() && k < other.levels()) {
      if (Math.min(first.definitionLevels()[i], level)
              != Math.min(other.definitionLevels()[k], level)
          || repetition(first, i) != repetition(other, k)) {
        return false;
      }
      i = next(first, i, depth);
      k = next(other, k, depth);
    }
    return i == first.levels() && k == other.levels();
  }

  private static int next(LeafReader leaf, int from, int depth) {
    int i = from + 1;
    while (i < leaf.levels() && repetition(leaf, i) > depth) {
      i++;
    }
    return i;
  }

  private static int repetition(LeafReader leaf, int index) {
    return maxRepetition(leaf) == 0 ? 0 : leaf.repetitionLevels()[index];
  }
}
