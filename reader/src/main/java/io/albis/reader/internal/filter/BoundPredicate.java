// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.filter;

import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.reader.Predicate;
import io.albis.reader.internal.match.BytesMatcher;
import io.albis.reader.internal.match.LongMatcher;
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
public abstract sealed class BoundPredicate {

  private BoundPredicate() {}

  /**
   * Binds a predicate to a schema.
   *
   * @throws io.albis.format.error.UnknownColumnException if a column does not exist
   * @throws io.albis.format.error.InvalidArgumentException if a value cannot be compared with its
   *     column
   */
  public static BoundPredicate of(Predicate predicate, Schema schema) {
    return new PredicateBinder(schema).bind(predicate, false);
  }

  /**
   * Tests whether rows may be among the first ones by a column.
   *
   * @throws io.albis.format.error.UnknownColumnException if the column does not exist
   * @throws io.albis.format.error.InvalidArgumentException if rows cannot be ordered by it
   */
  public static BoundPredicate first(SortColumn order, RunningBound bound, Schema schema) {
    return new FirstTest(new PredicateBinder(schema).comparedLeaf(order.path()), -1, bound);
  }

  /** True if both are. */
  public static BoundPredicate and(BoundPredicate a, BoundPredicate b) {
    return new And(List.of(a, b));
  }

  /** Calls the consumer for each tested leaf. */
  abstract void forEachLeaf(Consumer<Leaf> consumer);

  /** Returns the tested leaves, possibly with duplicates. */
  public final List<Leaf> leaves() {
    List<Leaf> leaves = new ArrayList<>();
    forEachLeaf(leaves::add);
    return leaves;
  }

  /**
   * Returns the same predicate with the ordinals of the leaves in a scan.
   *
   * @param ordinals by leaf id
   */
  public abstract BoundPredicate withOrdinals(Map<Integer, Integer> ordinals);

  /** True if all operands are. */
  static final class And extends BoundPredicate {
    private final List<BoundPredicate> operands;

    And(List<BoundPredicate> operands) {
      this.operands = List.copyOf(operands);
    }

    List<BoundPredicate> operands() {
      return operands;
    }

    @Override
    void forEachLeaf(Consumer<Leaf> consumer) {
      operands.forEach(operand -> operand.forEachLeaf(consumer));
    }

    @Override
    public BoundPredicate withOrdinals(Map<Integer, Integer> ordinals) {
      return new And(operands.stream().map(operand -> operand.withOrdinals(ordinals)).toList());
    }
  }

  /** True if one operand is. */
  static final class Or extends BoundPredicate {
    private final List<BoundPredicate> operands;

    Or(List<BoundPredicate> operands) {
      this.operands = List.copyOf(operands);
    }

    List<BoundPredicate> operands() {
      return operands;
    }

    @Override
    void forEachLeaf(Consumer<Leaf> consumer) {
      operands.forEach(operand -> operand.forEachLeaf(consumer));
    }

    @Override
    public BoundPredicate withOrdinals(Map<Integer, Integer> ordinals) {
      return new Or(operands.stream().map(operand -> operand.withOrdinals(ordinals)).toList());
    }
  }

  /** A test of a leaf. */
  abstract static sealed class Test extends BoundPredicate {
    private final Leaf leaf;
    private final int ordinal;

    private Test(Leaf leaf, int ordinal) {
      this.leaf = leaf;
      this.ordinal = ordinal;
    }

    final Leaf leaf() {
      return leaf;
    }

    /** Ordinal of the leaf in the scan, -1 before there is one. */
    final int ordinal() {
      return ordinal;
    }

    @Override
    final void forEachLeaf(Consumer<Leaf> consumer) {
      consumer.accept(leaf);
    }
  }

  /** Tests whether a leaf is null. */
  static final class NullTest extends Test {
    private final boolean wantsNull;

    NullTest(Leaf leaf, int ordinal, boolean wantsNull) {
      super(leaf, ordinal);
      this.wantsNull = wantsNull;
    }

    boolean wantsNull() {
      return wantsNull;
    }

