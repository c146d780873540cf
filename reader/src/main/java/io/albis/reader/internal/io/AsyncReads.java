// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Reads of files without waiting for them. */
final class AsyncReads {

  private static final ExecutorService EXECUTOR =
      Executors.newFixedThreadPool(
          16,
          task -> {
            Thread thread = new Thread(task, "albis-read");
            thread.setDaemon(true);
            return thread;
          });

  private AsyncReads() {}

  static CompletableFuture<Void> readAsync(ReadableFile file, List<ReadRequest> requests) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    EXECUTOR.execute(
        () -> {
          try {
            file.read(requests);
            done.complete(null);
          } catch (IOException | RuntimeException | Error e) {
            done.completeExceptionally(e);
          }
        });
    return new CompletableFuture<Void>() {
      {
        done.whenComplete(
            (none, e) -> {
              if (e == null) {
                complete(null);
              } else {
                completeExceptionally(e);
              }
            });
      }

      @Override
      public boolean cancel(boolean mayInterruptIfRunning) {
        return false;
      }
    };
  }
}
