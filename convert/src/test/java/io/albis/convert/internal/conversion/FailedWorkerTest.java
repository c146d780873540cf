// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.convert.ProgressListener;
import io.albis.convert.internal.input.InputSet;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Schema;
import io.albis.writer.BatchWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A thread that fails does not take the memory away from another one, which is still writing. */
class FailedWorkerTest {

  /** Enough rows for two units, of which few are written. */
  private static final int ROWS = 400_000;

  @TempDir private Path directory;

  private final CountDownLatch isWriting = new CountDownLatch(1);
  private final AtomicReference<Thread> conversion = new AtomicReference<>();
  private final AtomicReference<String> held = new AtomicReference<>("not started");

  /** One part fails while another one is held between two batches. */
  private final class Held extends NumberSource {
    Held() {
      super(10, 2, ROWS);
    }

    @Override
    public void readColumns(Part part, Schema schema, BatchWriter batches, IntConsumer written)
        throws IOException {
      if (part.index() == 0) {
        write(batches);
        isWriting.countDown();
        awaitInterrupt();
        awaitEnd();
        // The other part has failed, and its failure is known to the conversion.
        held.set(conversion.get().isAlive() ? "conversion waits" : "conversion has ended");
        write(batches);
        held.updateAndGet(before -> before + ", batch written");
      } else {
        await(isWriting);
        throw new IOException("the file is damaged");
      }
    }

    private void write(BatchWriter batches) {
      for (int c = 0; c < 10; c++) {
        batches.column(c).setLongs(new long[1000]);
      }
      batches.endBatch(1000);
    }

    private static void await(CountDownLatch latch) throws IOException {
      try {
        latch.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }

    /** Workers are interrupted when one has failed. */
    private static void awaitInterrupt() {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        // Goes on, as a write to a device would.
        return;
      }
    }

    /** Until the conversion waits for the workers, or, if it does not, has closed the writer. */
    private void awaitEnd() {
      Thread thread = conversion.get();
      while (thread.isAlive() && !isWaiting(thread)) {
        Thread.onSpinWait();
      }
    }

    private static boolean isWaiting(Thread thread) {
      return Arrays.stream(thread.getStackTrace())
          .anyMatch(frame -> frame.getMethodName().equals("awaitTermination"));
    }
  }

  @Test
  @Timeout(120)
  void aWriterIsClosedWhenAllWorkersHaveEnded() throws Exception {
    TableConversion.Settings settings =
        new TableConversion.Settings(
            TableConversion.Mode.CREATE,
            ColumnGroupSpec.single(),
            1 << 20,
            0,
            false,
            1 << 30,
            2,
            Ordering.NONE,
            false,
            Map.of(),
            ProgressListener.NONE);
    InputSet inputs = InputSet.of(new Held());
    assertThat(new WorkUnits(inputs).units()).hasSize(2);
    AtomicReference<Exception> failure = new AtomicReference<>();
    AtomicReference<String> heldAtEnd = new AtomicReference<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                TableConversion.toTable(inputs, directory.resolve("t").toString(), settings);
              } catch (IOException | RuntimeException e) {
                failure.set(e);
              }
              heldAtEnd.set(held.get());
            });
    conversion.set(thread);
    thread.start();
    thread.join();
    assertThat(failure.get()).hasMessageContaining("the file is damaged");
    assertThat(heldAtEnd.get()).isEqualTo("conversion waits, batch written");
    assertThat(directory.resolve("t")).doesNotExist();
  }
}
