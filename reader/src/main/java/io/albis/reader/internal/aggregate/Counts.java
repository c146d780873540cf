// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import java.math.BigDecimal;
import java.util.Arrays;

/** Counts the rows of groups, or those with a value. */
final class Counts extends Accumulator {

  /** Null to count all rows. */
  private final Values values;

  private long[] counts = {};

  Counts(String name, Values values) {
    super(name);
    this.values = values;
  }

  @Override
  void reserve(int groups) {
    if (counts.length < groups) {
      counts = Arrays.copyOf(counts, grown(groups));
    }
  }

  @Override
  void add(int[] ids, int count) {
    long[] into = counts;
    if (values == null || !values.validity.hasNulls) {
      for (int i = 0; i < count; i++) {
        into[ids[i]]++;
      }
    } else {
      long[] valid = values.validity.masks(count);
      for (int i = 0; i < count; i++) {
        into[ids[i]] -= valid[i];
      }
    }
  }

  @Override
  void addAll(int id, int count) {
    counts[id] += values == null ? count : values.validity.count(count);
  }

  @Override
  void merge(Accumulator other, int[] ids, int groups) {
    long[] from = ((Counts) other).counts;
    for (int i = 0; i < groups; i++) {
      counts[ids[i]] += from[i];
    }
  }

  @Override
  void clear(int groups) {
    Arrays.fill(counts, 0, groups, 0);
  }

  @Override
  long getLong(int group) {
    return counts[group];
  }

  @Override
  BigDecimal getDecimal(int group) {
    return BigDecimal.valueOf(counts[group]);
  }
}
