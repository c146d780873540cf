// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.reader.Predicate;
import io.albis.reader.internal.match.BytesMatcher;
import io.albis.reader.internal.match.LongMatcher;
import io.albis.reader.internal.match.LongRange;
import io.albis.reader.internal.match.PairComparison;
import io.albis.reader.internal.match.WideMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A {@link Predicate} bound to a schema. {@code not} is pushed down to the tests. Without {@code
 * not}, whether a predicate is true depends only on which tests are true, so null and false need no
 * distinction. Immutable and thread-safe.
 */
public sealed interface BoundPredicate {

  /**
   * Binds a predicate to a schema.
   *
   * @throws io.albis.format.error.InvalidArgumentException if a column does not exist
   * @throws io.albis.format.error.InvalidArgumentException if a value cannot be compared with its
   *     column
   */
  static BoundPredicate of(Predicate predicate, Schema schema) {
    return new PredicateBinder(schema).bind(predicate, false);
  }

  /**
   * Tests whether rows may be among the first ones by a column.
   *
   * @throws io.albis.format.error.InvalidArgumentException if the column does not exist
   * @throws io.albis.format.error.InvalidArgumentException if rows cannot be ordered by it
   */
  static BoundPredicate first(SortColumn order, RunningBound bound, Schema schema) {
    return new FirstTest(new PredicateBinder(schema).comparedLeaf(order.path()), -1, bound);
  }

  /** True if both are. */
  static BoundPredicate and(BoundPredicate a, BoundPredicate b) {
    return and(List.of(a, b));
  }

  /**
   * True if all operands are. Ranges of one leaf become one range, so that its values are loaded
   * and compared once.
   */
  static BoundPredicate and(List<BoundPredicate> operands) {
    List<BoundPredicate> merged = new ArrayList<>();
    operands.forEach(operand -> addOperand(operand, merged));
    return merged.size() == 1 ? merged.get(0) : new And(merged);
  }

  private static void addOperand(BoundPredicate operand, List<BoundPredicate> merged) {
    if (operand instanceof And and) {
      and.operands().forEach(inner -> addOperand(inner, merged));
      return;
    }
    for (int i = 0; i < merged.size(); i++) {
      if (operand instanceof ValueTest test
          && merged.get(i) instanceof ValueTest other
          && test.leaf().id() == other.leaf().id()
          && test.range() != null
          && other.range() != null) {
        merged.set(i, other.with(other.range().intersection(test.range())));
        return;
      }
    }
    merged.add(operand);
  }

  /** Calls the consumer for each tested leaf. */
  void forEachLeaf(Consumer<Leaf> consumer);

  /** Returns the tested leaves, possibly with duplicates. */
  default List<Leaf> leaves() {
    List<Leaf> leaves = new ArrayList<>();
    forEachLeaf(leaves::add);
    return leaves;
  }

  /**
   * Returns the same predicate with the ordinals of the leaves in a scan.
   *
   * @param ordinals by leaf id
   */
  BoundPredicate withOrdinals(Map<Integer, Integer> ordinals);

  /** Returns predicates with the ordinals of their leaves in a scan. */
  private static List<BoundPredicate> withOrdinals(
      List<BoundPredicate> predicates, Map<Integer, Integer> ordinals) {
    return predicates.stream().map(predicate -> predicate.withOrdinals(ordinals)).toList();
  }

  /**
   * True if all operands are.
   *
   * @param operands none: always true
   */
  record And(List<BoundPredicate> operands) implements BoundPredicate {

    @Override
    public void forEachLeaf(Consumer<Leaf> consumer) {
      operands.forEach(operand -> operand.forEachLeaf(consumer));
    }

    @Override
    public BoundPredicate withOrdinals(Map<Integer, Integer> ordinals) {
      return new And(BoundPredicate.withOrdinals(operands, ordinals));
    }
  }

  /**
   * True if one operand is.
   *
   * @param operands none: never true
   */
  record Or(List<BoundPredicate> operands) implements BoundPredicate {

    @Override
    public void forEachLeaf(Consumer<Leaf> consumer) {
      operands.forEach(operand -> operand.forEachLeaf(consumer));
    }

    @Override
    public BoundPredicate withOrdinals(Map<Integer, Integer> ordinals) {
      return new Or(BoundPredicate.withOrdinals(operands, ordinals));
    }
  }

  /** A test of a leaf. */
  sealed interface Test extends BoundPredicate {

    /** The tested leaf. */
    Leaf leaf();

    /** Ordinal of the leaf in the scan, -1 before there is one. */
    int ordinal();

    @Override
    default void forEachLeaf(Consumer<Leaf> consumer) {
      consumer.accept(leaf());
    }
  }

