// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.read;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.joins.HashedRelation;
import org.apache.spark.sql.types.DataType;
import scala.collection.Iterator;

/**
 * Classes of the keys of a join. The rows that the keys of a class are joined with are equal in all
 * columns that are needed: grouped by one key of each class instead of all keys, rows are in no
 * more groups than needed, and Spark joins these groups as it would join rows. All keys without a
 * match are one class. Immutable.
 *
 * @param column the grouping column that is the key, an integer
 * @param least value of the type of the column
 * @param relation what Spark has broadcast, with a row for each key if there are columns
 * @param columns that are needed
 */
public record KeyClasses(int column, long least, Broadcast<?> relation, List<Column> columns)
    implements Serializable {

  /** With more keys than this, driver and executors may spend more time than they save. */
  private static final int MAX_KEYS = 1 << 17;

  /** One integer is kept for each. */
  private static final int MAX_RANGE = 1 << 20;

  /** Keys of which more than four times as many are sampled first. */
  private static final int SAMPLE = 1 << 11;

  private static final RelationCache<Needed, Optional<Mapping>> MAPPINGS = new RelationCache<>();

  /** Copies the list. */
  public KeyClasses {
    columns = List.copyOf(columns);
  }

  /** What a mapping of a relation depends on. */
  private record Needed(long least, List<Column> columns) {}

  /** A column of the relation. */
  public record Column(int ordinal, DataType type) implements Serializable {}

  /** Replaces each key by one of its class. Immutable. */
  private static final class Mapping implements LongUnaryOperator {
    private final long min;

    /** For each key from the least one on, that of its class; -1 for a key without a match. */
    private final int[] offsets;

    private final int count;

    private Mapping(long min, int[] offsets, int count) {
      this.min = min;
      this.offsets = offsets;
      this.count = count;
    }

    @Override
    public long applyAsLong(long key) {
      long offset = key - min;
      return min + (offset >= 0 && offset < offsets.length ? offsets[(int) offset] : -1);
    }
  }

  /**
   * Returns the number of classes; empty if there are too many keys to make classes of them, or if
   * there would be about as many classes.
   */
  public Optional<Integer> count() {
    return mapping().map(mapping -> mapping.count);
  }

  /** Returns the key of the class of each key; empty as {@link #count}. */
  Optional<? extends LongUnaryOperator> operator() {
    return mapping();
  }

  private Optional<Mapping> mapping() {
    return MAPPINGS.get(relation, new Needed(least, columns), this::mapping);
  }

  private Optional<Mapping> mapping(HashedRelation rows) {
    long[] keys = keys(rows);
    if (keys.length == 0 || keys.length > MAX_KEYS) {
      return Optional.empty();
    }
    Arrays.sort(keys);
    long min = keys[0];
    long last = keys[keys.length - 1] - min;
    // The number before the least key stands for those without a match.
    if (min == least || last < 0 || last >= MAX_RANGE || areMostlyClasses(rows, keys)) {
      return Optional.empty();
    }
    int[] offsets = new int[(int) last + 1];
    Arrays.fill(offsets, -1);
    Map<List<Object>, Integer> classes = new HashMap<>();
    for (long key : keys) {
      int offset = (int) (key - min);
      offsets[offset] = classes.computeIfAbsent(values(rows, key), any -> offset);
    }
    return Optional.of(new Mapping(min, offsets, classes.size() + 1));
  }

  /**
   * Whether most keys are classes of their own, such as those of a dimension by its names: a sample
   * then has more different values than a sample of keys in classes of two. It is random, because
   * the keys of a class often follow each other.
   */
  private boolean areMostlyClasses(HashedRelation rows, long[] keys) {
    if (columns.isEmpty() || keys.length < 4 * SAMPLE) {
      return false;
    }
    Random random = new Random(0);
    Set<List<Object>> found = new HashSet<>();
    for (int i = 0; i < SAMPLE; i++) {
      found.add(values(rows, keys[random.nextInt(keys.length)]));
    }
    return found.size() > found(keys.length / 2.0, SAMPLE);
  }

  /** How many of all groups some rows are in, if each row is in any of them. */
  public static double found(double groups, double rows) {
    return groups * -Math.expm1(-rows / groups);
  }

  /** The keys that the column may have. */
  private long[] keys(HashedRelation rows) {
    long[] keys = new long[64];
    int count = 0;
    Iterator<InternalRow> all = rows.keys();
    while (all.hasNext() && count <= MAX_KEYS) {
      long key = all.next().getLong(0);
      if (key >= least && key <= ~least) {
        keys = count == keys.length ? Arrays.copyOf(keys, 2 * count) : keys;
        keys[count] = key;
        count++;
      }
    }
    return Arrays.copyOf(keys, count);
  }

  private List<Object> values(HashedRelation rows, long key) {
    if (columns.isEmpty()) {
      return List.of();
    }
    // Strings refer to the memory of the relation, in which nothing changes any more.
    InternalRow row = rows.getValue(key);
    List<Object> values = new ArrayList<>(columns.size());
    for (Column column : columns) {
      values.add(row.get(column.ordinal(), column.type()));
    }
    return values;
  }
}
