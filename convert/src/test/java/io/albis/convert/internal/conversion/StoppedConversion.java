// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import io.albis.convert.ProgressListener;
import io.albis.convert.internal.input.InputSet;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Schema;
import io.albis.writer.BatchWriter;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntConsumer;

/** A process that writes row groups, says so, and waits until it is stopped. */
public final class StoppedConversion {

  private StoppedConversion() {}

  /**
   * Converts to the table or file that the first argument names. With a second argument, it is
   * stopped while it verifies.
   */
  public static void main(String[] args) throws IOException {
    TableConversion.Settings settings =
        new TableConversion.Settings(
            TableConversion.Mode.CREATE,
            ColumnGroupSpec.parse("single"),
            1 << 20,
            2 << 20,
            false,
            64 << 20,
            2,
            Ordering.NONE,
            args.length > 1,
            Map.of(),
            ProgressListener.NONE);
    InputSet inputs = InputSet.of(new Waiting(args.length > 1));
    if (args[0].endsWith(".albis")) {
      TableConversion.toFile(inputs, args[0], settings);
    } else {
      TableConversion.toTable(inputs, args[0], settings);
    }
  }

  private static final class Waiting extends NumberSource {
    private final boolean verifies;
    private boolean isRead;

    Waiting(boolean verifies) {
      super(10, 1, 200_000);
      this.verifies = verifies;
    }

    @Override
    public void readColumns(Part part, Schema schema, BatchWriter batches, IntConsumer written)
        throws IOException {
      // Verification reads again.
      if (verifies && isRead) {
        stop();
      }
      isRead = true;
      super.readColumns(part, schema, batches, written);
      if (!verifies) {
        stop();
      }
    }

    private static void stop() throws IOException {
      System.out.println("written");
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("stopped", e);
      }
    }
  }
}
