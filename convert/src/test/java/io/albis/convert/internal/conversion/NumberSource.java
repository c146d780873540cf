// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import io.albis.convert.internal.batch.InputSource;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.writer.BatchWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** A source of numbers, the same in each row. */
class NumberSource implements InputSource {

  private static final int BATCH = 2048;

  private final int columns;
  private final List<Part> parts = new ArrayList<>();

  NumberSource(int columns, int count, int rowsEach) {
    this.columns = columns;
    IntStream.range(0, count).forEach(i -> parts.add(new Part(i, rowsEach)));
  }

  @Override
  public Description description() {
    Schema schema =
        Schema.of(
            IntStream.range(0, columns)
                .mapToObj(c -> Field.required("c" + c, Type.int64()))
                .toList());
    return new Description("numbers", schema, Map.of(), parts);
  }

  private long first(Part part) {
    return parts.subList(0, part.index()).stream().mapToLong(Part::rowCount).sum();
  }

  @Override
  public void readColumns(Part part, Schema schema, BatchWriter batches, IntConsumer written)
      throws IOException {
    long[] values = new long[BATCH];
    for (long row = 0; row < part.rowCount(); row += BATCH) {
      int count = (int) Math.min(BATCH, part.rowCount() - row);
      for (int i = 0; i < count; i++) {
        values[i] = first(part) + row + i;
      }
      for (int c = 0; c < columns; c++) {
        batches.column(c).setLongs(values);
      }
      batches.endBatch(count);
      written.accept(count);
    }
  }
}
