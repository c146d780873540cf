// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Schema;
import io.albis.reader.internal.aggregate.Groups;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongUnaryOperator;

/**
 * Groups of rows, and the aggregates of each. {@link DatasetScan#aggregate} returns one that is
 * complete; an engine that combines groups itself adds batches until there are too many groups,
 * takes them, and continues after {@link #clear}.
 *
 * <p><b>Results.</b> Groups are numbered in the order of their first rows. Columns are numbered
 * from 0: the grouping columns first, then the aggregates in the order of definition. Getters do
 * not test for null: for a null they return 0, or no bytes.
 *
 * <p><b>Memory.</b> On the heap. A group takes about 36 bytes for an integer, or string of up to 7
 * bytes, by which rows are grouped; for two columns or more, up to 44 bytes for each after the
 * first one; 8 to 32 bytes for an aggregate. Each distinct value of several grouping columns takes
 * 36 bytes, a string of more than 7 bytes 28 bytes and its length more.
 *
 * <p>For one thread.
 */
public final class Aggregator {

  private final Groups groups;
  private final Aggregation aggregation;
  private final Schema schema;

  /** The vectors of the batch that was added last, and a list of them. */
  private ColumnBatch batch;

  private List<ColumnVector> vectors = List.of();

  /**
   * Creates an aggregator without rows.
   *
   * @param schema that of the batches, see {@link ColumnBatch#schema}
   * @throws io.albis.format.error.InvalidArgumentException if a column is not in the schema
   * @throws io.albis.format.error.InvalidArgumentException if a column has a type by which rows
   *     cannot be grouped, or of which an aggregate or condition cannot be computed
   */
  public Aggregator(Aggregation aggregation, Schema schema) {
    this.aggregation = aggregation;
    this.schema = schema;
    this.groups =
        new Groups(aggregation.keys(), aggregation.calls(), aggregation.conditions(), schema);
  }

  /**
   * Groups the rows that are added from now on by what a function makes of the values of a grouping
   * column, such as the month of a date. Rows whose value is null stay a group of their own. {@link
   * #merge} adds groups as they are.
   *
   * @param column of the results, a grouping column
   * @param mapping of values as {@link #getLong} returns them, to values of the type of the column;
   *     must accept any number and return the same for the same one, and is called for each row
   * @throws io.albis.format.error.InvalidArgumentException if the column has strings, binaries or
   *     uuids
   * @throws IndexOutOfBoundsException if there is no such grouping column
   */
  public void mapKey(int column, LongUnaryOperator mapping) {
    groups.mapKey(column, Objects.requireNonNull(mapping, "mapping"));
  }

  /**
   * Adds the selected rows of a batch until there are more groups than wanted, which is tested
   * before each 1,024 rows: none is added if there are more already. 64 bytes of strings of more
   * than 7 bytes, by which rows are grouped, count as one group more: the limit bounds the memory.
   *
   * @param from index of the first row, among the selected ones
   * @return the index of the first row that is not added; {@link ColumnBatch#selectedCount} if all
   *     are
   * @throws io.albis.format.error.InvalidArgumentException if an exact sum does not fit 128 bits,
   *     or another exact result its type; the results are undefined then
   * @throws ArithmeticException if a divisor is 0; the results are undefined then
   */
  public int add(ColumnBatch newBatch, int from, int maxGroups) {
    if (batch != newBatch) {
      ColumnVector[] columns = new ColumnVector[newBatch.columnCount()];
      Arrays.setAll(columns, newBatch::column);
      vectors = List.of(columns);
      batch = newBatch;
    }
    int[] selection = newBatch.state().selection();
    return groups.add(vectors, selection, from, newBatch.selectedCount(), maxGroups);
  }

  /**
   * Adds rows as {@link #add(ColumnBatch, int, int)}, of vectors that an engine has made itself.
   *
   * @param columns a vector for each field of the schema, which must stay readable until the call
   *     returns ({@link VectorOwner})
   * @param end number of the last row, exclusive
   * @return number of the first row that is not added; {@code end} if all are
   */
  public int add(List<ColumnVector> columns, int from, int end, int maxGroups) {
    return groups.add(columns, null, from, end, maxGroups);
  }

  /**
   * Adds the groups of another aggregator, which does not change: for aggregators of several
   * threads.
   *
   * @throws io.albis.format.error.InvalidArgumentException if the other one has another aggregation
   *     or schema; or if an exact sum does not fit 128 bits
   */
  public void merge(Aggregator other) {
    if (!aggregation.equals(other.aggregation) || !schema.equals(other.schema)) {
      throw new InvalidArgumentException(
          "Cannot merge groups of " + other.aggregation + " into those of " + aggregation);
    }
    groups.merge(other.groups);
  }

  /** Returns the number of groups. */
  public int groupCount() {
    return groups.count();
  }

  /** Forgets all groups and rows. The memory is kept. */
  public void clear() {
    groups.clear();
  }

  /**
   * Returns whether a value is null.
   *
   * @param group 0 to {@link #groupCount} - 1
   * @param column of the results
   */
  public boolean isNull(int group, int column) {
    return groups.isNull(group, column);
  }

  /**
   * Returns an integer; 0 or 1 for a boolean; a date, time, timestamp or interval as {@link
   * ColumnVector} does; an unscaled decimal; a count; the sum of integers, or the unscaled sum of
   * decimals.
   *
   * @throws ArithmeticException if it does not fit 64 bits
   * @throws io.albis.format.error.InvalidArgumentException if the value is of another type
   */
  public long getLong(int group, int column) {
    return groups.getLong(group, column);
  }

  /**
   * Returns the sum, minimum or maximum of floats or doubles.
   *
   * @throws io.albis.format.error.InvalidArgumentException if the value is of another type
   */
  public double getDouble(int group, int column) {
    return groups.getDouble(group, column);
  }

  /**
   * Returns an integer or decimal, or a sum of these, of any size.
   *
   * @throws io.albis.format.error.InvalidArgumentException if the value is of another type
   */
  public BigDecimal getDecimal(int group, int column) {
    return groups.getDecimal(group, column);
  }

  /**
   * Returns the bytes of a string, binary or uuid by which rows are grouped.
   *
   * @throws io.albis.format.error.InvalidArgumentException if the value is of another type
   */
  public byte[] getBytes(int group, int column) {
    return groups.getBytes(group, column);
  }
}
