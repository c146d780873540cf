// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Type;
import io.albis.reader.internal.filter.ComparableTypes;
import io.albis.reader.internal.literal.LiteralList;
import io.albis.reader.internal.match.BytesLike;
import java.io.InvalidObjectException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A condition on rows. A scan returns the rows for which it is true.
 *
 * <p><b>Columns</b> are given by path. <b>Values</b> have the classes that row views return for the
 * type of the column: {@code Boolean}; {@code Byte}, {@code Short}, {@code Integer} or {@code Long}
 * for integers, dates, times, timestamps and intervals; {@code Float}, {@code Double} or integers
 * for floats; {@code BigDecimal}, {@code BigInteger} or integers for decimals; {@code String},
 * {@code byte[]}, {@code UUID}. Columns and values are checked when a scan is built with the
 * predicate.
 *
 * <p><b>Two columns.</b> The value of {@link #equal}, {@link #lessThan} and the other comparisons
 * can be a column, {@link Expression#column}; {@link #canCompare} has the types that compare.
 *
 * <p><b>Nulls</b> follow SQL: a comparison with null is neither true nor false, and {@link #not}
 * does not make it true. {@link #isNull}, {@link #isNotNull}, {@link #isNan} and {@link
 * #equalNullSafe} are always true or false.
 *
 * <p><b>Order.</b> NaN equals NaN and is greater than all other numbers; -0.0 equals 0.0. Strings
 * and binaries are compared by unsigned bytes.
 *
 * <p><b>Equality and serialization.</b> Predicates are equal if they have the same operators,
 * columns and values; the order of the values of {@link #in} and duplicates among them are ignored.
 * Predicates are serialized by Java serialization or by {@link #toBytes}.
 *
 * <p>Immutable and thread-safe.
 */
public final class Predicate implements Serializable {

  private static final long serialVersionUID = 1L;

  /**
   * Maximum nesting depth of operands. Directly nested {@code and}s count once, as do {@code or}s.
   */
  public static final int MAX_DEPTH = 128;

  /** The operator of a predicate. */
  public enum Operator {
    /** The column equals a value. */
    EQUAL("=", 1),
    /** The column does not equal a value. */
    NOT_EQUAL("<>", 2),
    /** The column is less than a value. */
    LESS("<", 3),
    /** The column is less than a value or equals it. */
    LESS_OR_EQUAL("<=", 4),
    /** The column is greater than a value. */
    GREATER(">", 5),
    /** The column is greater than a value or equals it. */
    GREATER_OR_EQUAL(">=", 6),
    /** Like {@link #EQUAL}, but false, not null, where the column is null. */
    EQUAL_NULL_SAFE("<=>", 7),
    /** The column equals one of the values. */
    IN("in", 8),
    /** The column is null. */
    IS_NULL("is null", 9),
    /** The column is not null. */
    IS_NOT_NULL("is not null", 10),
    /** The column is NaN. */
    IS_NAN("is nan", 11),
    /** The column starts with a value. */
    STARTS_WITH("starts with", 12),
    /** The column ends with a value. */
    ENDS_WITH("ends with", 13),
    /** The column contains a value. */
    CONTAINS("contains", 14),
    /** All operands are true. */
    AND("and", 15),
    /** At least one operand is true. */
    OR("or", 16),
    /** The operand is false. */
    NOT("not", 17),
    /** The column matches a pattern. */
    LIKE("like", 18),
    /** The column in lower case matches a pattern. */
    LOWER_CASE_LIKE("in lower case like", 19),
    /** The column in upper case matches a pattern. */
    UPPER_CASE_LIKE("in upper case like", 20);

    private final String text;
    private final int code;

    Operator(String text, int code) {
      this.text = text;
      this.code = code;
    }

    String text() {
      return text;
    }

    /** Identifies the operator in {@link Predicate#toBytes}. */
    int code() {
      return code;
    }
  }

  private final transient Operator operator;
  private final transient String column;
  private final transient String comparedColumn;
  private final transient LiteralList values;
  private final transient List<Predicate> operands;
  private final transient int depth;

  Predicate(Operator operator, String column, LiteralList values) {
    this(operator, column, null, values);
  }

  private Predicate(Operator operator, String column, String comparedColumn, LiteralList values) {
    this.operator = operator;
    this.column = Objects.requireNonNull(column, "column");
    this.comparedColumn = comparedColumn;
    this.values = values;
    this.operands = List.of();
    this.depth = 1;
  }

  private Predicate(Operator operator, List<Predicate> operands) {
    this.operator = operator;
    this.column = null;
    this.comparedColumn = null;
    this.values = LiteralList.empty();
    this.operands = operands;
    this.depth = 1 + operands.stream().mapToInt(operand -> operand.depth).max().orElse(0);
    if (depth > MAX_DEPTH) {
      throw new InvalidArgumentException(
          "Invalid predicate: it is nested more than " + MAX_DEPTH + " levels deep");
    }
  }

  private static Predicate test(Operator operator, String column, Object value) {
    Objects.requireNonNull(column, "column");
    Objects.requireNonNull(value, "value; to compare with null use isNull");
    return new Predicate(operator, column, LiteralList.of(column, List.of(value)));
  }

  private static Predicate compare(Operator operator, String column, Object value) {
    String other = value instanceof Expression expression ? expression.columnPath() : null;
    return other == null ? test(operator, column, value) : ofColumns(operator, column, other);
  }

  static Predicate ofColumns(Operator operator, String column, String other) {
    return new Predicate(operator, column, other, LiteralList.empty());
  }

  /**
   * Whether columns of two types can be compared with each other: booleans; integers; floats and
   * doubles; decimals of the same scale, both of at most 18 digits or both of more; dates; times of
   * the same unit; timestamps of the same unit, both with a zone or both without; strings;
   * binaries; UUIDs; intervals of the same kind.
   */
  public static boolean canCompare(Type left, Type right) {
    return ComparableTypes.areComparable(left, right);
  }

  /** Column = value. A boolean column is tested by {@code equal(column, true)}. */
  public static Predicate equal(String column, Object value) {
    return compare(Operator.EQUAL, column, value);
  }

  /** Column &lt;&gt; value. */
  public static Predicate notEqual(String column, Object value) {
    return compare(Operator.NOT_EQUAL, column, value);
  }

  /** Column &lt; value. */
  public static Predicate lessThan(String column, Object value) {
    return compare(Operator.LESS, column, value);
  }

  /** Column &lt;= value. */
  public static Predicate lessOrEqual(String column, Object value) {
    return compare(Operator.LESS_OR_EQUAL, column, value);
  }

  /** Column &gt; value. */
  public static Predicate greaterThan(String column, Object value) {
    return compare(Operator.GREATER, column, value);
  }

  /** Column &gt;= value. */
  public static Predicate greaterOrEqual(String column, Object value) {
    return compare(Operator.GREATER_OR_EQUAL, column, value);
  }

  /**
   * Column &lt;=&gt; value, in SQL also {@code IS NOT DISTINCT FROM}: never null. True if both
   * sides are null, false if one is.
   *
   * @param value may be null
   */
  public static Predicate equalNullSafe(String column, Object value) {
    return value == null ? isNull(column) : compare(Operator.EQUAL_NULL_SAFE, column, value);
  }

  /**
   * The negation of {@link #equalNullSafe}, in SQL {@code IS DISTINCT FROM}.
   *
   * @param value may be null
   */
  public static Predicate notEqualNullSafe(String column, Object value) {
    return value == null ? isNotNull(column) : not(equalNullSafe(column, value));
  }

  /**
   * Column equals one of the values. Always false for an empty list, even where the column is null.
   * If the list contains null, the result is null where no value is equal.
   *
   * <p>Tens of thousands of values are fine: rows are looked up in a hash table, statistics in the
   * sorted values.
   *
   * @param values values of one kind: all integers, all strings and so on; integers can be mixed
   *     with floats or with decimals
   * @throws io.albis.format.error.InvalidArgumentException if values cannot be compared with each
   *     other
   */
  public static Predicate in(String column, Collection<?> values) {
    Objects.requireNonNull(column, "column");
    return new Predicate(Operator.IN, column, LiteralList.of(column, values));
  }

  /** Column is null. Applies to structs, lists and maps too. */
  public static Predicate isNull(String column) {
    return new Predicate(Operator.IS_NULL, column, LiteralList.empty());
  }

  /** Column is not null. Applies to structs, lists and maps too. */
  public static Predicate isNotNull(String column) {
    return new Predicate(Operator.IS_NOT_NULL, column, LiteralList.empty());
  }

  /** A float or double column is NaN; false where it is null. */
  public static Predicate isNan(String column) {
    return new Predicate(Operator.IS_NAN, column, LiteralList.empty());
  }

  /** A string or binary column starts with a prefix. */
  public static Predicate startsWith(String column, Object prefix) {
    return test(Operator.STARTS_WITH, column, prefix);
  }

  /** A string or binary column ends with a suffix. */
  public static Predicate endsWith(String column, Object suffix) {
    return test(Operator.ENDS_WITH, column, suffix);
  }

  /** A string or binary column contains a value. */
  public static Predicate contains(String column, Object part) {
    return test(Operator.CONTAINS, column, part);
  }

  /**
   * A string column matches a pattern as a whole: {@code %} stands for any text, {@code _} for any
   * code point, and {@code \} before one of these or {@code \} for itself. A sequence of bytes that
   * is not UTF-8 counts as U+FFFD, with which Java decodes it.
   *
   * @throws InvalidArgumentException if {@code \} stands before something else, or at the end
   */
  public static Predicate like(String column, String pattern) {
    return like(Operator.LIKE, column, pattern);
  }

  /**
   * Like {@link #like}, but the pattern is compared with the value in lower case, as by {@code
   * toLowerCase(Locale.ROOT)}: a pattern with a letter in upper case never matches. To ignore case,
   * use it with a pattern in lower case.
   *
   * @throws InvalidArgumentException if {@code \} stands before something else than {@code %},
   *     {@code _} or {@code \}
   */
  public static Predicate lowerCaseLike(String column, String pattern) {
    return like(Operator.LOWER_CASE_LIKE, column, pattern);
  }

  /** Like {@link #lowerCaseLike}, with the value in upper case. */
  public static Predicate upperCaseLike(String column, String pattern) {
    return like(Operator.UPPER_CASE_LIKE, column, pattern);
  }

  static Predicate like(Operator operator, String column, String pattern) {
    Predicate predicate = test(operator, column, pattern);
    BytesLike.of(pattern.getBytes(StandardCharsets.UTF_8));
    return predicate;
  }

  /** True for every row. */
  public static Predicate alwaysTrue() {
    return new Predicate(Operator.AND, List.of());
  }

  /** False for every row. */
  public static Predicate alwaysFalse() {
    return new Predicate(Operator.OR, List.of());
  }

  /** True if all operands are true; without operands {@link #alwaysTrue}. */
  public static Predicate and(Predicate... operands) {
    return and(List.of(operands));
  }

  /** Like {@link #and(Predicate...)}. */
  public static Predicate and(List<Predicate> operands) {
    return combine(Operator.AND, operands);
  }

  /** True if at least one operand is true; without operands {@link #alwaysFalse}. */
  public static Predicate or(Predicate... operands) {
    return or(List.of(operands));
  }

  /** Like {@link #or(Predicate...)}. */
  public static Predicate or(List<Predicate> operands) {
    return combine(Operator.OR, operands);
  }

  /** Flattens operands with the same operator, so that chains do not nest. */
  private static Predicate combine(Operator operator, List<Predicate> operands) {
    List<Predicate> flat = new ArrayList<>(operands.size());
    for (Predicate operand : operands) {
      if (operand.operator == operator) {
        flat.addAll(operand.operands);
      } else {
        flat.add(operand);
      }
    }
    return flat.size() == 1 ? flat.get(0) : new Predicate(operator, List.copyOf(flat));
  }

  /** True if the operand is false, and false if it is true. */
  public static Predicate not(Predicate operand) {
    return operand.operator == Operator.NOT
        ? operand.operands.get(0)
        : new Predicate(Operator.NOT, List.of(operand));
  }

  /** Returns the operator. */
  public Operator operator() {
    return operator;
  }

  /** Path of the column; null for {@code AND}, {@code OR}, {@code NOT}. */
  public String column() {
    return column;
  }

  /** Path of the column that the column is compared with; null if it is not compared with one. */
  public String comparedColumn() {
    return comparedColumn;
  }

  /** Returns the paths of all columns that decide whether it is true. The caller owns the set. */
  public Set<String> columns() {
    Set<String> columns = new LinkedHashSet<>();
    addColumns(columns);
    return columns;
  }

  private void addColumns(Set<String> columns) {
    if (column != null) {
      columns.add(column);
    }
    if (comparedColumn != null) {
      columns.add(comparedColumn);
    }
    operands.forEach(operand -> operand.addColumns(columns));
  }

  /**
   * Returns the values that the column is compared with, ascending and without duplicates: {@code
   * Long} for all integers, {@code Double} for floats, {@code BigDecimal} without trailing zeros
   * for decimals. A null comes last. Each access creates an object. Empty if it is compared with a
   * column.
   */
  public List<Object> values() {
    return values;
  }

  /** Returns the operands of {@code AND}, {@code OR} and {@code NOT}; empty for other operators. */
  public List<Predicate> operands() {
    return operands;
  }

  /**
   * Serializes the predicate compactly, for processes with the same or a later version of Albis. An
   * integer of a large, dense {@link #in} list takes 1 to 3 bytes.
   */
  public byte[] toBytes() {
    return PredicateWriter.write(this);
  }

  /**
   * Deserializes the result of {@link #toBytes}. Safe for bytes from untrusted sources: takes time
   * and memory proportional to their number.
   *
   * @throws InvalidArgumentException if these are not the bytes of a predicate
   * @throws io.albis.format.error.UnsupportedVersionException if a later version of Albis has
   *     written them
   */
  public static Predicate fromBytes(byte[] bytes) {
    return PredicateReader.read(bytes);
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof Predicate other
        && operator == other.operator
        && Objects.equals(column, other.column)
        && Objects.equals(comparedColumn, other.comparedColumn)
        && values.isSame(other.values)
        && operands.equals(other.operands);
  }

  @Override
  public int hashCode() {
    return Objects.hash(operator.code(), column, comparedColumn, values.hash(), operands);
  }

  /**
   * Returns the condition as text, such as {@code (a > 3 and b is null)}; long lists are
   * abbreviated.
   */
  @Override
  public String toString() {
    return PredicateText.of(this);
  }

  private Object writeReplace() {
    return new Serialized(toBytes());
  }

  /** Streams contain only {@link Serialized}; a stream with this class has been forged. */
  private Object readResolve() throws InvalidObjectException {
    throw new InvalidObjectException("Predicates are serialized as bytes");
  }

  /** The form of a predicate in a Java serialization stream. */
  private static final class Serialized implements Serializable {
    private static final long serialVersionUID = 1L;

    private final byte[] bytes;

    Serialized(byte[] bytes) {
      this.bytes = Arrays.copyOf(bytes, bytes.length);
    }

    private Object readResolve() {
      return fromBytes(bytes);
    }
  }
}
