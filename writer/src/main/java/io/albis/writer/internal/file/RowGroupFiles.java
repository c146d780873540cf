// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.file;

import io.albis.format.error.AlbisIOException;
import io.albis.format.error.ClosedException;
import io.albis.format.metadata.Extent;
import io.albis.writer.internal.plan.WritePlan;
import io.albis.writer.internal.segment.SealedSegment;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Writes the files of the row groups of one row writer in the background, while the next rows are
 * collected: one thread sends segments to the device, another makes complete files durable. The
 * amount of data waiting to be sent is bounded.
 *
 * <p>With few column groups, a segment is sent as soon as it is sealed, so that the device is
 * always busy; with many, segments wait until the row group is full, so that not all files are open
 * at the same time.
 *
 * <p>Called by the thread of the row writer, except for {@link #stop} and {@link #close}, which any
 * thread may call. After a failure nothing more is written, and all other calls throw that failure.
 */
public final class RowGroupFiles implements AutoCloseable {

  /** The maximum number of files of one writer that are open at the same time. */
  private static final int MAX_OPEN = 64;

  /** Enough to keep the device busy while the row writer builds the segments of all columns. */
  private static final long MAX_WAITING = 64L << 20;

  private final WritePlan plan;
  private final DataFiles files;
  private final Consumer<WrittenRowGroup> finished;
  private final boolean isSteady;
  private final long maxWaiting;
  private final SerialTasks sending = new SerialTasks();
  private final SerialTasks finishing = new SerialTasks();
  private final Semaphore open = new Semaphore(MAX_OPEN);

  // All below is guarded by this.

  /** The row group that is being filled; null if it has no segment yet. */
  private OpenRowGroup present;

  /** Bytes of segments that wait until their row group is full. */
  private long heldBytes;

  /** Bytes that wait to be sent. */
  private long sendingBytes;

  private int tasks;
  private Throwable failure;
  private boolean closed;

  /**
   * Starts with nothing.
   *
   * @param finished called for each row group when its files are durable, in order, by another
   *     thread
   */
  public RowGroupFiles(WritePlan plan, DataFiles files, Consumer<WrittenRowGroup> finished) {
    this.plan = plan;
    this.files = files;
    this.finished = finished;
    this.isSteady = plan.groups().size() <= MAX_OPEN;
    this.maxWaiting = isSteady ? Math.min(MAX_WAITING, plan.rowGroupSize()) : plan.rowGroupSize();
  }

  /** A row group whose files are not all durable. */
  private final class OpenRowGroup {
    private final long number = files.nextRowGroup();
    private final DataFileWriter[] writers = new DataFileWriter[plan.groups().size()];
    private final Extent[] extents = new Extent[writers.length];

    /** Segments that wait until the row group is full. */
    private final List<List<SealedSegment>> held = new ArrayList<>();

    OpenRowGroup() {
      for (int g = 0; g < writers.length; g++) {
        held.add(new ArrayList<>());
      }
    }

    void write(int g, SealedSegment segment) {
      try {
        if (!hasFailed()) {
          if (writers[g] == null) {
            open.acquireUninterruptibly();
            writers[g] = files.create(plan, g, number);
          }
          writers[g].write(segment);
        }
      } catch (IOException e) {
        fail(files.failed(plan, g, number, e));
      } finally {
        segment.release();
        sent(segment.length());
      }
    }

    void finish(int g) {
      try (DataFileWriter writer = writers[g]) {
        if (writer != null && !hasFailed()) {
          extents[g] = writer.finish();
        }
      } catch (IOException e) {
        fail(files.failed(plan, g, number, e));
      } finally {
        // Even if it was not acquired: after a failure no more files are opened.
        open.release();
      }
    }

    void tell(long rows, long sequence) {
      if (!hasFailed()) {
        long bytes = 0;
        for (Extent extent : extents) {
          bytes += extent.length();
        }
        finished.accept(new WrittenRowGroup(rows, List.of(extents), bytes, sequence));
      }
    }
  }

  /**
   * Waits until a segment can be added within the bound of data waiting to be sent.
   *
   * @throws AlbisIOException if something could not be written, or this thread is interrupted
   */
  public void awaitRoom(long bytes) {
    await(() -> sendingBytes == 0 || heldBytes + sendingBytes + bytes <= maxWaiting);
  }

  /** Waits for a condition or a failure. */
  private synchronized void await(BooleanSupplier condition) {
    try {
      while (failure == null && !closed && !condition.getAsBoolean()) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AlbisIOException("Failed to write: the thread was interrupted", e);
    }
    if (failure != null) {
      throw new AlbisIOException(failure.getMessage(), failure);
    }
    requireOpen();
  }

  private void requireOpen() {
    if (closed) {
      throw new ClosedException("Cannot write: the writer was closed by another thread");
    }
  }

  /** Adds a segment, which it owns from then on, even if it throws. */
  public synchronized void add(int g, SealedSegment segment) {
    if (closed) {
      segment.release();
      requireOpen();
    }
    if (present == null) {
      present = new OpenRowGroup();
    }
    if (isSteady) {
      send(present, g, segment);
    } else {
      heldBytes += segment.length();
      present.held.get(g).add(segment);
    }
  }

  private void send(OpenRowGroup rowGroup, int g, SealedSegment segment) {
    sendingBytes += segment.length();
    submit(sending, () -> rowGroup.write(g, segment));
  }

  private synchronized void sent(long bytes) {
    sendingBytes -= bytes;
    notifyAll();
  }

  /** Ends the row group, which has at least one segment of each column group. */
  public synchronized void endRowGroup(long rows) {
    requireOpen();
    OpenRowGroup full = present;
    present = null;
    heldBytes = 0;
    long sequence = files.nextFilled();
    for (int g = 0; g < plan.groups().size(); g++) {
      int group = g;
      full.held.get(g).forEach(segment -> send(full, group, segment));
      submit(sending, () -> submit(finishing, () -> full.finish(group)));
    }
    submit(sending, () -> submit(finishing, () -> full.tell(rows, sequence)));
  }

  /**
   * Waits until everything is durable.
   *
   * @throws AlbisIOException if something could not be written, or this thread is interrupted
   */
  public void awaitAll() {
    await(() -> tasks == 0);
  }

  private void submit(SerialTasks where, Runnable task) {
    synchronized (this) {
      tasks++;
    }
    where.submit(
        () -> {
          try {
            task.run();
          } catch (RuntimeException | Error e) {
            fail(e);
          } finally {
            ended();
          }
        });
  }

  private synchronized void ended() {
    tasks--;
    notifyAll();
  }

  private synchronized boolean hasFailed() {
    return failure != null || closed;
  }

  private synchronized void fail(Throwable error) {
    if (failure == null) {
      failure = error;
    } else {
      failure.addSuppressed(error);
    }
    files.setIncomplete();
    notifyAll();
  }

  /** Stops writing; a thread that waits for room fails. Idempotent. */
  public synchronized void stop() {
    closed = true;
    notifyAll();
  }

  /** Stops writing, and removes incomplete files. Idempotent. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
      OpenRowGroup abandoned = present;
      present = null;
      if (abandoned != null) {
        for (int g = 0; g < plan.groups().size(); g++) {
          int group = g;
          abandoned.held.get(g).forEach(SealedSegment::release);
          submit(sending, () -> submit(finishing, () -> abandoned.finish(group)));
        }
      }
    }
    awaitEnd();
  }

  /** Waits even if interrupted: the memory and the storage are in use until then. */
  private synchronized void awaitEnd() {
    boolean isInterrupted = false;
    while (tasks > 0) {
      try {
        wait();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
