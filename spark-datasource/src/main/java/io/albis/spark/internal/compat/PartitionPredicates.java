// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.compat;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.expressions.filter.PartitionPredicate;
import org.apache.spark.sql.connector.expressions.filter.Predicate;

/**
 * Predicates that Spark evaluates on the values of partitions, which exist since Spark 4.2. Earlier
 * versions never pass one.
 */
public final class PartitionPredicates {

  private PartitionPredicates() {}

  /** Returns whether Spark evaluates a predicate on partitions. */
  public static boolean isOne(Predicate predicate) {
    return predicate.name().equals(PartitionPredicate.NAME);
  }

  /**
   * Evaluates a predicate.
   *
   * @param predicate {@link #isOne}
   * @param partition values of all fields by which the table is partitioned
   * @return false if no row of the partition matches
   */
  public static boolean matches(Predicate predicate, InternalRow partition) {
    return ((PartitionPredicate) predicate).eval(partition);
  }
}
