// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.file;

import io.albis.format.error.AlbisIOException;
import io.albis.format.error.ClosedException;
import io.albis.format.internal.layout.FileLayout;
import io.albis.format.schema.PartitionTuple;
import io.albis.storage.memory.BufferAllocator;
import io.albis.writer.internal.plan.WritePlan;
import io.albis.writer.internal.segment.SealedSegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Writes the row groups of one row writer to data files in the background, while the next rows are
 * collected: one thread sends segments to the device, another makes complete files durable. The
 * amount of data waiting to be sent is bounded.
 *
 * <p>The segments of a row group wait until it is full, because those of a column group have to lie
 * together. Where a file holds one column group only, segments are sent as soon as they are sealed,
 * unless there are so many groups that their files cannot be open at the same time, or row groups
 * of several partitions are filled at the same time.
 *
 * <p>Called by the thread of the row writer, except for {@link #stop} and {@link #close}, which any
 * thread may call. After a failure nothing more is written, and all other calls throw that failure.
 */
public final class RowGroupOutput implements AutoCloseable {

  /** The maximum number of files of one writer that are open at the same time. */
  private static final int MAX_OPEN = 64;

  /** The maximum number of column groups whose segments are sent at once. */
  private static final int MAX_STREAMED = MAX_OPEN / 2;

  /** Enough to keep the device busy while the row writer builds the segments of all columns. */
  private static final long MAX_WAITING = 64L << 20;

  private final WritePlan plan;
  private final NewDataFiles files;
  private final Consumer<WrittenFile> finished;

  /** Whether segments are sent as soon as they are sealed. */
  private final boolean isStreamed;

  /** Whether a file ends with its row group. */
  private final boolean isFilePerRowGroup;

  private final long maxWaiting;
  private final List<RollingFiles> rolling = new ArrayList<>();
  private final SerialTasks sending;
  private final SerialTasks finishing;
  private final Semaphore open = new Semaphore(MAX_OPEN);

  // All below is guarded by this.

  /** The row groups that have been begun and not ended. */
  private final Set<OpenRowGroup> present = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Memory of segments that wait to be sent, in bytes. */
  private long sendingBytes;

  private int tasks;
  private Throwable failure;
  private boolean closed;

  /**
   * Starts with nothing.
   *
   * @param finished called for each file when it is durable, in order, by another thread
   */
  public RowGroupOutput(WritePlan plan, NewDataFiles files, Consumer<WrittenFile> finished) {
    this.plan = plan;
    this.files = files;
    this.finished = finished;
    this.sending = new SerialTasks(files.settings().environment().background());
    this.finishing = new SerialTasks(files.settings().environment().background());
    int groups = plan.groups().size();
    boolean isSingleGroup = files.settings().isSingleGroup() || groups == 1;
    this.isStreamed = isSingleGroup && groups <= MAX_STREAMED && plan.partitions() == null;
    this.isFilePerRowGroup = isSingleGroup && groups > MAX_STREAMED;
    this.maxWaiting = isStreamed ? Math.min(MAX_WAITING, plan.rowGroupSize()) : plan.rowGroupSize();
    if (isSingleGroup) {
      IntStream.range(0, groups).forEach(g -> rolling.add(rolling(g)));
    } else {
      rolling.add(rolling(IntStream.range(0, groups).toArray()));
    }
  }

  private RollingFiles rolling(int... members) {
    return new RollingFiles(plan, members, files, open, this::finish);
  }

  /** The segments of a row group that wait until it is full. */
  public static final class OpenRowGroup {
    private final List<List<SealedSegment>> held = new ArrayList<>();

    /** The column groups whose extents have been begun. */
    private final boolean[] begun;

    /** Memory of the segments, in bytes; guarded by the output. */
    private long heldBytes;

    private OpenRowGroup(int groups) {
      for (int g = 0; g < groups; g++) {
        held.add(new ArrayList<>());
      }
      begun = new boolean[groups];
    }

    /** Takes the segments of a column group. */
    List<SealedSegment> take(int g) {
      return held.set(g, new ArrayList<>());
    }
  }

  /** Begins a row group. */
  public synchronized OpenRowGroup beginRowGroup() {
    OpenRowGroup begun = new OpenRowGroup(plan.groups().size());
    present.add(begun);
    return begun;
  }

  /**
   * Waits until a segment can be added to a row group within the bound of data waiting to be sent.
   *
   * @throws AlbisIOException if something could not be written, or this thread is interrupted
   */
  public void awaitRoom(OpenRowGroup rowGroup, long bytes) {
    long held = BufferAllocator.heldBytes(bytes);
    await(() -> sendingBytes == 0 || rowGroup.heldBytes + sendingBytes + held <= maxWaiting);
  }

  /** The memory of the segments of a row group that wait for its end, in bytes. */
  public synchronized long heldBytes(OpenRowGroup rowGroup) {
    return rowGroup.heldBytes;
  }

  /**
   * Waits until segments have been sent and released. Callable by any thread.
   *
   * @param bytes at which the wait ends; it ends in any case if nothing is left to be sent
   * @return the bytes released
   */
  public synchronized long awaitSent(long bytes) {
    long before = sendingBytes;
    try {
      while (sendingBytes > 0 && before - sendingBytes < bytes && !closed) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return before - sendingBytes;
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

  private static boolean isLarge(SealedSegment segment) {
    return segment.length() >= FileLayout.LARGE_SEGMENT_LENGTH;
  }

  /** Adds a segment to a row group, and owns it from then on, even if it throws. */
  public synchronized void add(OpenRowGroup rowGroup, int g, SealedSegment segment) {
    if (closed) {
      segment.release();
      requireOpen();
    }
    rowGroup.heldBytes += segment.heldBytes();
    rowGroup.held.get(g).add(segment);
    // Where an extent starts depends on whether it has a large segment.
    if (isStreamed && (rowGroup.begun[g] || isLarge(segment))) {
      if (!rowGroup.begun[g]) {
        rowGroup.begun[g] = true;
        RollingFiles ofGroup = rolling.get(g);
        write(ofGroup::beginRowGroup);
        write(() -> ofGroup.beginExtent(0, true));
      }
      send(rolling.get(g), rowGroup, g);
    }
  }

  private void send(RollingFiles target, OpenRowGroup rowGroup, int g) {
    for (SealedSegment segment : rowGroup.take(g)) {
      long bytes = segment.heldBytes();
      rowGroup.heldBytes -= bytes;
      sendingBytes += bytes;
      submit(
          sending,
          () -> {
            try {
              if (!hasFailed()) {
                target.write(segment);
              }
            } finally {
              segment.release();
              sent(bytes);
            }
          });
    }
  }

  private synchronized void sent(long bytes) {
    sendingBytes -= bytes;
    notifyAll();
  }

  /** Does something for the file that is written, unless writing has failed. */
  private void write(Runnable task) {
    submit(
        sending,
        () -> {
          if (!hasFailed()) {
            task.run();
          }
        });
  }

  /**
   * Ends a row group, which has at least one segment of each column group.
   *
   * @param full the row group
   * @param rows number of its rows
   * @param partition of its rows
   * @param sortOrderId id of the order of its rows; 0 for none
   */
  public synchronized void endRowGroup(
      OpenRowGroup full, long rows, PartitionTuple partition, int sortOrderId) {
    requireOpen();
    present.remove(full);
    long sequence = files.nextRowGroup();
    for (RollingFiles target : rolling) {
      int[] members = target.members();
      if (!isStreamed) {
        long length = length(full, members);
        write(() -> target.beginRowGroup(length));
      } else if (!full.begun[members[0]]) {
        write(target::beginRowGroup);
      }
      for (int i = 0; i < members.length; i++) {
        if (!full.begun[members[i]]) {
          int index = i;
          boolean isLarge = full.held.get(members[i]).stream().anyMatch(RowGroupOutput::isLarge);
          write(() -> target.beginExtent(index, isLarge));
        }
        send(target, full, members[i]);
        write(target::endExtent);
      }
      write(() -> target.endRowGroup(rows, partition, sortOrderId, sequence));
      if (isFilePerRowGroup) {
        write(target::end);
      }
    }
  }

  /** About the bytes that a row group adds to a file. */
  private long length(OpenRowGroup full, int[] members) {
    long length = 0;
    for (int g : members) {
      int leaves = plan.leavesOfGroup(g).length;
      for (SealedSegment segment : full.held.get(g)) {
        int alignment = FileLayout.segmentAlignment(segment.length());
        length = FileLayout.align(length, alignment) + segment.length();
      }
      length += DataFileWriter.metadataLength(full.held.get(g).size() + 1, leaves);
    }
    return length;
  }

  /** Makes a file durable. */
  private void finish(DataFileWriter file) {
    submit(
        finishing,
        () -> {
          try {
            if (hasFailed()) {
              files.discard(file);
            } else {
              files.end(file, finished);
            }
          } finally {
            open.release();
          }
        });
  }

  /**
   * Ends all files, and waits until they are durable. All row groups must have been ended.
   *
   * @throws AlbisIOException if something could not be written, or this thread is interrupted
   */
  public void finish() {
    rolling.forEach(one -> write(one::end));
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
      for (OpenRowGroup abandoned : present) {
        abandoned.held.forEach(segments -> segments.forEach(SealedSegment::release));
      }
      present.clear();
      // Nothing is written any more, so that files that are ended now are discarded.
      rolling.forEach(one -> submit(sending, one::end));
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
