// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.streams;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Concurrent streams, each of which runs all queries one after the other, in an order and with
 * parameters of its own, on one thread.
 *
 * @param streams number of streams
 * @param queries number of queries in a stream
 * @param planned number of queries of a stream whose scans are announced: the running one and those
 *     after it
 * @param seed of orders and parameters
 */
public record StreamsRun(int streams, int queries, int planned, long seed) {

  /** Runs all streams and returns what each query took, stream by stream. */
  public List<QueryRun> run(TableSource source) throws IOException, InterruptedException {
    ExecutorService executor = Executors.newFixedThreadPool(streams);
    try {
      List<Callable<List<QueryRun>>> tasks = new ArrayList<>();
      for (int i = 0; i < streams; i++) {
        int stream = i;
        tasks.add(() -> run(source, stream));
      }
      List<QueryRun> all = new ArrayList<>();
      for (Future<List<QueryRun>> runs : executor.invokeAll(tasks)) {
        all.addAll(runs.get());
      }
      return all;
    } catch (ExecutionException e) {
      throw new IOException("Failed to run a stream of queries", e.getCause());
    } finally {
      executor.shutdownNow();
    }
  }

  private List<QueryRun> run(TableSource source, int stream) throws IOException {
    List<Query> own = TpcdsQueries.ofStream(seed, stream, queries);
    List<QueryRun> runs = new ArrayList<>();
    Deque<TableSource.Plan> plans = new ArrayDeque<>();
    int next = 0;
    try {
      for (int i = 0; i < own.size(); i++) {
        Query query = own.get(i);
        long start = System.nanoTime();
        while (next < Math.min(own.size(), i + planned)) {
          plans.add(source.plan(own.get(next++).scans()));
        }
        Answer answer = query.run(source);
        double seconds = (System.nanoTime() - start) / 1e9;
        plans.remove().close();
        runs.add(new QueryRun(stream, query.name(), seconds, answer));
      }
    } finally {
      plans.forEach(TableSource.Plan::close);
    }
    return runs;
  }
}
