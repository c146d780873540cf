// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.local;

import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import io.albis.storage.internal.backend.ReadBatches;
import io.albis.storage.internal.backend.ReadQueue;
import io.albis.storage.internal.backend.ReadTask;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A file of the local file system. Ranges into off-heap memory are read past the page cache where
 * the file system supports that; small metadata is always read through it.
 *
 * <p>Synchronous reads run on the calling thread, since copying from the page cache takes less time
 * than handing the read over to another thread.
 */
final class LocalReadableFile implements ReadableFile {

  private final Path path;
  private final LocalIo io;
  private final long length;

  /** Null before the first use. Guarded by this, as are the following fields. */
  private CachedReads cached;

  /** Opened for the first range; null before that, and without direct I/O. */
  private DirectReads direct;

  private boolean isDirectTried;
  private ReadQueue queue;
  private boolean isClosed;

  private LocalReadableFile(Path path, LocalIo io, long length) {
    this.path = path;
    this.io = io;
    this.length = length;
  }

  /**
   * Finds a file that may be read. It is opened by the first read, since most files are read either
   * past the page cache or through it.
   */
  static LocalReadableFile open(Path path, LocalIo io) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      throw new NoSuchFileException(path.toString(), null, "not a regular file");
    }
    LocalReadableFile file = new LocalReadableFile(path, io, attributes.size());
    if (!io.mode().isDirect() || !Files.isReadable(path)) {
      file.cached();
    }
    return file;
  }

  @Override
  public String path() {
    return path.toString();
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public CompletableFuture<Void> readAsync(List<ReadRequest> requests) {
    try {
      requireOpen();
      check(requests);
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
    List<ReadTask> tasks = new ArrayList<>();
    for (List<ReadRequest> batch : ReadBatches.of(requests, io.maxGap())) {
      tasks.add(() -> readBatch(batch));
    }
    return queue().submit(tasks);
  }

  @Override
  public void read(List<ReadRequest> requests) throws IOException {
    if (!NativeFile.isAvailable()) {
      // A channel is closed when a thread that uses it is interrupted, as callers may be.
      ReadableFile.super.read(requests);
      return;
    }
    requireOpen();
    check(requests);
    if (requests.size() == 1 && ReadBatches.isBatch(requests.get(0))) {
      readBatch(requests);
      return;
    }
    for (List<ReadRequest> batch : ReadBatches.of(requests, io.maxGap())) {
      readBatch(batch);
    }
  }

  private void readBatch(List<ReadRequest> batch) throws IOException {
    DirectReads past = direct();
    try {
      if (past == null) {
        cached().read(batch);
      } else {
        past.read(batch);
      }
    } catch (EOFException e) {
      ReadRequest last = batch.get(batch.size() - 1);
      throw endOfFile(batch.get(0).offset(), last.offset() + last.length(), e);
    }
    for (ReadRequest request : batch) {
      io.metrics().delivered(request.length());
    }
  }

  @Override
  public byte[] readBytes(long offset, int size) throws IOException {
    requireOpen();
    check(offset, size);
    byte[] bytes = new byte[size];
    if (NativeFile.isAvailable()) {
      readBytes(offset, bytes);
    } else {
      queue()
          .call(
              () -> {
                readBytes(offset, bytes);
                return bytes;
              });
    }
    io.metrics().delivered(size);
    return bytes;
  }

  private void readBytes(long offset, byte[] target) throws IOException {
    try {
      cached().read(offset, target);
    } catch (EOFException e) {
      throw endOfFile(offset, offset + target.length, e);
    }
  }

  @Override
  public boolean mayBlock() {
    return io.mode().isDirect() || io.pace().isSlow();
  }

  private synchronized CachedReads cached() throws IOException {
    requireOpen();
    if (cached == null) {
      cached = io.openCached(path);
    }
    return cached;
  }

  private synchronized DirectReads direct() throws IOException {
    requireOpen();
    if (!isDirectTried) {
      direct = io.openDirect(path);
      isDirectTried = true;
    }
    return direct;
  }

  private synchronized ReadQueue queue() {
    if (queue == null) {
      queue = io.pool(path).newQueue();
    }
    return queue;
  }

  private synchronized void requireOpen() throws ClosedChannelException {
    if (isClosed) {
      throw new ClosedChannelException();
    }
  }

  private void check(List<ReadRequest> requests) throws EOFException {
    for (ReadRequest request : requests) {
      check(request.offset(), request.length());
    }
  }

  private void check(long offset, long size) throws EOFException {
    if (offset < 0 || size < 0 || offset > length - size) {
      throw endOfFile(offset, offset + size, null);
    }
  }

  private EOFException endOfFile(long offset, long end, EOFException cause) {
    EOFException e =
        new EOFException(
            String.format(
                "Cannot read %d bytes at offset %d of %s: the file has %d bytes%s",
                end - offset,
                offset,
                path,
                length,
                cause == null ? "" : " no longer: " + cause.getMessage()));
    if (cause != null) {
      e.initCause(cause);
    }
    return e;
  }

  @Override
  public void close() throws IOException {
    CachedReads openCached;
    DirectReads openDirect;
    synchronized (this) {
      isClosed = true;
      openCached = cached;
      openDirect = direct;
    }
    try {
      if (openDirect != null) {
        openDirect.close();
      }
    } finally {
      if (openCached != null) {
        openCached.close();
      }
    }
  }
}
