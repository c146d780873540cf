// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.sales;

import io.albis.tools.command.CommandFailedException;
import io.trino.tpcds.Results;
import io.trino.tpcds.Session;
import io.trino.tpcds.Table;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Generates the rows of {@code store_sales} in order, on several threads. The generator works in
 * tickets (purchases of several rows), so blocks hold whole tickets and differ in their number of
 * rows.
 */
public final class SalesGenerator {
  /** Receives blocks in order. */
  public interface Sink {
    /** Accepts the next block. */
    void accept(SalesBlock block) throws Exception;
  }

  /** A ticket has about twelve rows, so a block takes a few megabytes. */
  private static final int TICKETS_PER_BLOCK = 1_000;

  private final Session session;
  private final int threads;

  /**
   * Creates a generator.
   *
   * @param scale the scale factor of TPC-DS; 1 has 2,880,404 rows
   * @param threads the number of threads
   */
  public SalesGenerator(double scale, int threads) {
    this.session = Session.getDefaultSession().withTable(Table.STORE_SALES).withScale(scale);
    this.threads = threads;
  }

  /** Returns the number of tickets of this scale factor; a ticket has about twelve rows. */
  public long tickets() {
    return session.getScaling().getRowCount(Table.STORE_SALES);
  }

  /**
   * Generates the rows.
   *
   * @param limit the maximum number of rows
   * @param sink receives the rows on the calling thread
   * @throws Exception if the sink throws it, or the thread is interrupted
   */
  public void generate(long limit, Sink sink) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      Deque<Future<SalesBlock>> pending = new ArrayDeque<>();
      long next = 1;
      long left = limit;
      while (left > 0 && (next <= tickets() || !pending.isEmpty())) {
        while (next <= tickets() && pending.size() < 2 * threads) {
          long first = next;
          long last = Math.min(first + TICKETS_PER_BLOCK - 1, tickets());
          pending.add(executor.submit(() -> block(first, last)));
          next = last + 1;
        }
        SalesBlock block = result(pending.remove()).head(left);
        sink.accept(block);
        left -= block.rowCount();
      }
    } finally {
      executor.shutdownNow();
    }
  }

  private static SalesBlock result(Future<SalesBlock> block) throws InterruptedException {
    try {
      return block.get();
    } catch (ExecutionException e) {
      throw new CommandFailedException(
          "Failed to generate store_sales: " + e.getCause().getMessage(), e);
    }
  }

  private SalesBlock block(long firstTicket, long lastTicket) {
    List<List<String>> rows = new ArrayList<>();
    // A result row holds one row of each requested table; only one table is requested.
    for (List<List<String>> row :
        new Results(Table.STORE_SALES, firstTicket, lastTicket, session)) {
      rows.add(row.get(0));
    }
    return new SalesBlock(rows);
  }
}
