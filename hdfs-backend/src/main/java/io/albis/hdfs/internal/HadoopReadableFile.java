// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import io.albis.storage.internal.backend.ReadBatches;
import io.albis.storage.internal.backend.ReadQueue;
import io.albis.storage.internal.backend.ReadTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.FileStatus;

/** A file of a Hadoop file system other than HDFS, read by threads of the storage. */
final class HadoopReadableFile implements ReadableFile {
  private final HadoopClient client;
  private final String path;
  private final long length;
  private final ClientReads reads;
  private final ReadQueue queue;
  private final long maxGap;
  private final HadoopMetrics metrics;
  private final AtomicBoolean closed = new AtomicBoolean();

  HadoopReadableFile(
      HadoopClient client,
      FileStatus status,
      ClientReads reads,
      long maxGap,
      HadoopMetrics metrics) {
    this.client = client;
    this.path = status.getPath().toString();
    this.length = status.getLen();
    this.reads = reads;
    this.queue = client.newReadQueue();
    this.maxGap = maxGap;
    this.metrics = metrics;
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public CompletableFuture<Void> readAsync(List<ReadRequest> requests) {
    try {
      reads.requireOpen();
      Ranges.check(requests, path, length());
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
    List<ReadTask> tasks = new ArrayList<>();
    for (List<ReadRequest> batch : ReadBatches.of(requests, maxGap)) {
      tasks.add(
          () -> {
            reads.read(batch);
            metrics.delivered(Ranges.bytes(batch));
          });
    }
    return queue.submit(tasks);
  }

  @Override
  public byte[] readBytes(long offset, int length) throws IOException {
    reads.requireOpen();
    Ranges.check(offset, length, path, length());
    byte[] bytes = queue.call(() -> reads.readBytes(offset, length));
    metrics.delivered(length);
    return bytes;
  }

  @Override
  public void close() throws IOException {
    if (closed.compareAndSet(false, true)) {
      try {
        reads.close();
      } finally {
        client.release();
      }
    }
  }
}