  /**
   * Tests whether a leaf is null.
   *
   * @param leaf the tested leaf
   * @param ordinal of the leaf in the scan, -1 before there is one
   * @param wantsNull whether the test is true for nulls, or for all others
   */
  record NullTest(Leaf leaf, int ordinal, boolean wantsNull) implements Test {

    @Override
    public BoundPredicate withOrdinals(Map<Integer, Integer> ordinals) {
      return new NullTest(leaf, ordinals.get(leaf.id()), wantsNull);
    }
  }

  /**
   * Compares two leaves; not true where one is null.
   *
   * @param comparison of the left leaf with the right one
   * @param left the left leaf
   * @param right the right leaf
   * @param leftOrdinal ordinal of the left leaf in the scan, -1 before there is one
   * @param rightOrdinal ordinal of the right leaf in the scan, -1 before there is one
   */
  record ColumnTest(
      PairComparison comparison, Leaf left, Leaf right, int leftOrdinal, int rightOrdinal)
      implements BoundPredicate {

    /** The test that is true where this one is not, and no leaf is null. */
    ColumnTest opposite() {
      return switch (comparison) {
        case LESS ->
            new ColumnTest(PairComparison.LESS_OR_EQUAL, right, left, rightOrdinal, leftOrdinal);
        case LESS_OR_EQUAL ->
            new ColumnTest(PairComparison.LESS, right, left, rightOrdinal, leftOrdinal);
        case EQUAL ->
            new ColumnTest(PairComparison.NOT_EQUAL, left, right, leftOrdinal, rightOrdinal);
        case NOT_EQUAL ->
            new ColumnTest(PairComparison.EQUAL, left, right, leftOrdinal, rightOrdinal);
      };
    }

    @Override
    public void forEachLeaf(Consumer<Leaf> consumer) {
      consumer.accept(left);
      consumer.accept(right);
    }

    @Override
    public BoundPredicate withOrdinals(Map<Integer, Integer> ordinals) {
      return new ColumnTest(
          comparison, left, right, ordinals.get(left.id()), ordinals.get(right.id()));
    }
  }

  /**
   * Tests whether a row may be among the first of an order.
   *
   * @param leaf by which rows are ordered
   * @param ordinal of the leaf in the scan, -1 before there is one
   * @param bound of the first rows
   */
  record FirstTest(Leaf leaf, int ordinal, RunningBound bound) implements Test {

    @Override
    public BoundPredicate withOrdinals(Map<Integer, Integer> ordinals) {
      return new FirstTest(leaf, ordinals.get(leaf.id()), bound);
    }
  }

  /** The test of a value. */
  sealed interface Condition {}

  /**
   * For {@link ValueOrder#LONG} and {@link ValueOrder#DOUBLE}.
   *
   * @param matcher of the values
   */
  record OfLongs(LongMatcher matcher) implements Condition {}

  /**
   * For {@link ValueOrder#INT128}.
   *
   * @param matcher of the values
   */
  record OfWides(WideMatcher matcher) implements Condition {}

  /**
   * For {@link ValueOrder#BYTES}.
   *
   * @param matcher of the values
   */
  record OfBytes(BytesMatcher matcher) implements Condition {}

  /**
   * A test of the values of a leaf.
   *
   * @param leaf the tested leaf
   * @param ordinal of the leaf in the scan, -1 before there is one
   * @param condition the test of a value
   * @param isNegated whether the test is true for values that do not match
   * @param takesNulls whether the test is true for nulls
   * @param listed the values for which the test is true; null if there may be others. Kept with the
   *     test, so that all plans of a scan share it
   */
  record ValueTest(
      Leaf leaf,
      int ordinal,
      Condition condition,
      boolean isNegated,
      boolean takesNulls,
      ListedValues listed)
      implements Test {

    ValueTest(Leaf leaf, int ordinal, Condition condition, boolean isNegated, boolean takesNulls) {
      this(
          leaf,
          ordinal,
          condition,
          isNegated,
          takesNulls,
          isNegated || takesNulls ? null : ListedValues.of(leaf, condition));
    }

    /** The range of integers or floats for which alone it is true; null if there is none. */
    private LongRange range() {
      return condition instanceof OfLongs longs
              && longs.matcher() instanceof LongRange range
              && !isNegated
              && !takesNulls
          ? range
          : null;
    }

    private ValueTest with(LongRange range) {
      return new ValueTest(leaf, ordinal, new OfLongs(range), isNegated, takesNulls);
    }

    @Override
    public BoundPredicate withOrdinals(Map<Integer, Integer> ordinals) {
      return new ValueTest(leaf, ordinals.get(leaf.id()), condition, isNegated, takesNulls, listed);
    }
  }
}
