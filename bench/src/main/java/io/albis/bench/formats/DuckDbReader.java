// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.FormatReader;
import io.albis.bench.scan.OpenFormat;
import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import io.albis.bench.scan.ValueKind;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Type;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;

/**
 * Reads Parquet with DuckDB: one SQL statement computes all sums. DuckDB uses its own threads, as
 * many as requested; the first part waits for the result, the others do nothing. Fails if the sum
 * of a decimal column has more than 38 digits.
 */
public final class DuckDbReader implements FormatReader {

  @Override
  public OpenFormat open(ScanRequest request) throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:duckdb:");
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET threads = " + request.threads());
    } catch (SQLException e) {
      try (connection) {
        throw e;
      }
    }
    return new OpenDuckDb(request, connection);
  }

  private record OpenDuckDb(ScanRequest request, Connection connection) implements OpenFormat {

    @Override
    public void scan(int part, int parts, Totals totals) throws SQLException {
      if (part > 0) {
        return;
      }
      try (Statement statement = connection.createStatement();
          ResultSet result = statement.executeQuery(sql())) {
        result.next();
        for (int leaf = 0; leaf < request.leaves().size(); leaf++) {
          Object sum = result.getObject(2 * leaf + 2);
          if (sum != null) {
            add(totals, leaf, result.getLong(2 * leaf + 1), sum);
          }
        }
      }
    }

    /** Sums of integers and decimals have 128 bits; the lower half is used. */
    private static void add(Totals totals, int leaf, long count, Object sum) {
      if (sum instanceof Double real) {
        totals.addReals(leaf, count, real);
      } else if (sum instanceof BigDecimal decimal) {
        totals.addIntegers(leaf, count, decimal.unscaledValue().longValue());
      } else {
        totals.addIntegers(leaf, count, ((BigInteger) sum).longValue());
      }
    }

    private String sql() {
      List<String> aggregates = new ArrayList<>();
      for (Leaf leaf : request.leaves()) {
        String column = quote(leaf.path());
        if (ValueKind.of(leaf.type()) == ValueKind.LIST) {
          Type element = leaf.type().children().get(0).type();
          String numbers = "list_transform(" + column + ", x -> " + number(element, "x") + ")";
          aggregates.add("sum(list_count(" + column + "))");
          aggregates.add("sum(list_sum(" + numbers + "))");
        } else {
          aggregates.add("count(" + column + ")");
          aggregates.add("sum(" + number(leaf.type(), column) + ")");
        }
      }
      return "SELECT "
          + String.join(", ", aggregates)
          + " FROM read_parquet('"
          + request.location().replace("'", "''")
          + "')"
          + (request.below().isPresent()
              ? " WHERE "
                  + quote(request.schema().fields().get(0).name())
                  + " < "
                  + request.below().getAsLong()
              : "");
    }

    /** A path of names, such as a.b; each name may be quoted. */
    private static String quote(String path) {
      return "\"" + path.replace("\"", "").replace(".", "\".\"") + "\"";
    }

    private static String number(Type type, String value) {
      return switch (ValueKind.of(type)) {
        case BOOLEAN -> value + "::INTEGER";
        case DATE -> "(" + value + " - DATE '1970-01-01')";
        case TIMESTAMP -> "epoch_us(" + value + ")";
        case TEXT -> string(value);
        case INT, LONG, DOUBLE, DECIMAL -> value;
        case STRUCT, LIST -> throw new IllegalStateException("Cannot add values of " + type);
      };
    }

    /**
     * SQL has no function for a byte of a string: it is computed from the first or last character.
     */
    private static String string(String value) {
      return """
      CASE WHEN x = '' THEN 0 ELSE strlen(x)
        + CASE WHEN unicode(x) < 128 THEN unicode(x)
            WHEN unicode(x) < 2048 THEN 192 + (unicode(x) >> 6)
            WHEN unicode(x) < 65536 THEN 224 + (unicode(x) >> 12)
            ELSE 240 + (unicode(x) >> 18) END
        + CASE WHEN unicode(right(x, 1)) < 128 THEN unicode(right(x, 1))
            ELSE 128 + (unicode(right(x, 1)) & 63) END END\
      """
          .replaceAll("\\bx\\b", Matcher.quoteReplacement(value));
    }

    @Override
    public void close() throws IOException {
      try {
        connection.close();
      } catch (SQLException e) {
        throw new IOException("Failed to close DuckDB", e);
      }
    }
  }
}
