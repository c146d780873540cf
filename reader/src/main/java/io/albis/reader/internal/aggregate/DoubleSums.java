// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import java.util.Arrays;

/** Sums of doubles. */
final class DoubleSums extends Accumulator {

  private final Values values;
  private final Counts counts;
  private double[] sums = {};

  /** Creates sums; {@code counts} are those of the values. */
  DoubleSums(String name, Values values, Counts counts) {
    super(name);
    this.values = values;
    this.counts = counts;
  }

  @Override
  void reserve(int groups) {
    if (sums.length < groups) {
      sums = Arrays.copyOf(sums, grown(groups));
    }
  }

  @Override
  void add(int[] ids, int count) {
    double[] into = sums;
    double[] from = values.doubles;
    for (int i = 0; i < count; i++) {
      into[ids[i]] += from[i];
    }
  }

  @Override
  void addAll(int id, int count) {
    double[] from = values.doubles;
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i + 3 < count; i += 4) {
      a += from[i];
      b += from[i + 1];
      c += from[i + 2];
      d += from[i + 3];
    }
    for (; i < count; i++) {
      a += from[i];
    }
    sums[id] += a + b + (c + d);
  }

  @Override
  void merge(Accumulator other, int[] ids, int groups) {
    double[] from = ((DoubleSums) other).sums;
    for (int i = 0; i < groups; i++) {
      sums[ids[i]] += from[i];
    }
  }

  @Override
  void clear(int groups) {
    Arrays.fill(sums, 0, groups, 0);
  }

  @Override
  boolean isNull(int group) {
    return counts.getLong(group) == 0;
  }

  @Override
  double getDouble(int group) {
    return sums[group];
  }
}
