// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.aggregate;

import io.albis.format.error.InvalidArgumentException;
import java.math.BigDecimal;

/** An aggregate of all groups. */
abstract class Accumulator {

  /** The name for errors. */
  private final String name;

  Accumulator(String name) {
    this.name = name;
  }

  /** Makes room for groups; those that are new have no values yet. */
  abstract void reserve(int groups);

  /** Adds the rows of a block, which are of several groups. */
  abstract void add(int[] ids, int count);

  /** Adds the rows of a block, which are all of one group. */
  abstract void addAll(int id, int count);

  /**
   * Adds the groups of another accumulator of the same aggregate.
   *
   * @param ids by its groups, their numbers here
   * @param groups number of its groups
   */
  abstract void merge(Accumulator other, int[] ids, int groups);

  /** Forgets the values of the first groups. */
  abstract void clear(int groups);

  boolean isNull(int group) {
    return false;
  }

  long getLong(int group) {
    throw refuse("getLong");
  }

  double getDouble(int group) {
    throw refuse("getDouble");
  }

  BigDecimal getDecimal(int group) {
    throw refuse("getDecimal");
  }

  final InvalidArgumentException refuse(String getter) {
    return new InvalidArgumentException("Cannot read " + name + " by " + getter);
  }

  final ArithmeticException outOfRange() {
    return new ArithmeticException(
        "Cannot read " + name + " by getLong: it does not fit 64 bits (use getDecimal)");
  }

  final String name() {
    return name;
  }

  /** Grows a size so that it is rarely grown. */
  static int grown(int groups) {
    return (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(16, groups + (groups >> 1)));
  }
}
