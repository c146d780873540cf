// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.compat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.types.DataTypeUtils;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Seq;

/**
 * The rules by which Spark assigns the columns of a query to those of a table. Spark applies them
 * to batches, and not to streams. The parameters of its method differ between versions.
 */
public final class OutputColumns {

  private static final String RESOLVER =
      "org.apache.spark.sql.catalyst.analysis.TableOutputResolver";

  private OutputColumns() {}

  /**
   * Returns the query with the columns of a table: found by name, cast, checked for their lengths
   * and nulls, and with defaults where it has none. The same query if it has them already.
   *
   * @param table its name, for messages
   */
  public static LogicalPlan of(String table, StructType columns, LogicalPlan query) {
    Seq<? extends Attribute> expected = DataTypeUtils.toAttributes(columns);
    try {
      Method resolve =
          Arrays.stream(Class.forName(RESOLVER).getMethods())
              .filter(method -> method.getName().equals("resolveOutputColumns"))
              .findFirst()
              .orElseThrow(NoSuchMethodException::new);
      Object fill = resolve.getParameterTypes()[5] == boolean.class ? true : fillMode();
      return (LogicalPlan) resolve.invoke(null, table, expected, query, true, SQLConf.get(), fill);
    } catch (InvocationTargetException e) {
      throw OutputColumns.<RuntimeException>unchecked(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Failed to find " + RESOLVER + " of Spark", e);
    }
  }

  /** Since Spark 4.1: missing columns get their defaults. */
  private static Object fillMode() throws ReflectiveOperationException {
    Class<?> modes = Class.forName(RESOLVER + "$DefaultValueFillMode$");
    return modes.getMethod("FILL").invoke(modes.getField("MODULE$").get(null));
  }

  // The exceptions of Spark's analysis are checked ones that its methods do not declare.
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> E unchecked(Throwable exception) throws E {
    throw (E) exception;
  }
}
