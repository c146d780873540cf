// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A file of a simulated storage, for reading. Requests are done when the call returns. */
final class SimulatedReadableFile implements ReadableFile {

  private final SimulatedStorage storage;
  private final String path;
  private final StoredFile file;
  private final int length;
  private volatile boolean closed;

  SimulatedReadableFile(SimulatedStorage storage, String path, StoredFile file) {
    this.storage = storage;
    this.path = path;
    this.file = file;
    this.length = file.length();
  }

  @Override
  public String path() {
    return storage.root() + "/" + path;
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public CompletableFuture<Void> readAsync(List<ReadRequest> requests) {
    try {
      read(requests);
      return CompletableFuture.completedFuture(null);
    } catch (IOException | RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public void read(List<ReadRequest> requests) throws IOException {
    requireOpen();
    for (ReadRequest request : requests) {
      requireRange(request.offset(), request.length());
    }
    if (requests.isEmpty()) {
      return;
    }
    storage.call(Operation.READ, path, () -> null);
    byte[] bytes = file.bytes();
    for (ReadRequest request : requests) {
      requireOpen();
      request
          .target()
          .putBytes(request.targetOffset(), bytes, (int) request.offset(), (int) request.length());
      count(request.length());
    }
  }

  @Override
  public byte[] readBytes(long offset, int count) throws IOException {
    requireOpen();
    requireRange(offset, count);
    storage.call(Operation.READ, path, () -> null);
    count(count);
    return Arrays.copyOfRange(file.bytes(), (int) offset, (int) offset + count);
  }

  private void count(long bytes) {
    storage.bytesRead.addAndGet(bytes);
    storage.reads.incrementAndGet();
  }

  private void requireOpen() throws ClosedChannelException {
    if (closed) {
      throw new ClosedChannelException();
    }
  }

  private void requireRange(long offset, long count) throws EOFException {
    if (offset + count > length) {
      throw new EOFException(
          "Cannot read "
              + count
              + " bytes at offset "
              + offset
              + " of "
              + path()
              + ", which has "
              + length
              + " bytes");
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
