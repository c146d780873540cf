// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs;

import io.albis.hdfs.adapter.HdfsBlock;
import io.albis.hdfs.adapter.HdfsFile;
import io.albis.hdfs.adapter.HdfsFiles;
import io.albis.hdfs.adapter.Messages;
import io.albis.storage.FileIdentity;
import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import io.albis.storage.Reads;
import io.albis.storage.backend.ReadBatches;
import io.albis.storage.backend.ReadQueue;
import io.albis.storage.backend.ReadTask;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of HDFS. What is read is divided at the borders of blocks, and each part takes the best
 * way there is: the block's file where it lies on this node, else Hadoop's client.
 */
final class HdfsReadableFile implements ReadableFile {

  private static final Logger LOG = LoggerFactory.getLogger(HdfsReadableFile.class);

  private final Path path;
  private final HadoopClient client;
  private final FileIdentity identity;
  private final ClientReads reads;
  private final ReadQueue queue;
  private final BlockFiles blockFiles;
  private final HadoopMetrics metrics;
  private final Part[] parts;
  private boolean closed;

  /** A block and how it is read. */
  private static final class Part {
    final HdfsBlock block;
    BlockFiles.Opened opened;
    boolean isByClient;

    Part(HdfsBlock block) {
      this.block = block;
    }

    long end() {
      return block.start() + block.length();
    }
  }

  HdfsReadableFile(
      Path path,
      HadoopClient client,
      HdfsFile file,
      ClientReads reads,
      BlockFiles blockFiles,
      HadoopMetrics metrics) {
    this.path = path;
    this.client = client;
    String ids = file.blocks().stream().map(HdfsBlock::id).collect(Collectors.joining(","));
    // Blocks are never used again, and a file that grows gets a new generation of its last one.
    this.identity = new FileIdentity(ids.isEmpty() ? path.toString() : ids, file.length(), 0);
    this.reads = reads;
    this.queue = client.newReadQueue();
    this.blockFiles = blockFiles;
    this.metrics = metrics;
    this.parts = file.blocks().stream().map(Part::new).toArray(Part[]::new);
  }

  @Override
  public String path() {
    return path.toString();
  }

  @Override
  public long length() {
    return identity.length();
  }

  @Override
  public FileIdentity identity() {
    return identity;
  }

  /** Neighbours that lie in one block. */
  private record PartBatch(Part part, List<ReadRequest> requests) {}

