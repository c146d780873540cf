// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import io.albis.hdfs.internal.adapter.HadoopMessages;
import io.albis.hdfs.internal.adapter.HdfsFiles;
import io.albis.storage.WritableFile;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileAlreadyExistsException;
import java.util.EnumSet;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * A new file of a Hadoop file system. On HDFS, written data is flushed to the devices of the data
 * nodes steadily and at the end, and evicted from their page caches, as in "Linux PageCache
 * Optimization for Hadoop" (sections "Prioritized EarlyWrite" and "Eviction"). Methods exclude each
 * other.
 */
final class HadoopWritableFile implements WritableFile {

  private static final int HEAP_SIZE = 256 << 10;

  private static final int BUFFER_SIZE = 64 << 10;

  /** Where the file appears. */
  private final Path target;

  /** Where it is written; the target, or a temporary name that becomes the target at the end. */
  private final Path path;

  private final HadoopClient client;
  private final FSDataOutputStream stream;

  /** Whether an object is created, which appears when the stream is closed unless it exists. */
  private final boolean isConditional;

  private final boolean isHdfs;
  private final long syncBytes;
  private final BlockFiles blockFiles;
  private final HadoopMetrics metrics;
  private final boolean dropsBehind;
  private final byte[] heap = new byte[HEAP_SIZE];
  private long position;
  private long synced;
  private boolean finished;
  private boolean closed;

  private HadoopWritableFile(
      Path target,
      Path path,
      HadoopClient client,
      FSDataOutputStream stream,
      boolean isConditional,
      HadoopSettings settings,
      BlockFiles blockFiles,
      HadoopMetrics metrics) {
    this.target = target;
    this.path = path;
    this.client = client;
    this.stream = stream;
    this.isConditional = isConditional;
    this.isHdfs = HdfsFiles.isHdfs(stream);
    this.syncBytes = settings.syncBytes();
    this.dropsBehind = settings.dropsBehind();
    this.blockFiles = blockFiles;
    this.metrics = metrics;
  }

  /**
   * Creates a file.
   *
   * @param target where it appears when it is finished
   * @param path where it is written: the target, or a temporary name in the same directory
   * @param blockSize in bytes
   */
  static HadoopWritableFile create(
      Path target,
      Path path,
      long blockSize,
      HadoopClient client,
      HadoopSettings settings,
      BlockFiles blockFiles,
      HadoopMetrics metrics)
      throws IOException {
    FileSystem fileSystem = client.fileSystem();
    short replication =
        settings.replication() > 0
            ? settings.replication()
            : fileSystem.getDefaultReplication(path);
    FsPermission permission =
        FsPermission.getFileDefault().applyUMask(FsPermission.getUMask(client.configuration()));
    FSDataOutputStream stream =
        fileSystem.create(
            path,
            permission,
            // Flushes each block to the devices before the next block or the end of the file.
            EnumSet.of(CreateFlag.CREATE, CreateFlag.SYNC_BLOCK),
            BUFFER_SIZE,
            replication,
            blockSize,
            null);
    if (settings.dropsBehind()) {
      HdfsFiles.dropBehind(stream);
    }
    return new HadoopWritableFile(
        target, path, client, stream, false, settings, blockFiles, metrics);
  }

  /** Creates an object, which appears when it is finished unless there is one by then. */
  static HadoopWritableFile createObject(
      Path path,
      HadoopClient client,
      HadoopSettings settings,
      BlockFiles blockFiles,
      HadoopMetrics metrics)
      throws IOException {
    FSDataOutputStream stream = Publishing.open(client.fileSystem(), path);
    return new HadoopWritableFile(path, path, client, stream, true, settings, blockFiles, metrics);
  }

  @Override
  public String path() {
    return target.toString();
  }

  @Override
  public synchronized long position() {
    return position;
  }

  @Override
  public synchronized void write(OffHeapBuffer source, long offset, long length)
      throws IOException {
    source.checkRange(offset, length);
    for (long done = 0; done < length; ) {
      int size = (int) Math.min(heap.length, length - done);
      source.getBytes(offset + done, heap, 0, size);
      write(heap, size);
      done += size;
    }
  }

  @Override
  public synchronized void write(ByteBuffer source) throws IOException {
    while (source.hasRemaining()) {
      int size = Math.min(heap.length, source.remaining());
      source.get(heap, 0, size);
      write(heap, size);
    }
  }

  private void write(byte[] bytes, int length) throws IOException {
    if (finished || closed) {
      throw new ClosedChannelException();
    }
    try {
      stream.write(bytes, 0, length);
      position += length;
      metrics.wrote(length);
      if (isHdfs && syncBytes > 0 && position - synced >= syncBytes) {
        stream.hsync();
        synced = position;
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private IOException failed(IOException e) {
    return new IOException(
        "Failed to write " + target + " at offset " + position + ": " + HadoopMessages.firstLine(e),
        e);
  }

  @Override
  public synchronized void pad(int alignment) throws IOException {
    int rest = (int) (position % alignment);
    if (rest != 0) {
      write(ByteBuffer.allocate(alignment - rest));
    }
  }

  @Override
  public synchronized void finish() throws IOException {
    if (finished || closed) {
      throw new ClosedChannelException();
    }
    try {
      stream.close();
    } catch (IOException e) {
      throw isConditional && client.fileSystem().exists(path) ? exists(e) : failed(e);
    }
    if (!path.equals(target)) {
      publish();
    }
    finished = true;
    if (isHdfs && dropsBehind) {
      blockFiles.dropFromPageCache(client.fileSystem(), target);
    }
  }

  private IOException exists(IOException cause) {
    IOException exists = new FileAlreadyExistsException(target.toString());
    exists.initCause(cause);
    return exists;
  }

  private void publish() throws IOException {
    try {
      Publishing.rename(client, path, target);
    } catch (IOException e) {
      throw HadoopErrors.translate(e, target);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (!finished) {
        discard();
      }
    } finally {
      client.release();
    }
  }

  /** Deletes the file, even if closing the stream fails because a node is down. */
  private void discard() throws IOException {
    IOException failure = null;
    try {
      if (stream.hasCapability(StreamCapabilities.ABORTABLE_STREAM)) {
        stream.abort();
      } else {
        stream.close();
      }
    } catch (IOException e) {
      failure = e;
    }
    try {
      // An object of this name is that of another writer.
      if (!isConditional) {
        client.fileSystem().delete(path, false);
      }
    } catch (IOException e) {
      if (failure != null) {
        e.addSuppressed(failure);
      }
      throw e;
    }
  }
}
