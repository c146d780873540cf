// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.compat;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.analysis.NamedRelation;
import org.apache.spark.sql.catalyst.plans.logical.AppendData;
import org.apache.spark.sql.catalyst.plans.logical.AppendData$;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.collection.immutable.Map;

/** Appends of rows, whose number of fields depends on the version of Spark. */
public final class Appends {

  private static final Method BY_NAME =
      Arrays.stream(AppendData$.class.getMethods())
          .filter(method -> method.getName().equals("byName"))
          .findFirst()
          .orElseThrow();

  private Appends() {}

  /** Returns a plan that appends rows to a table, of which Spark finds the columns by name. */
  public static AppendData byName(
      NamedRelation table, LogicalPlan query, Map<String, String> options) {
    // The last one since Spark 4.2: without schema evolution.
    Object[] arguments = {table, query, options, false};
    try {
      return (AppendData)
          BY_NAME.invoke(
              AppendData$.MODULE$, Arrays.copyOf(arguments, BY_NAME.getParameterCount()));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Spark has no append by the names of columns", e);
    }
  }
}
