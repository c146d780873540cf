// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.io;

import io.albis.format.error.AlbisException;
import io.albis.reader.internal.table.OpenFiles;
import io.albis.reader.internal.table.TableFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * A group of reads of one or more files that completes as a whole, including the verification of
 * the data. It completes when nothing writes to the targets any more, also after a failure.
 *
 * <p>Checksums are verified on the storage thread that completes a read, to relieve the thread that
 * consumes the data. A corrupt segment is read again on a thread that may block.
 */
final class SegmentLoad extends CompletableFuture<Void> {

  private final TableFiles files;
  private final List<CompletableFuture<Void>> reads = new ArrayList<>();

  /** Number of reads that have not ended, plus one until all have been started. Guarded by this. */
  private int left = 1;

  /** The first failure; null if there is none. Guarded by this. */
  private Throwable failure;

  /** Whether reads are cancelled as soon as they are added. Guarded by this. */
  private boolean isCancelRequested;

  /** Creates a load without reads. */
  SegmentLoad(TableFiles files) {
    this.files = files;
  }

  /** Reads corrupt segments again. */
  interface Repair {
    void run(List<Integer> damaged) throws IOException;
  }

  /**
   * Adds a read that has been started.
   *
   * @param path of its file
   * @param use of the file, closed at the end
   * @param check finds the corrupt segments
   */
  void add(
      String path,
      OpenFiles.Use use,
      CompletableFuture<Void> read,
      Supplier<List<Integer>> check,
      Repair repair) {
    boolean isUnwanted;
    synchronized (this) {
      left++;
      reads.add(read);
      isUnwanted = isCancelRequested;
    }
    CompletableFuture<Void> unused =
        read.whenComplete((none, thrown) -> verify(path, use, thrown, check, repair));
    if (isUnwanted) {
      read.cancel(false);
    }
  }

  private void verify(
      String path,
      OpenFiles.Use use,
      Throwable thrown,
      Supplier<List<Integer>> check,
      Repair repair) {
    if (thrown != null) {
      end(use, unwrapped(path, thrown));
      return;
    }
    try {
      List<Integer> damaged = check.get();
      if (damaged.isEmpty()) {
        end(use, null);
      } else {
        BackgroundTasks.run(() -> repair(path, use, damaged, repair));
      }
    } catch (RuntimeException | Error e) {
      end(use, e);
    }
  }

  private void repair(String path, OpenFiles.Use use, List<Integer> damaged, Repair repair) {
    Throwable error = null;
    try {
      repair.run(damaged);
    } catch (IOException e) {
      error = files.failed(path, e);
    } catch (RuntimeException | Error e) {
      error = e;
    }
    end(use, error);
  }

  private Throwable unwrapped(String path, Throwable thrown) {
    Throwable cause =
        thrown instanceof CompletionException && thrown.getCause() != null
            ? thrown.getCause()
            : thrown;
    return cause instanceof IOException e ? files.failed(path, e) : cause;
  }

  private void end(OpenFiles.Use use, Throwable error) {
    Throwable all = error;
    try {
      use.close();
    } catch (AlbisException e) {
      all = all == null ? e : all;
    }
    ended(all);
  }

  /** Declares that no more reads will be added. */
  void started(Throwable error) {
    if (error != null) {
      cancelReads();
    }
    ended(error);
  }

  private void ended(Throwable error) {
    Throwable result;
    synchronized (this) {
      boolean isBetter = failure == null || failure instanceof CancellationException;
      failure = error != null && isBetter ? error : failure;
      left--;
      if (left > 0) {
        return;
      }
      result = failure;
    }
    if (result == null) {
      complete(null);
    } else {
      completeExceptionally(result);
    }
  }

  /** Cancels reads that have not started; completes when the others have ended. */
  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    synchronized (this) {
      isCancelRequested = true;
    }
    cancelReads();
    return isCancelled();
  }

  private void cancelReads() {
    List<CompletableFuture<Void>> all;
    synchronized (this) {
      all = List.copyOf(reads);
    }
    all.forEach(read -> read.cancel(false));
  }
}
