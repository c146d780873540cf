// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.changelog;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.spark.internal.predicate.PushedPredicates;
import io.albis.spark.internal.read.RowConstants;
import java.util.Arrays;
import org.apache.spark.sql.connector.expressions.filter.Predicate;

/**
 * The predicates of a query on changes. They leave out what need not be read: Spark evaluates all
 * of them again. So it does no harm if they leave out a row, but not its copy in a row group that
 * is stored with other columns. Immutable.
 */
final class ChangeFilter {

  /** What is known of a snapshot by its id. */
  private static final Schema VERSION =
      Schema.of(Field.required(ChangeColumn.VERSION.columnName(), Type.int64()));

  /** What is known of a snapshot that has been opened. */
  private static final Schema COMMIT =
      Schema.of(
          Field.required(ChangeColumn.VERSION.columnName(), Type.int64()),
          Field.required(
              ChangeColumn.TIMESTAMP.columnName(), Type.timestampWithZone(TimeUnit.MICROS)));

  private final Predicate[] predicates;
  private final Schema schema;
  private final PushedPredicates ofSchema;
  private final io.albis.reader.Predicate versions;

  /**
   * Creates a filter.
   *
   * @param predicates all of which apply
   * @param schema the columns that they name, beside those of changes
   */
  ChangeFilter(Predicate[] predicates, Schema schema) {
    this.predicates = predicates.clone();
    this.schema = schema;
    this.ofSchema = PushedPredicates.of(predicates, schema, COMMIT);
    this.versions = PushedPredicates.of(predicates, schema, VERSION).place();
  }

  /** Without predicates. */
  static ChangeFilter none(Schema schema) {
    return new ChangeFilter(new Predicate[0], schema);
  }

  /** The predicates that are used. A copy. */
  Predicate[] pushed() {
    return ofSchema.pushed();
  }

  /** What applies to rows that are stored with some columns, which are found by their ids. */
  PushedPredicates rows(Schema stored) {
    return stored.equals(schema)
        ? ofSchema
        : PushedPredicates.of(predicates, schema, stored, COMMIT);
  }

  /** Whether the id of a snapshot does not rule out that its changes match. */
  boolean accepts(long version) {
    return RowConstants.accept(versions, column -> version);
  }

  /** Whether the id and time of a snapshot do not rule out that its changes match. */
  boolean accepts(CommitVersion commit) {
    return RowConstants.accept(
        ofSchema.place(),
        column ->
            ChangeColumn.VERSION.columnName().equals(column) ? commit.version() : commit.micros());
  }

  @Override
  public String toString() {
    return Arrays.toString(pushed());
  }
}
