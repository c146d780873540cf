// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TypeKind;
import io.albis.reader.DatasetScan;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.duckdb.DuckDBDataChunkWriter;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBTableFunction;
import org.duckdb.DuckDBTableFunctionBindInfo;
import org.duckdb.DuckDBTableFunctionBuilder;
import org.duckdb.DuckDBTableFunctionCallInfo;
import org.duckdb.DuckDBTableFunctionInitInfo;

/**
 * Tells DuckDB how many rows a scan has, by which it orders joins and decides what to build hash
 * tables of: it takes a stream of Arrow batches for one row. A table function that has this number
 * of rows as its estimate, and in fact none, comes before the stream in a UNION ALL.
 */
final class RowEstimates {

  private static final String NAME = "albis_rows";

  /**
   * Types that a UNION has if one side has them and the other one booleans. Other columns are NULL:
   * for DuckDB these have one value, which matters only for what tables are joined by.
   */
  private static final Set<TypeKind> OF_BOOLEANS =
      Set.of(
          TypeKind.INT8,
          TypeKind.INT16,
          TypeKind.INT32,
          TypeKind.INT64,
          TypeKind.DECIMAL,
          TypeKind.DATE,
          TypeKind.STRING);

  private RowEstimates() {}

  /** Makes the function known to a database. */
  static void register(Connection connection) throws SQLException {
    try (DuckDBTableFunctionBuilder builder = DuckDBFunctions.tableFunction()) {
      builder
          .withName(NAME)
          .withParameters(long.class, long.class)
          .withFunction(new NoRows())
          .register(connection);
    }
  }

  /**
   * Returns a query for a view with the rows of a stream.
   *
   * @param scan whose rows these are
   * @param stream the name of the stream's view
   */
  static String withStream(DatasetScan scan, String stream) {
    List<Field> fields = scan.schema().fields();
    String columns =
        IntStream.range(0, fields.size())
            .mapToObj(i -> OF_BOOLEANS.contains(fields.get(i).type().kind()) ? "c" + i : "NULL")
            .collect(Collectors.joining(", "));
    return "SELECT %s FROM %s(%d, %d) UNION ALL FROM %s"
        .formatted(
            columns, NAME, scan.statistics().rowCount(), fields.size(), SqlNames.quote(stream));
  }

  /** Returns the names of columns in the list of a view. */
  static String names(Schema schema) {
    return schema.fields().stream()
        .map(field -> SqlNames.quote(field.name()))
        .collect(Collectors.joining(", "));
  }

  /** A function of an estimated number of rows and a number of columns. */
  private static final class NoRows implements DuckDBTableFunction<Boolean, Boolean, Boolean> {

    @Override
    public Boolean bind(DuckDBTableFunctionBindInfo info) throws SQLException {
      long columns = info.getParameter(1).getLong();
      for (long i = 0; i < columns; i++) {
        info.addResultColumn("c" + i, boolean.class);
      }
      info.setCardinality(info.getParameter(0).getLong(), false);
      return true;
    }

    @Override
    public Boolean init(DuckDBTableFunctionInitInfo info) {
      info.setMaxThreads(1);
      return true;
    }

    @Override
    public long apply(DuckDBTableFunctionCallInfo info, DuckDBDataChunkWriter rows) {
      return 0;
    }
  }
}
