// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.reader.internal.io.BackgroundTasks;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * A request to storage that loads one or several entries. Requests of other scans wait for it.
 * Completes after the entries have been published or emptied.
 */
final class Load extends CompletableFuture<Void> {

  /** Stands for the load of an entry that was removed. */
  static final Load OF_DEAD = new Load(true);

  private final boolean isOfOneSegment;

  Load(boolean isOfOneSegment) {
    this.isOfOneSegment = isOfOneSegment;
  }

  /**
   * Waits until it has ended; returns the failure, or null.
   *
   * @throws io.albis.format.error.AlbisIOException if the calling thread is interrupted
   */
  Throwable await() {
    try {
      BackgroundTasks.await(this);
      return null;
    } catch (CancellationException e) {
      return e;
    } catch (ExecutionException e) {
      return e.getCause();
    }
  }

  /**
   * Whether a failure need not concern a segment of it: the request was withdrawn by its scan, or
   * another segment has failed. Then those that waited load the segment again.
   */
  boolean mayBeRetried(Throwable failure) {
    return !isOfOneSegment
        || failure instanceof CancellationException
        || failure instanceof Withdrawn;
  }

  /** Throws a failure of a request to storage as {@code SegmentReader.read} does. */
  static RuntimeException thrown(Throwable failure) {
    if (failure instanceof RuntimeException e) {
      return e;
    }
    if (failure instanceof Error e) {
      throw e;
    }
    return new IllegalStateException("Failed to read segments: " + failure, failure);
  }

  /** The cause without the wrapper of futures. */
  static Throwable unwrapped(Throwable thrown) {
    return thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }

  /** The segment was not loaded into the cache, for lack of memory. */
  static final class Withdrawn extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Withdrawn() {
      super("Cannot load a segment into the cache: there is no memory", null, false, false);
    }
  }
}
