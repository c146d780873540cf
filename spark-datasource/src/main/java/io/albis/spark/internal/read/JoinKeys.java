// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.reader.Predicate;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.joins.HashedRelation;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import scala.collection.Iterator;

/**
 * The keys of the other side of a join, which Spark has broadcast for the join itself: nothing is
 * computed or sent for this. A row without one of these keys is not in the result. Immutable.
 *
 * @param path of the column of the scan that must equal a key
 * @param relation what Spark has broadcast, a {@link HashedRelation}
 * @param place where the key is in those of the relation
 */
public record JoinKeys(String path, Broadcast<?> relation, Place place) implements Serializable {

  /** With more keys than this, looking one up misses the caches of the processor. */
  private static final int MAX_KEYS = 1 << 22;

  private static final RelationCache<Named, Optional<Predicate>> PREDICATES = new RelationCache<>();

  /** What a predicate of a relation depends on. */
  private record Named(String path, Place place) {}

  /**
   * Where a key is.
   *
   * @param ordinal in the key rows of the relation
   * @param type of the key
   * @param shift bits to the right of the key, if Spark has packed several integers into one
   * @param bits of the key; 0 if it is not packed
   */
  public record Place(int ordinal, DataType type, int shift, int bits) implements Serializable {

    private long unpack(long packed) {
      int unused = Long.SIZE - bits;
      return packed >> shift << unused >> unused;
    }
  }

  /**
   * Returns the condition that the column equals a key. Waits for the relation only if Spark has
   * not brought it to this process for another task.
   *
   * @return empty if there are too many keys
   */
  public Optional<Predicate> predicate() {
    return PREDICATES.get(relation, new Named(path, place), this::predicate);
  }

  private Optional<Predicate> predicate(HashedRelation relationOfKeys) {
    Iterator<InternalRow> rows = relationOfKeys.keys();
    List<Object> keys = new ArrayList<>();
    while (rows.hasNext()) {
      if (keys.size() == MAX_KEYS) {
        return Optional.empty();
      }
      keys.add(key(rows.next()));
    }
    return Optional.of(Predicate.in(path, keys));
  }

  private Object key(InternalRow row) {
    if (place.bits() > 0) {
      return place.unpack(row.getLong(0));
    }
    Object key = row.get(place.ordinal(), place.type());
    if (key instanceof Decimal decimal) {
      return decimal.toJavaBigDecimal();
    }
    return key instanceof Number number ? (Object) number.longValue() : key.toString();
  }
}
