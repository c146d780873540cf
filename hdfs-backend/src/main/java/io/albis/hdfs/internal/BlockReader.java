// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import io.albis.hdfs.internal.adapter.HadoopMessages;
import io.albis.hdfs.internal.adapter.HdfsBlock;
import io.albis.hdfs.internal.adapter.HdfsFiles;
import io.albis.storage.ReadRequest;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one block of a file on the fastest path available: the file of the block if a copy of it is
 * on this node, otherwise Hadoop's client. If reading the file of the block fails, the client reads
 * the block from then on.
 *
 * <p>Offsets are those in the file that the block belongs to. Thread-safe. Methods block and must
 * be called by threads that are never interrupted, except where stated.
 */
final class BlockReader {

  private static final Logger LOG = LoggerFactory.getLogger(BlockReader.class);

  private final Source source;
  private final HdfsBlock block;

  /**
   * Null before it is needed, and once the client reads the block. Written with the lock on this.
   */
  private volatile BlockFiles.Opened opened;

  private boolean isReadByClient;

  /** The shared state of the blocks of one file. */
  record Source(
      Path path,
      HadoopClient client,
      ClientReads clientReads,
      BlockFiles blockFiles,
      HadoopMetrics metrics) {}

  BlockReader(Source source, HdfsBlock block) {
    this.source = source;
    this.block = block;
  }

  long start() {
    return block.start();
  }

  long end() {
    return block.start() + block.length();
  }

  /**
   * Reads from the file of the block if it has been opened. May be called by any thread, since
   * interrupts do not affect it.
   *
   * @return false if the ranges have yet to be read, by {@link #read}
   */
  boolean readIfOpened(List<ReadRequest> batch) {
    BlockFiles.Opened file = opened;
    if (file == null) {
      return false;
    }
    try {
      readFrom(file, batch);
      return true;
    } catch (IOException e) {
      LOG.debug("Cannot read block {} from its file", block.id(), e);
      return false;
    }
  }

  /**
   * Like {@link #readIfOpened(List)}, but into a new array; null if the range has yet to be read.
   */
  byte[] readBytesIfOpened(long offset, int length) {
    BlockFiles.Opened file = opened;
    if (file == null) {
      return null;
    }
    try {
      return readBytesFrom(file, offset, length);
    } catch (IOException e) {
      LOG.debug("Cannot read block {} from its file", block.id(), e);
      return null;
    }
  }

  /** Reads neighbouring ranges that lie within the block. */
  void read(List<ReadRequest> batch) throws IOException {
    BlockFiles.Opened file = open();
    if (file != null) {
      try {
        readFrom(file, batch);
        return;
      } catch (IOException e) {
        leave(file, e);
      }
    }
    readByClient(batch);
  }

  private void readFrom(BlockFiles.Opened file, List<ReadRequest> batch) throws IOException {
    List<ReadRequest> inBlock = new ArrayList<>(batch.size());
    for (ReadRequest request : batch) {
      inBlock.add(
          new ReadRequest(
              request.offset() - start(),
              request.length(),
              request.target(),
              request.targetOffset()));
    }
    file.file().read(inBlock);
    source.metrics.read(file.path(), Ranges.bytes(inBlock));
  }

  private void readByClient(List<ReadRequest> batch) throws IOException {
    try {
      source.clientReads.read(batch);
    } catch (ClosedChannelException e) {
      throw e;
    } catch (IOException e) {
      throw unreadable(batch.get(0).offset(), Ranges.bytes(batch), e);
    }
  }

  /** Reads a range that lies within the block into a new array. */
  byte[] readBytes(long offset, int length) throws IOException {
    BlockFiles.Opened file = open();
    if (file != null) {
      try {
        return readBytesFrom(file, offset, length);
      } catch (IOException e) {
        leave(file, e);
      }
    }
    try {
      return source.clientReads.readBytes(offset, length);
    } catch (ClosedChannelException e) {
      throw e;
    } catch (IOException e) {
      throw unreadable(offset, length, e);
    }
  }

  private byte[] readBytesFrom(BlockFiles.Opened file, long offset, int length) throws IOException {
    byte[] bytes = file.file().readBytes(offset - start(), length);
    source.metrics.read(file.path(), length);
    return bytes;
  }

  private IOException unreadable(long offset, long length, IOException e) {
    return new IOException(
        String.format(
            "Cannot read %d bytes at offset %d of %s: block %s on %s is unavailable: %s",
            length, offset, source.path, block.id(), block.nodes(), HadoopMessages.firstLine(e)),
        e);
  }

  /**
   * Reads ranges again that turned out to be damaged, from a copy whose checksums in HDFS are
   * right. If the copy on this node has other bytes, it is reported to the name node.
   */
  void readElsewhere(List<ReadRequest> batch) throws IOException {
    BlockFiles.Opened file = open();
    long here = 0;
    if (file != null) {
      readFrom(file, batch);
      here = checksum(batch);
    }
    // The client verifies HDFS's own checksums and tries one node after the other.
    readByClient(batch);
    if (file != null && checksum(batch) != here) {
      report(file);
    }
  }

  /** Like {@link #readElsewhere(List)}, for a part of an array that the client has read. */
  void compare(long offset, byte[] bytes, int index, int length) throws IOException {
    BlockFiles.Opened file = open();
    if (file != null) {
      byte[] here = file.file().readBytes(offset - start(), length);
      if (!Arrays.equals(here, 0, length, bytes, index, index + length)) {
        report(file);
      }
    }
  }

  private static long checksum(List<ReadRequest> batch) {
    CRC32C crc = new CRC32C();
    for (ReadRequest request : batch) {
      crc.update(request.target().nioBuffer(request.targetOffset(), (int) request.length()));
    }
    return crc.getValue();
  }

  private void report(BlockFiles.Opened file) throws IOException {
    leave(file);
    LOG.warn(
        "The copy of block {} of {} on data node {} is damaged; reading another copy",
        block.id(),
        source.path,
        file.node() == null ? "of this machine" : file.node().name());
    if (file.node() != null) {
      HdfsFiles.reportDamage(
          source.client.fileSystem(), source.path, block, file.node(), source.client.user());
    }
  }

  /** Returns the file of the block, opened with its first range; null if the client reads it. */
  private synchronized BlockFiles.Opened open() throws IOException {
    source.clientReads.requireOpen();
    if (opened == null && !isReadByClient) {
      opened = source.blockFiles.open(source.path, block, source.clientReads);
      isReadByClient = opened == null;
    }
    return opened;
  }

  private void leave(BlockFiles.Opened file, IOException cause) throws IOException {
    source.clientReads.requireOpen();
    LOG.debug("Cannot read block {} from its file", block.id(), cause);
    leave(file);
  }

  private synchronized void leave(BlockFiles.Opened file) throws IOException {
    isReadByClient = true;
    if (file.equals(opened)) {
      opened = null;
      file.close();
    }
  }

  /** Closes the file of the block. Called when the file that the block belongs to is closed. */
  synchronized void close() throws IOException {
    if (opened != null) {
      opened.close();
    }
  }
}
