// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.delay;

import io.albis.storage.FileIdentity;
import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import io.albis.storage.backend.ReadBatches;
import io.albis.storage.backend.ReadQueue;
import io.albis.storage.backend.ReadTask;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A file whose requests wait, each on a thread of the pool. */
final class DelayedFile implements ReadableFile {

  private final ReadableFile file;
  private final Delay delay;
  private final ReadQueue queue;
  private final long maxGap;

  DelayedFile(ReadableFile file, Delay delay, long maxGap) {
    this.file = file;
    this.delay = delay;
    this.queue = delay.newQueue();
    this.maxGap = maxGap;
  }

  @Override
  public String path() {
    return file.path();
  }

  @Override
  public long length() {
    return file.length();
  }

  @Override
  public FileIdentity identity() {
    return file.identity();
  }

  @Override
  public CompletableFuture<Void> readAsync(List<ReadRequest> requests) {
    List<ReadTask> tasks = new ArrayList<>();
    for (List<ReadRequest> batch : ReadBatches.of(requests, maxGap)) {
      tasks.add(
          () -> {
            delay.pass();
            file.read(batch);
          });
    }
    return queue.submit(tasks);
  }

  @Override
  public byte[] readBytes(long offset, int length) throws IOException {
    return queue.call(
        () -> {
          delay.pass();
          return file.readBytes(offset, length);
        });
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
