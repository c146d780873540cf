// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.albis.convert.internal.arrow.ArrowFile;
import io.albis.convert.internal.arrow.ByteSource;
import io.albis.convert.internal.batch.BatchColumnValues;
import io.albis.convert.internal.batch.BatchValues;
import io.albis.writer.BatchWriter;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Arrow files and streams, converted, and read value by value. */
class ArrowFuzzTest {

  private static final int MAX_ROWS = 10_000;

  @FuzzTest
  void arrow(byte[] input) {
    Conversions.run(
        input,
        () -> {
          ArrowFile file = new ArrowFile("input", () -> new Bytes(input), List.of());
          List<Long> parts = file.parts();
          for (int i = 0; i < parts.size(); i++) {
            int part = i;
            if (parts.get(part) > MAX_ROWS) {
              continue;
            }
            Conversions.write(
                file.schema(),
                writer -> {
                  try (BatchWriter batches = writer.newBatchWriter()) {
                    file.copy(part, writer.schema(), batches, rows -> {});
                  }
                });
            // As a sort and verification read the values.
            BatchValues values =
                new BatchValues(
                    file.schema(),
                    (columns, rows) -> {
                      for (int row = 0; row < rows; row++) {
                        for (BatchColumnValues column : columns) {
                          column.object(row);
                        }
                      }
                    });
            file.copy(part, file.schema(), values, rows -> {});
          }
        });
  }

  /** A file in memory. */
  private record Bytes(ByteBuffer bytes) implements ByteSource {

    Bytes(byte[] bytes) {
      this(ByteBuffer.wrap(bytes));
    }

    @Override
    public long length() {
      return bytes.capacity();
    }

    @Override
    public void read(long position, ByteBuffer target) throws IOException {
      if (position < 0 || position > bytes.capacity() - target.remaining()) {
        throw new EOFException("the file ends at " + bytes.capacity());
      }
      target.put(bytes.slice((int) position, target.remaining()));
    }

    @Override
    public void close() {}
  }
}
