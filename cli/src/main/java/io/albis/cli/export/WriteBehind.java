// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Writes on another thread, one piece at a time, while the caller prepares the next one: at most
 * two pieces are in memory. Used by one thread at a time.
 */
final class WriteBehind implements Closeable {

  /** Writes a piece, and releases its memory in any case. */
  interface Piece {
    void write() throws IOException;
  }

  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread writer = new Thread(task, "albis-export-writer");
            writer.setDaemon(true);
            return writer;
          });

  private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

  /** Starts to write a piece. Call {@link #await} before. */
  void start(Piece piece) {
    last =
        CompletableFuture.runAsync(
            () -> {
              try {
                piece.write();
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            thread);
  }

  /**
   * Waits until the last piece is written.
   *
   * @throws IOException if it could not be written
   */
  void await() throws IOException {
    try {
      ColumnThreads.join(last);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Ends the thread, after the last piece. */
  @Override
  public void close() {
    last.exceptionally(failure -> null).join();
    thread.shutdown();
  }
}
