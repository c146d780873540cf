// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import io.albis.hdfs.internal.adapter.HdfsFile;
import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import io.albis.storage.internal.backend.ReadBatches;
import io.albis.storage.internal.backend.ReadQueue;
import io.albis.storage.internal.backend.ReadTask;
import io.albis.storage.internal.backend.Reads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.Path;

/**
 * A file of HDFS. Ranges are divided at the boundaries of blocks, and each block is read on the
 * fastest path available.
 *
 * <p>Only threads of the storage communicate with name node, data nodes and Hadoop's client,
 * because interrupts would disrupt that. Calling threads read from files of blocks that are already
 * open.
 */
final class HdfsReadableFile implements ReadableFile {

  private final Path path;
  private final HadoopClient client;
  private final long length;
  private final ClientReads clientReads;
  private final ReadQueue queue;
  private final long maxGap;
  private final HadoopMetrics metrics;
  private final BlockReader[] blocks;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  /** Neighbouring ranges within one block. */
  private record BlockBatch(BlockReader block, List<ReadRequest> requests) {}

  HdfsReadableFile(
      Path path,
      HadoopClient client,
      HdfsFile file,
      ClientReads clientReads,
      BlockFiles blockFiles,
      long maxGap,
      HadoopMetrics metrics) {
    this.path = path;
    this.client = client;
    this.length = file.length();
    this.clientReads = clientReads;
    this.queue = client.newReadQueue();
    this.maxGap = maxGap;
    this.metrics = metrics;
    BlockReader.Source source =
        new BlockReader.Source(path, client, clientReads, blockFiles, metrics);
    this.blocks =
        file.blocks().stream()
            .map(block -> new BlockReader(source, block))
            .toArray(BlockReader[]::new);
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
      return submit(batches(requests));
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private CompletableFuture<Void> submit(List<BlockBatch> batches) {
    List<ReadTask> tasks = new ArrayList<>();
    for (BlockBatch batch : batches) {
      tasks.add(
          () -> {
            batch.block.read(batch.requests);
            metrics.delivered(Ranges.bytes(batch.requests));
          });
    }
    return queue.submit(tasks);
  }

  @Override
  public void read(List<ReadRequest> requests) throws IOException {
    List<BlockBatch> left = new ArrayList<>();
    for (BlockBatch batch : batches(requests)) {
      if (batch.block.readIfOpened(batch.requests)) {
        metrics.delivered(Ranges.bytes(batch.requests));
      } else {
        left.add(batch);
      }
    }
    if (!left.isEmpty()) {
      Reads.await(submit(left));
    }
  }

  /** Checks ranges, and divides them at the boundaries of blocks. */
  private List<BlockBatch> batches(List<ReadRequest> requests) throws IOException {
    clientReads.requireOpen();
    Ranges.check(requests, path(), length());
    Map<BlockReader, List<ReadRequest>> byBlock = new LinkedHashMap<>();
    for (ReadRequest request : requests) {
      for (long done = 0; done < request.length(); ) {
        BlockReader block = blockAt(request.offset() + done);
        long size = Math.min(request.length() - done, block.end() - request.offset() - done);
        byBlock.computeIfAbsent(block, b -> new ArrayList<>()).add(piece(request, done, size));
        done += size;
      }
    }
    List<BlockBatch> batches = new ArrayList<>();
    byBlock.forEach(
        (block, ranges) -> {
          for (List<ReadRequest> batch : ReadBatches.of(ranges, maxGap)) {
            batches.add(new BlockBatch(block, batch));
          }
        });
    return batches;
  }

  private static ReadRequest piece(ReadRequest request, long done, long size) {
    return done == 0 && size == request.length()
        ? request
        : new ReadRequest(
            request.offset() + done, size, request.target(), request.targetOffset() + done);
  }

  private BlockReader blockAt(long offset) throws IOException {
    int low = 0;
    int high = blocks.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (blocks[middle].end() <= offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (blocks.length == 0 || blocks[low].end() <= offset || blocks[low].start() > offset) {
      throw new IOException(
          "Cannot read " + path + ": the name node listed no block for offset " + offset);
    }
    return blocks[low];
  }

  @Override
  public boolean readElsewhere(ReadRequest request) throws IOException {
    List<BlockBatch> batches = batches(List.of(request));
    return queue.call(
        () -> {
          for (BlockBatch batch : batches) {
            batch.block.readElsewhere(batch.requests);
            metrics.delivered(Ranges.bytes(batch.requests));
          }
          return true;
        });
  }

  @Override
  public Optional<byte[]> readBytesElsewhere(long offset, int length) throws IOException {
    clientReads.requireOpen();
    Ranges.check(offset, length, path(), length());
    return queue.call(
        () -> {
          byte[] bytes = clientReads.readBytes(offset, length);
          for (int done = 0; done < length; ) {
            BlockReader block = blockAt(offset + done);
            int size = (int) Math.min(length - done, block.end() - offset - done);
            block.compare(offset + done, bytes, done, size);
            done += size;
          }
          metrics.delivered(length);
          return Optional.of(bytes);
        });
  }

  @Override
  public byte[] readBytes(long offset, int length) throws IOException {
    clientReads.requireOpen();
    Ranges.check(offset, length, path(), length());
    byte[] bytes = length == 0 ? new byte[0] : readSmall(offset, length);
    if (bytes == null) {
      bytes = queue.call(() -> readLarge(offset, length));
    }
    metrics.delivered(length);
    return bytes;
  }

  /** Reads a range within one open block; otherwise returns null. */
  private byte[] readSmall(long offset, int length) throws IOException {
    BlockReader block = blockAt(offset);
    return block.end() - offset < length ? null : block.readBytesIfOpened(offset, length);
  }

  private byte[] readLarge(long offset, int length) throws IOException {
    byte[] bytes = new byte[length];
    for (int done = 0; done < length; ) {
      BlockReader block = blockAt(offset + done);
      int size = (int) Math.min(length - done, block.end() - offset - done);
      System.arraycopy(block.readBytes(offset + done, size), 0, bytes, done, size);
      done += size;
    }
    return bytes;
  }

  @Override
  public void close() throws IOException {
    if (!isClosed.compareAndSet(false, true)) {
      return;
    }
    // Close the client first: after that, no block is opened any more.
    try (Closer closer = new Closer()) {
      closer.add(client::release);
      for (BlockReader block : blocks) {
        closer.add(block::close);
      }
      closer.add(clientReads::close);
    }
  }
}
