// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.order;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * What is read of a table: sets of columns with weights. Immutable and thread-safe; the builder is
 * not.
 *
 * <p>A workload is bounded. Equal sets are merged, their weights added. When there are more than
 * the maximum number of different sets, or more than the maximum number of ids in all sets, the
 * smallest weight is subtracted from the weights of all sets, and those whose weight becomes 0 are
 * dropped, until both maxima hold (the algorithm of Misra and Gries for frequent elements). So a
 * new set can always become known, and as long as only the number of sets is exceeded, every set
 * whose share of the weight that was added is more than 1 / (maximum + 1) is kept. {@link
 * #lostWeight} tells how much weight was lost.
 */
public final class Workload {

  /** The maximum number of different sets unless the builder is told another. */
  public static final int DEFAULT_MAX_SETS = 10_000;

  /** The maximum number of ids in all sets, 16 MiB of them. */
  public static final int MAX_IDS = 4 << 20;

  private final List<Query> queries;
  private final double lostWeight;

  private Workload(List<Query> queries, double lostWeight) {
    this.queries = queries;
    this.lostWeight = lostWeight;
  }

  /** A builder with the default maximum number of sets. */
  public static Builder builder() {
    return builder(DEFAULT_MAX_SETS);
  }

  /**
   * A builder.
   *
   * @param maxSets the maximum number of different sets
   * @throws IllegalArgumentException if the maximum is not positive
   */
  public static Builder builder(int maxSets) {
    return new Builder(maxSets, MAX_IDS);
  }

  /** The different sets in the order in which they were first added. */
  public List<Query> queries() {
    return queries;
  }

  /** The sum of the weights that were subtracted because there were too many different sets. */
  public double lostWeight() {
    return lostWeight;
  }

  /**
   * The workload in other ids, such as those of the column groups that store the columns. Sets that
   * become equal are merged.
   *
   * @param newId gives the new id for each id; negative if the column is to be left out
   */
  public Workload mapped(IntUnaryOperator newId) {
    Builder builder = new Builder(Math.max(1, queries.size()), Integer.MAX_VALUE);
    for (Query query : queries) {
      int[] mapped = Arrays.stream(query.ids).map(newId).filter(id -> id >= 0).toArray();
      builder.add(mapped, query.weight);
    }
    builder.lostWeight = lostWeight;
    return builder.build();
  }

  /** A set of columns that are read together. */
  public static final class Query {

    private final int[] ids;
    private final double weight;

    private Query(int[] ids, double weight) {
      this.ids = ids;
      this.weight = weight;
    }

    /** The number of columns. */
    public int idCount() {
      return ids.length;
    }

    /**
     * The id of a column.
     *
     * @param index ids are ascending
     */
    public int id(int index) {
      return ids[index];
    }

    /** How often it is read, in any unit; more than 0. */
    public double weight() {
      return weight;
    }

    /** Weight and ids. */
    @Override
    public String toString() {
      return weight + " x " + Arrays.toString(ids);
    }
  }

  /** Collects sets of columns. Not thread-safe. */
  public static final class Builder {

    private final int maxSets;
    private final long maxIds;
    private final Map<IdSet, Entry> entries = new HashMap<>();
    private long idCount;
    private long added;
    private double lostWeight;

    Builder(int maxSets, long maxIds) {
      if (maxSets < 1) {
        throw new IllegalArgumentException(
            "Invalid maximum number of sets: " + maxSets + " (expected at least 1)");
      }
      this.maxSets = maxSets;
      this.maxIds = maxIds;
    }

    /**
     * Adds a set of columns with weight 1.
     *
     * @see #add(int[], double)
     */
    public Builder add(Collection<Integer> ids) {
      return add(ids.stream().mapToInt(Integer::intValue).toArray(), 1);
    }

    /**
     * Adds a set of columns.
     *
     * @param ids in any order; repeated ones count once. An empty set is ignored
     * @param weight how often it is read
     * @throws IllegalArgumentException if an id is negative, or the weight is not a positive finite
     *     number
     */
    public Builder add(int[] ids, double weight) {
      if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "Invalid weight of a query: " + weight + " (expected a positive number)");
      }
      int[] sorted = Arrays.stream(ids).sorted().distinct().toArray();
      if (sorted.length == 0) {
        return this;
      }
      if (sorted[0] < 0) {
        throw new IllegalArgumentException("Invalid id of a column: " + sorted[0]);
      }
      Entry entry = entries.get(new IdSet(sorted));
      if (entry == null) {
        entry = new Entry(added++);
        entries.put(new IdSet(sorted), entry);
        idCount += sorted.length;
      }
      entry.weight += weight;
      while (entries.size() > maxSets || idCount > maxIds) {
        reduce();
      }
      return this;
    }

    private void reduce() {
      double smallest = Double.POSITIVE_INFINITY;
      for (Entry entry : entries.values()) {
        smallest = Math.min(smallest, entry.weight);
      }
      Iterator<Map.Entry<IdSet, Entry>> all = entries.entrySet().iterator();
      while (all.hasNext()) {
        Map.Entry<IdSet, Entry> next = all.next();
        lostWeight += smallest;
        next.getValue().weight -= smallest;
        if (!(next.getValue().weight > 0)) {
          idCount -= next.getKey().ids().length;
          all.remove();
        }
      }
    }

    /** The workload so far. The builder may be used further. */
    public Workload build() {
      List<Query> queries =
          entries.entrySet().stream()
              .sorted((a, b) -> Long.compare(a.getValue().order, b.getValue().order))
              .map(entry -> new Query(entry.getKey().ids(), entry.getValue().weight))
              .toList();
      return new Workload(queries, lostWeight);
    }
  }

  private static final class Entry {

    final long order;
    double weight;

    Entry(long order) {
      this.order = order;
    }
  }
}
