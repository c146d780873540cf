// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import io.albis.storage.internal.backend.Reads;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * A file of Crail, opened for reading.
 *
 * <p>Crail does not keep the blocks of a deleted file for its readers: when the write token could
 * have expired, another file may take them. Checksums detect that.
 */
final class CrailReadableFile implements ReadableFile {

  private final CrailClient client;
  private final CrailMetrics metrics;
  private final String path;
  private final FileBlocks blocks;
  private final long maxGap;

  /** Guarded by this. */
  private boolean isClosed;

  /**
   * Opens a file.
   *
   * @param client of which the file takes a reference of its own
   */
  CrailReadableFile(
      CrailClient client, CrailMetrics metrics, String path, CrailNames.Node node, long maxGap) {
    this.client = client.retain();
    this.metrics = metrics;
    this.path = path;
    this.blocks = new FileBlocks(client, path, node.file(), node.first());
    this.maxGap = maxGap;
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public long length() {
    return blocks.length();
  }

  @Override
  public CompletableFuture<Void> readAsync(List<ReadRequest> requests) {
    long bytes = 0;
    try {
      requireOpen();
      for (ReadRequest request : requests) {
        check(request.offset(), request.length());
        bytes += request.length();
      }
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
    return read(ReadPlan.of(requests, client, maxGap), bytes);
  }

  @Override
  public byte[] readBytes(long offset, int size) throws IOException {
    requireOpen();
    check(offset, size);
    byte[] bytes = new byte[size];
    Reads.await(read(ReadPlan.of(offset, bytes, client), size));
    return bytes;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the transfer gets the failure
  private CompletableFuture<Void> read(List<BlockRequest> planned, long bytes) {
    if (planned.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    Transfer transfer = new Transfer(this, "read " + path, planned, () -> metrics.delivered(bytes));
    for (BlockRequest request : planned) {
      metrics.requested(request.length());
    }
    CompletableFuture<Void> found = blocks.find(planned);
    if (found.isDone() && !found.isCompletedExceptionally()) {
      start(transfer);
    } else {
      found.whenComplete(
          (nothing, failure) -> {
            if (failure == null) {
              start(transfer);
            } else {
              transfer.abort(failure instanceof CompletionException ? failure.getCause() : failure);
            }
          });
    }
    return transfer.future();
  }

  /** Submits the requests; excludes closing, which withdraws those that were submitted before. */
  private synchronized void start(Transfer transfer) {
    if (isClosed) {
      transfer.abort(new ClosedChannelException());
    } else {
      transfer.start(client, blocks::block);
    }
  }

  private synchronized void requireOpen() throws ClosedChannelException {
    if (isClosed) {
      throw new ClosedChannelException();
    }
  }

  private void check(long offset, long size) throws EOFException {
    if (offset < 0 || size < 0 || offset > length() - size) {
      throw new EOFException(
          String.format(
              "Cannot read %d bytes at offset %d of %s: the file has %d bytes",
              size, offset, path, length()));
    }
  }

  @Override
  public void close() {
    List<Link.Request<?>> withdrawn;
    synchronized (this) {
      if (isClosed) {
        return;
      }
      isClosed = true;
      withdrawn = client.withdraw(this);
    }
    withdrawn.forEach(request -> request.failed(new ClosedChannelException()));
    client.release();
  }
}
