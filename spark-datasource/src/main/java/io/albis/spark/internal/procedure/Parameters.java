// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.procedure;

import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/** The kinds of parameters that procedures have. */
final class Parameters {

  private static final DataType TEXTS = DataTypes.createArrayType(DataTypes.StringType);

  private Parameters() {}

  /** A text without a default. */
  static ProcedureParameter required(String name, String comment) {
    return ProcedureParameter.in(name, DataTypes.StringType).comment(comment).build();
  }

  /** Texts without a default. */
  static ProcedureParameter requiredList(String name, String comment) {
    return ProcedureParameter.in(name, TEXTS).comment(comment).build();
  }

  /** A text, such as a size or a time. */
  static ProcedureParameter text(String name, String defaultValue, String comment) {
    return optional(name, DataTypes.StringType, "'" + defaultValue + "'", comment);
  }

  static ProcedureParameter number(String name, long defaultValue, String comment) {
    return optional(name, DataTypes.LongType, defaultValue + "L", comment);
  }

  /** Columns; none by default. */
  static ProcedureParameter columns(String name, String comment) {
    return optional(name, TEXTS, "CAST(array() AS ARRAY<STRING>)", comment);
  }

  /** Whether nothing is done. */
  static ProcedureParameter dryRun() {
    return optional(
        "dry_run", DataTypes.BooleanType, "false", "whether only to return what would be done");
  }

  private static ProcedureParameter optional(
      String name, DataType type, String sql, String comment) {
    return ProcedureParameter.in(name, type).defaultValue(sql).comment(comment).build();
  }
}
