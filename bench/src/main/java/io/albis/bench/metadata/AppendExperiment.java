// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.metadata;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.tools.output.Progress;
import io.albis.writer.TableWriter;
import io.albis.writer.batch.BatchWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Appends a few rows to a table many times, each in a commit of its own. */
public final class AppendExperiment {

  private static final int COLUMNS = 10;
  private static final int ROWS = 100;

  /** The hundredth append is measured with as many before it and after it. */
  private static final int FIRST = 51;

  private static final int FIRST_END = 150;
  private static final int BLOCKS = 10;

  private final String uri;
  private final int count;

  /**
   * Creates the experiment.
   *
   * @param uri of the table, which must not exist
   * @param count number of appends
   */
  public AppendExperiment(String uri, int count) {
    this.uri = uri;
    this.count = count;
  }

  /**
   * Creates the table and appends to it.
   *
   * @return the appends around the hundredth, then all in ten blocks, then the last hundred; or
   *     only the blocks if there are fewer than 250 appends
   */
  public List<AppendResult> run() {
    Schema schema =
        Schema.of(
            IntStream.range(0, COLUMNS)
                .mapToObj(i -> Field.required("c" + i, Type.int64()))
                .toList());
    try (TableWriter writer = TableWriter.create(uri, schema).open()) {
      writer.commit();
    }
    double[] millis = new double[count];
    try (Progress progress = Progress.start("Appending", count, "appends")) {
      for (int i = 0; i < count; i++) {
        long start = System.nanoTime();
        append(i);
        millis[i] = (System.nanoTime() - start) / 1e6;
        progress.add(1);
      }
    }
    return blocks(millis);
  }

  private void append(int number) {
    long[] values = LongStream.range(number, number + ROWS).toArray();
    try (TableWriter writer = TableWriter.append(uri).open()) {
      try (BatchWriter batches = writer.newBatchWriter()) {
        for (int i = 0; i < COLUMNS; i++) {
          batches.setLongs(i, values);
        }
        batches.endBatch(ROWS);
      }
      writer.commit();
    }
  }

  /** The figures of some ranges of the appends. */
  static List<AppendResult> blocks(double[] millis) {
    List<AppendResult> results = new ArrayList<>();
    int width = FIRST_END - FIRST + 1;
    boolean isLong = millis.length >= FIRST_END + width;
    if (isLong) {
      results.add(block(millis, FIRST, FIRST_END));
    }
    for (int i = 0; i < BLOCKS; i++) {
      int first = (int) ((long) millis.length * i / BLOCKS) + 1;
      int last = (int) ((long) millis.length * (i + 1) / BLOCKS);
      if (first <= last) {
        results.add(block(millis, first, last));
      }
    }
    if (isLong) {
      results.add(block(millis, millis.length - width + 1, millis.length));
    }
    return results;
  }

  private static AppendResult block(double[] millis, int first, int last) {
    double[] sorted = Arrays.copyOfRange(millis, first - 1, last);
    Arrays.sort(sorted);
    return new AppendResult(
        first,
        last,
        sorted[sorted.length / 2],
        Arrays.stream(sorted).average().orElseThrow(),
        sorted[sorted.length - 1]);
  }
}