    @Override
    public BoundPredicate withOrdinals(Map<Integer, Integer> ordinals) {
      return new NullTest(leaf(), ordinals.get(leaf().id()), wantsNull);
    }
  }

  /** Compares two leaves; not true where one is null. */
  static final class ColumnTest extends BoundPredicate {
    private final PairComparison comparison;
    private final Leaf left;
    private final Leaf right;
    private final int leftOrdinal;
    private final int rightOrdinal;

    ColumnTest(
        PairComparison comparison, Leaf left, Leaf right, int leftOrdinal, int rightOrdinal) {
      this.comparison = comparison;
      this.left = left;
      this.right = right;
      this.leftOrdinal = leftOrdinal;
      this.rightOrdinal = rightOrdinal;
    }

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

    PairComparison comparison() {
      return comparison;
    }

    Leaf left() {
      return left;
    }

    Leaf right() {
      return right;
    }

    /** Ordinal of the left leaf in the scan, -1 before there is one. */
    int leftOrdinal() {
      return leftOrdinal;
    }

    /** Ordinal of the right leaf in the scan, -1 before there is one. */
    int rightOrdinal() {
      return rightOrdinal;
    }

    @Override
    void forEachLeaf(Consumer<Leaf> consumer) {
      consumer.accept(left);
      consumer.accept(right);
    }

    @Override
    public BoundPredicate withOrdinals(Map<Integer, Integer> ordinals) {
      return new ColumnTest(
          comparison, left, right, ordinals.get(left.id()), ordinals.get(right.id()));
    }
  }

  /** Tests whether a row may be among the first of an order. */
  static final class FirstTest extends Test {
    private final RunningBound bound;

    private FirstTest(Leaf leaf, int ordinal, RunningBound bound) {
      super(leaf, ordinal);
      this.bound = bound;
    }

    RunningBound bound() {
      return bound;
    }

    @Override
    public BoundPredicate withOrdinals(Map<Integer, Integer> ordinals) {
      return new FirstTest(leaf(), ordinals.get(leaf().id()), bound);
    }
  }

  /** The test of a value. */
  abstract static sealed class Condition {
    private Condition() {}
  }

  /** For {@link ValueOrder#LONG} and {@link ValueOrder#DOUBLE}. */
  static final class OfLongs extends Condition {
    final LongMatcher matcher;

    OfLongs(LongMatcher matcher) {
      this.matcher = matcher;
    }
  }

  /** For {@link ValueOrder#INT128}. */
  static final class OfWides extends Condition {
    final WideMatcher matcher;

    OfWides(WideMatcher matcher) {
      this.matcher = matcher;
    }
  }

  /** For {@link ValueOrder#BYTES}. */
  static final class OfBytes extends Condition {
    final BytesMatcher matcher;

    OfBytes(BytesMatcher matcher) {
      this.matcher = matcher;
    }
  }

  /** A test of the values of a leaf. */
  static final class ValueTest extends Test {
    private final Condition condition;
    private final boolean isNegated;
    private final boolean takesNulls;

    /** Kept with the test, so that all plans of a scan share it. Null if it lists no values. */
    private final ListedValues listed;

    /**
     * Creates a test.
     *
     * @param isNegated whether the test is true for values that do not match
     * @param takesNulls whether the test is true for nulls
     */
    ValueTest(Leaf leaf, int ordinal, Condition condition, boolean isNegated, boolean takesNulls) {
      super(leaf, ordinal);
      this.condition = condition;
      this.isNegated = isNegated;
      this.takesNulls = takesNulls;
      this.listed = isNegated || takesNulls ? null : ListedValues.of(leaf, condition);
    }

    /** The values for which the test is true; null if it may be true for others, too. */
    ListedValues listed() {
      return listed;
    }

    Condition condition() {
      return condition;
    }

    boolean isNegated() {
      return isNegated;
    }

    boolean takesNulls() {
      return takesNulls;
    }

    @Override
    public BoundPredicate withOrdinals(Map<Integer, Integer> ordinals) {
      return new ValueTest(leaf(), ordinals.get(leaf().id()), condition, isNegated, takesNulls);
    }
  }
}
