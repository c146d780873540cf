// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.execution.joins.HashedRelation;

/**
 * What is derived from relations that Spark has broadcast, for as long as Spark holds them. The
 * tasks of an executor share it. Thread-safe.
 *
 * @param <K> tells apart what is derived from one relation
 */
final class RelationCache<K, V> {

  /** A relation is equal to itself alone. */
  private final Map<Object, Map<K, V>> values = Collections.synchronizedMap(new WeakHashMap<>());

  /**
   * Returns what a function derives from a relation. Waits for the relation only if Spark has not
   * brought it to this process for another task.
   *
   * @param derive must not keep the relation
   */
  V get(Broadcast<?> broadcast, K what, Function<HashedRelation, V> derive) {
    HashedRelation relation = (HashedRelation) broadcast.value();
    return values
        .computeIfAbsent(relation, any -> new ConcurrentHashMap<>())
        .computeIfAbsent(what, any -> derive.apply(relation.asReadOnlyCopy()));
  }
}