  @Override
  public CompletableFuture<Void> readAsync(List<ReadRequest> requests) {
    try {
      return submit(batches(requests));
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private CompletableFuture<Void> submit(List<PartBatch> batches) {
    List<ReadTask> tasks = new ArrayList<>();
    for (PartBatch batch : batches) {
      tasks.add(() -> read(batch));
    }
    return queue.submit(tasks);
  }

  @Override
  public void read(List<ReadRequest> requests) throws IOException {
    List<PartBatch> elsewhere = new ArrayList<>();
    for (PartBatch batch : batches(requests)) {
      // Only threads of the pool use Hadoop's client, which interrupts of this thread may disturb.
      if (!isReadHere(batch)) {
        elsewhere.add(batch);
      }
    }
    if (!elsewhere.isEmpty()) {
      Reads.await(submit(elsewhere));
    }
  }

  /** Checks requests, and divides them at the borders of blocks. */
  private List<PartBatch> batches(List<ReadRequest> requests) throws IOException {
    reads.requireOpen();
    Ranges.check(requests, path(), length());
    Map<Part, List<ReadRequest>> byPart = new LinkedHashMap<>();
    for (ReadRequest request : requests) {
      for (long done = 0; done < request.length(); ) {
        Part part = partAt(request.offset() + done);
        long size = Math.min(request.length() - done, part.end() - request.offset() - done);
        byPart.computeIfAbsent(part, p -> new ArrayList<>()).add(part(request, done, size));
        done += size;
      }
    }
    List<PartBatch> batches = new ArrayList<>();
    byPart.forEach(
        (part, ranges) -> {
          for (List<ReadRequest> batch : ReadBatches.of(ranges)) {
            batches.add(new PartBatch(part, batch));
          }
        });
    return batches;
  }

  private static ReadRequest part(ReadRequest request, long done, long size) {
    return done == 0 && size == request.length()
        ? request
        : new ReadRequest(
            request.offset() + done, size, request.target(), request.targetOffset() + done);
  }

  private Part partAt(long offset) throws IOException {
    int low = 0;
    int high = parts.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (parts[middle].end() <= offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (parts.length == 0 || parts[low].end() <= offset || parts[low].block.start() > offset) {
      throw new IOException(
          "Cannot read " + path + ": the name node told of no block for offset " + offset);
    }
    return parts[low];
  }

  /** Reads from the file of a block, if that is open and can be read. */
  private boolean isReadHere(PartBatch batch) {
    BlockFiles.Opened opened;
    synchronized (this) {
      opened = batch.part.opened;
    }
    if (opened == null) {
      return false;
    }
    try {
      readFrom(opened, batch);
      return true;
    } catch (IOException e) {
      LOG.debug("Cannot read block {} from its file", batch.part.block.id(), e);
      return false;
    }
  }

  private void read(PartBatch batch) throws IOException {
    Part part = batch.part;
    BlockFiles.Opened opened = opened(part);
    if (opened != null) {
      try {
        readFrom(opened, batch);
        return;
      } catch (IOException e) {
        leave(part, opened, e);
      }
    }
    long bytes = Ranges.bytes(batch.requests);
    try {
      reads.read(batch.requests);
    } catch (ClosedChannelException e) {
      throw e;
    } catch (IOException e) {
      throw unreadable(part, batch.requests.get(0).offset(), bytes, e);
    }
    metrics.delivered(bytes);
  }

  private void readFrom(BlockFiles.Opened opened, PartBatch batch) throws IOException {
    List<ReadRequest> inBlock = new ArrayList<>(batch.requests.size());
    for (ReadRequest request : batch.requests) {
      inBlock.add(
          new ReadRequest(
              request.offset() - batch.part.block.start(),
              request.length(),
              request.target(),
              request.targetOffset()));
    }
    opened.file().read(inBlock);
    long bytes = Ranges.bytes(inBlock);
    blockFiles.read(opened, bytes);
    metrics.delivered(bytes);
  }

  private IOException unreadable(Part part, long offset, long length, IOException e) {
    return new IOException(
        String.format(
            "Cannot read %d bytes at offset %d of %s: block %s on %s cannot be had: %s",
            length, offset, path, part.block.id(), part.block.nodes(), Messages.firstLine(e)),
        e);
  }

  /** The file of a block, opened with its first range; null if it is read by the client. */
  private synchronized BlockFiles.Opened opened(Part part) throws IOException {
    reads.requireOpen();
    if (part.opened == null && !part.isByClient) {
      part.opened = blockFiles.open(path, part.block, reads);
      part.isByClient = part.opened == null;
    }
    return part.opened;
  }

  private void leave(Part part, BlockFiles.Opened opened, IOException e) throws IOException {
    reads.requireOpen();
    LOG.debug("Cannot read block {} from its file", part.block.id(), e);
    leave(part, opened);
  }

  /** From now on the block is read by the client. */
  private synchronized void leave(Part part, BlockFiles.Opened opened) throws IOException {
    part.isByClient = true;
    if (opened.equals(part.opened)) {
      part.opened = null;
      opened.close();
    }
  }

  @Override
  public boolean readElsewhere(ReadRequest request) throws IOException {
    List<PartBatch> batches = batches(List.of(request));
    return queue.call(
        () -> {
          for (PartBatch batch : batches) {
            readElsewhere(batch);
          }
          return true;
        });
  }

  private void readElsewhere(PartBatch batch) throws IOException {
    // Whether it is the copy on this node that is damaged shows when it is compared with another.
    Part part = batch.part;
    BlockFiles.Opened opened = opened(part);
    long here = 0;
    if (opened != null) {
      readFrom(opened, batch);
      here = checksum(batch);
    }
    long bytes = Ranges.bytes(batch.requests);
    try {
      // The client compares with HDFS's own checksums and goes from node to node until they fit.
      reads.read(batch.requests);
    } catch (IOException e) {
      throw unreadable(part, batch.requests.get(0).offset(), bytes, e);
    }
    metrics.delivered(bytes);
    if (opened != null && checksum(batch) != here) {
      report(part, opened);
    }
  }

  private void report(Part part, BlockFiles.Opened opened) throws IOException {
    leave(part, opened);
    LOG.warn(
        "The copy of block {} of {} on data node {} is damaged: another one is read",
        part.block.id(),
        path,
        opened.node() == null ? "of this machine" : opened.node().name());
    if (opened.node() != null) {
      HdfsFiles.reportDamage(client.fileSystem(), path, part.block, opened.node(), client.user());
    }
  }

  @Override
  public Optional<byte[]> readBytesElsewhere(long offset, int length) throws IOException {
    reads.requireOpen();
    Ranges.check(offset, length, path(), length());
    return queue.call(() -> Optional.of(readElsewhere(offset, length)));
  }

  private byte[] readElsewhere(long offset, int length) throws IOException {
    byte[] bytes = reads.readBytes(offset, length);
    for (int done = 0; done < length; ) {
      Part part = partAt(offset + done);
      int size = (int) Math.min(length - done, part.end() - offset - done);
      BlockFiles.Opened opened = opened(part);
      if (opened != null) {
        byte[] here = opened.file().readBytes(offset + done - part.block.start(), size);
        if (!Arrays.equals(here, 0, size, bytes, done, done + size)) {
          report(part, opened);
        }
      }
      done += size;
    }
    return bytes;
  }

  private static long checksum(PartBatch batch) {
    CRC32C crc = new CRC32C();
    for (ReadRequest request : batch.requests) {
      crc.update(request.target().nioBuffer(request.targetOffset(), (int) request.length()));
    }
    return crc.getValue();
  }

  @Override
  public byte[] readBytes(long offset, int length) throws IOException {
    Ranges.check(offset, length, path(), length());
    reads.requireOpen();
    byte[] bytes = queue.call(() -> readBytesInTurn(offset, length));
    metrics.delivered(length);
    return bytes;
  }

  private byte[] readBytesInTurn(long offset, int length) throws IOException {
    byte[] bytes = new byte[length];
    for (int done = 0; done < length; ) {
      Part part = partAt(offset + done);
      int size = (int) Math.min(length - done, part.end() - offset - done);
      System.arraycopy(readBytes(part, offset + done, size), 0, bytes, done, size);
      done += size;
    }
    return bytes;
  }

  private byte[] readBytes(Part part, long offset, int length) throws IOException {
    BlockFiles.Opened opened = opened(part);
    if (opened != null) {
      try {
        byte[] bytes = opened.file().readBytes(offset - part.block.start(), length);
        blockFiles.read(opened, length);
        return bytes;
      } catch (IOException e) {
        leave(part, opened, e);
      }
    }
    try {
      return reads.readBytes(offset, length);
    } catch (ClosedChannelException e) {
      throw e;
    } catch (IOException e) {
      throw unreadable(part, offset, length, e);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (reads) {
      for (Part part : parts) {
        if (part.opened != null) {
          part.opened.close();
        }
      }
    } finally {
      client.release();
    }
  }
}
