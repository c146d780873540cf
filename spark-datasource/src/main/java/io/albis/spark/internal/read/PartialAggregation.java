// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import io.albis.format.schema.Schema;
import io.albis.reader.Aggregation;
import io.albis.reader.Aggregator;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.types.DataType;

/**
 * What a task computes of its rows instead of returning them: the groups, and for each aggregate
 * the buffer that Spark's own partial aggregation would return. Spark combines the buffers of all
 * tasks. Immutable.
 *
 * @param aggregation of the reader
 * @param keys paths of the columns by which rows are grouped
 * @param buffers the columns that Spark gets
 * @param classes of keys of joins of the groups
 */
public record PartialAggregation(
    Aggregation aggregation, List<String> keys, List<Buffer> buffers, List<KeyClasses> classes)
    implements Serializable {

  /** Groups in the table of a task: some megabytes, which large caches of processors still hold. */
  public static final int MAX_GROUPS = 1 << 18;

  /** Copies the lists. */
  public PartialAggregation {
    keys = List.copyOf(keys);
    buffers = List.copyOf(buffers);
    classes = List.copyOf(classes);
  }

  /** Groups by classes of keys, where a column is the key of a join of the groups. */
  public PartialAggregation byClasses(List<KeyClasses> ofKeys) {
    return new PartialAggregation(aggregation, keys, buffers, ofKeys);
  }

  /**
   * Returns an aggregator without rows.
   *
   * @param schema that of the batches
   */
  Aggregator aggregator(Schema schema) {
    Aggregator aggregator = new Aggregator(aggregation, schema);
    for (KeyClasses keyClasses : classes) {
      keyClasses.operator().ifPresent(operator -> aggregator.mapKey(keyClasses.column(), operator));
    }
    return aggregator;
  }

  /** What a column is for Spark. */
  public enum Kind {
    /** The key of the group. */
    KEY,
    /** A least or greatest value; null if there is none. */
    EXTREME,
    /** A number of rows. */
    COUNT,
    /** A sum; null if there is no value. */
    SUM,
    /** A sum; 0 if there is no value. */
    TOTAL,
    /** Whether a sum has no value. */
    IS_EMPTY
  }

  /**
   * A column that Spark gets.
   *
   * @param column of the result of the reader
   * @param type in Spark
   * @param numbers what the result of the reader is
   * @param scale of unscaled decimals
   */
  public record Buffer(Kind kind, int column, DataType type, Numbers numbers, int scale)
      implements Serializable {

    /** A column of other numbers than unscaled decimals, or of no numbers. */
    public Buffer(Kind kind, int column, DataType type, Numbers numbers) {
      this(kind, column, type, numbers, 0);
    }
  }

  /** What the reader computes with, and what Spark expects. */
  public enum Numbers {
    /** Integers or decimals, and the same numbers in Spark. */
    EXACT,
    /** Decimals, of which Spark expects the unscaled value. */
    UNSCALED,
    /** Doubles. */
    FLOATING
  }

  @Override
  public String toString() {
    return aggregation.toString();
  }
}
