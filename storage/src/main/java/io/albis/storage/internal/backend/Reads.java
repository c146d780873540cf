// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.backend;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Waits for asynchronous reads. */
public final class Reads {

  private Reads() {}

  /**
   * Waits until a read has ended, even if the calling thread is interrupted, since the storage may
   * write to the targets until then; its time limits bound the wait. The interrupt status is kept.
   *
   * @return the result
   * @throws IOException the exception with which the read failed
   * @throws CancellationException if the read was cancelled
   */
  public static <T> T await(Future<T> read) throws IOException {
    boolean isInterrupted = false;
    try {
      while (true) {
        try {
          return read.get();
        } catch (InterruptedException e) {
          isInterrupted = true;
        }
      }
    } catch (ExecutionException e) {
      throw rethrown(e.getCause());
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static IOException rethrown(Throwable cause) {
    if (cause instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof IOException failure ? failure : new IOException(cause);
  }
}
