// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.tpcds;

import io.albis.tools.command.CommandFailedException;
import io.albis.tools.tpcds.TpcdsColumn.Kind;
import io.trino.tpcds.Results;
import io.trino.tpcds.Session;
import io.trino.tpcds.Table;
import io.trino.tpcds.column.Column;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A generated table of TPC-DS. Its rows depend only on the scale factor. Immutable. */
public final class TpcdsTable {

  /** Receives rows in order. */
  public interface Sink {

    /**
     * Accepts the next rows.
     *
     * @param rows the values of each row, in the order of the columns; null or empty for nulls
     */
    void accept(List<List<String>> rows) throws Exception;
  }

  /** The generator counts sales in tickets of several rows, other tables in rows. */
  private static final int UNITS_PER_BLOCK = 1_000;

  private final Table table;
  private final Session session;
  private final List<TpcdsColumn> columns;

  /**
   * Names a table.
   *
   * @param name in TPC-DS, in lower case, such as {@code date_dim}
   * @param scale the scale factor
   * @throws IllegalArgumentException if there is no such table
   */
  public TpcdsTable(String name, double scale) {
    this.table =
        Table.getBaseTables().stream()
            .filter(base -> base.getName().equalsIgnoreCase(name))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("Invalid TPC-DS table: " + name));
    this.session = Session.getDefaultSession().withTable(table).withScale(scale);
    this.columns = Arrays.stream(table.getColumns()).map(TpcdsTable::column).toList();
  }

  private static TpcdsColumn column(Column column) {
    String name = column.getName().toLowerCase(Locale.ROOT);
    Kind kind =
        switch (column.getType().getBase()) {
          case INTEGER, IDENTIFIER ->
              name.endsWith("_ticket_number") || name.endsWith("_order_number")
                  ? Kind.LONG
                  : Kind.INT;
          case DECIMAL -> Kind.DOUBLE;
          case VARCHAR, CHAR, DATE, TIME -> Kind.TEXT;
        };
    return new TpcdsColumn(name, kind);
  }

  /** The name in TPC-DS, in lower case. */
  public String name() {
    return table.getName().toLowerCase(Locale.ROOT);
  }

  /** The columns, in the order of TPC-DS. */
  public List<TpcdsColumn> columns() {
    return columns;
  }

  /** What the generator counts: tickets or orders of several rows for sales, otherwise rows. */
  public long units() {
    return session.getScaling().getRowCount(table);
  }

  /**
   * Generates all rows.
   *
   * @param threads the number of generating threads
   * @param sink receives the rows on the calling thread
   * @throws Exception if the sink throws it, or the thread is interrupted
   */
  public void generate(int threads, Sink sink) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      Deque<Future<List<List<String>>>> pending = new ArrayDeque<>();
      long next = 1;
      while (next <= units() || !pending.isEmpty()) {
        while (next <= units() && pending.size() < 2 * threads) {
          long first = next;
          long last = Math.min(first + UNITS_PER_BLOCK - 1, units());
          pending.add(executor.submit(() -> rows(first, last)));
          next = last + 1;
        }
        sink.accept(result(pending.remove()));
      }
    } finally {
      executor.shutdownNow();
    }
  }

  private List<List<String>> result(Future<List<List<String>>> rows) throws InterruptedException {
    try {
      return rows.get();
    } catch (ExecutionException e) {
      throw new CommandFailedException(
          "Failed to generate " + name() + ": " + e.getCause().getMessage(), e);
    }
  }

  private List<List<String>> rows(long first, long last) {
    List<List<String>> rows = new ArrayList<>();
    // A result holds one row of each requested table; only one table is requested.
    for (List<List<String>> row : new Results(table, first, last, session)) {
      rows.add(row.get(0));
    }
    return rows;
  }
}
