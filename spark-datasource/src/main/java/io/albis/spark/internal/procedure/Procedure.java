// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.procedure;

import io.albis.maintenance.TableMaintenance;
import io.albis.spark.internal.table.TableLoader;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.procedures.BoundProcedure;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;
import org.apache.spark.sql.connector.read.LocalScan;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * A procedure that maintains one table, and returns one row of what it has done. Immutable.
 *
 * @param name in SQL
 * @param description for users
 * @param options its parameters after {@code table}
 * @param result columns of the row
 * @param location where the table is that the first argument names
 * @param body does the work
 */
record Procedure(
    String name,
    String description,
    List<ProcedureParameter> options,
    StructType result,
    Function<String, TableLoader.Location> location,
    Body body)
    implements UnboundProcedure, BoundProcedure {

  /** What a procedure does. */
  @FunctionalInterface
  interface Body {

    /** Does it, and returns the values of the row. */
    List<Object> run(TableLoader.Location location, TableMaintenance table, Arguments arguments);
  }

  @Override
  public BoundProcedure bind(StructType inputType) {
    return this;
  }

  @Override
  public ProcedureParameter[] parameters() {
    ProcedureParameter[] all = new ProcedureParameter[options.size() + 1];
    all[0] = Parameters.required("table", "name of the table, or its path");
    for (int i = 1; i < all.length; i++) {
      all[i] = options.get(i - 1);
    }
    return all;
  }

  @Override
  public boolean isDeterministic() {
    return false;
  }

  @Override
  public Iterator<Scan> call(InternalRow input) {
    Arguments arguments = new Arguments(name, Arrays.asList(parameters()), input);
    TableLoader.Location table = location.apply(arguments.text("table"));
    try (TableMaintenance opened =
        TableMaintenance.open(table.uri(), table.options().storageOptions())) {
      Object[] values =
          body.run(table, opened, arguments).stream()
              .map(value -> value instanceof String text ? UTF8String.fromString(text) : value)
              .toArray();
      Scan scan = new Result(name, result, new GenericInternalRow(values));
      return List.of(scan).iterator();
    }
  }

  private record Result(String name, StructType readSchema, InternalRow row) implements LocalScan {

    @Override
    public String description() {
      return "albis " + name;
    }

    @Override
    public InternalRow[] rows() {
      return new InternalRow[] {row};
    }
  }
}
