// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NullOrdering;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.types.StructType;

/** The order of a table's rows in the terms of Spark. */
public final class ReportedOrder {

  private ReportedOrder() {}

  /**
   * Returns the first fields of an order, as far as the scan has their columns, and Spark compares
   * their values in the same way.
   *
   * @param order of the rows
   */
  public static List<SortOrder> of(List<SortColumn> order, Schema schema, StructType projected) {
    List<SortOrder> reported = new ArrayList<>();
    List<String> names = Arrays.asList(projected.fieldNames());
    for (SortColumn column : order) {
      Field field = ReportedPartitions.topLevel(schema, column.path());
      boolean isComparable =
          field != null
              && names.contains(field.name())
              && field.extension().isEmpty()
              && CatalystValues.hasValues(field.type());
      if (!isComparable) {
        return reported;
      }
      reported.add(
          Expressions.sort(
              Expressions.column(ReportedPartitions.quote(field.name())),
              column.descending() ? SortDirection.DESCENDING : SortDirection.ASCENDING,
              column.nullsLast() ? NullOrdering.NULLS_LAST : NullOrdering.NULLS_FIRST));
    }
    return reported;
  }
}
