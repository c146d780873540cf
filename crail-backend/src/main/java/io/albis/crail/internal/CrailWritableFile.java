// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import io.albis.crail.internal.CrailSettings.Placement;
import io.albis.storage.WritableFile;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.crail.conf.CrailConstants;
import org.apache.crail.metadata.BlockInfo;
import org.apache.crail.rpc.RpcErrors;
import org.apache.crail.rpc.RpcGetBlock;

/**
 * A new file of Crail. Long pieces are written straight from their memory, several blocks at the
 * same time; short ones are collected. Every request but those for records consists of whole pages
 * of the file: the last one is padded with zeros that lie past the length of the file.
 *
 * <p>Methods exclude each other.
 */
final class CrailWritableFile implements WritableFile {

  private static final int PAGE = Configurations.BLOCK_UNIT;

  /** Shorter pieces are copied, in bytes. */
  private static final int MIN_DIRECT = 64 << 10;

  private final CrailClient client;
  private final CrailNames names;
  private final CrailMetrics metrics;

  /** Where the file appears. */
  private final String target;

  /** Where it is written: the target, or a temporary name that becomes the target at the end. */
  private final String path;

  private final CrailNames.Node node;
  private final List<BlockInfo> blocks = new ArrayList<>();

  /** What is collected; null after closing. */
  private ByteBuffer staging = StagingPool.take();

  /** The number of bytes that were sent: whole pages. */
  private long sent;

  private boolean isFinished;
  private boolean isClosed;

  private CrailWritableFile(
      CrailClient client, CrailMetrics metrics, String target, String path, CrailNames.Node node) {
    this.client = client.retain();
    this.names = new CrailNames(client);
    this.metrics = metrics;
    this.target = target;
    this.path = path;
    this.node = node;
    blocks.add(node.first());
  }

  /**
   * Creates a file in a directory that exists.
   *
   * @param target where it appears when it is finished
   * @param path where it is written: the target, or a temporary name in the same directory
   */
  static CrailWritableFile create(
      CrailClient client, CrailMetrics metrics, String target, String path, Placement placement)
      throws IOException {
    CrailNames.Node node = new CrailNames(client).createFile(path, placement);
    return new CrailWritableFile(client, metrics, target, path, node);
  }

  @Override
  public String path() {
    return target;
  }

  @Override
  public synchronized long position() {
    return staging == null ? sent : sent + staging.position();
  }

  @Override
  public synchronized void write(OffHeapBuffer source, long offset, long length)
      throws IOException {
    requireOpen();
    source.checkRange(offset, length);
    for (long done = 0; done < length; ) {
      long left = length - done;
      if (staging.position() == 0 && left >= MIN_DIRECT) {
        long whole = left / PAGE * PAGE;
        sendDirect(source, offset + done, whole);
        done += whole;
      } else {
        int most = left >= MIN_DIRECT ? PAGE - staging.position() % PAGE : staging.remaining();
        int size = (int) Math.min(most, left);
        staging.put(source.nioBuffer(offset + done, size));
        done += size;
        if (staging.position() % PAGE == 0 && (left >= MIN_DIRECT || !staging.hasRemaining())) {
          sendStaging();
        }
      }
    }
    metrics.accepted(length);
  }

  @Override
  public synchronized void write(ByteBuffer source) throws IOException {
    requireOpen();
    int length = source.remaining();
    while (source.hasRemaining()) {
      int size = Math.min(staging.remaining(), source.remaining());
      ByteBuffer part = source.duplicate().limit(source.position() + size);
      staging.put(part);
      source.position(source.position() + size);
      if (!staging.hasRemaining()) {
        sendStaging();
      }
    }
    metrics.accepted(length);
  }

  @Override
  public synchronized void pad(int alignment) throws IOException {
    int rest = (int) (position() % alignment);
    if (rest != 0) {
      write(ByteBuffer.allocate(alignment - rest));
    }
  }

  /** Sends whole pages from their memory. */
  private void sendDirect(OffHeapBuffer source, long offset, long length) throws IOException {
    List<BlockRequest> requests = new ArrayList<>();
    for (long done = 0; done < length; ) {
      long at = sent + done;
      int start = (int) (at % CrailConstants.BLOCK_SIZE);
      int size = requestLength(start, length - done);
      requests.add(
          new BlockRequest.DirectWrite(
              (int) (at / CrailConstants.BLOCK_SIZE), start, size, source, offset + done));
      done += size;
    }
    send(requests, length);
  }

  /** Sends what was collected, which consists of whole pages. */
  private void sendStaging() throws IOException {
    int length = staging.position();
    List<BlockRequest> requests = new ArrayList<>();
    for (int done = 0; done < length; ) {
      long at = sent + done;
      int start = (int) (at % CrailConstants.BLOCK_SIZE);
      int size = requestLength(start, length - done);
      requests.add(
          new BlockRequest.StagedWrite(
              (int) (at / CrailConstants.BLOCK_SIZE), start, size, staging, done));
      done += size;
    }
    send(requests, length);
    staging.clear();
  }

  /** The length of the next request, which begins at an offset in a block, in bytes. */
  private int requestLength(int start, long left) {
    long inBlock = Math.min(left, CrailConstants.BLOCK_SIZE - start);
    return (int) Math.min(inBlock, client.maxRequest());
  }

  private void send(List<BlockRequest> requests, long length) throws IOException {
    addBlocks(sent + length);
    Transfer transfer = new Transfer(this, "write " + target, requests, () -> {});
    transfer.start(client, blocks::get);
    CrailNames.await(transfer.future());
    for (BlockRequest request : requests) {
      metrics.sent(request.length());
    }
    sent += length;
  }

  /** Makes the file long enough, all missing blocks at once. */
  private void addBlocks(long end) throws IOException {
    List<CompletableFuture<RpcGetBlock>> added = new ArrayList<>();
    long count = (end + CrailConstants.BLOCK_SIZE - 1) / CrailConstants.BLOCK_SIZE;
    for (long i = blocks.size(); i < count; i++) {
      added.add(names.addBlock(node.file(), i * CrailConstants.BLOCK_SIZE, sent));
    }
    for (CompletableFuture<RpcGetBlock> block : added) {
      RpcGetBlock response = CrailNames.await(block);
      if (response.getError() != RpcErrors.ERR_OK) {
        throw CrailErrors.of(response.getError(), "write", target);
      }
      blocks.add(response.getBlockInfo());
    }
  }

  @Override
  public synchronized void finish() throws IOException {
    requireOpen();
    long length = position();
    if (staging.position() > 0) {
      while (staging.position() % PAGE != 0) {
        staging.put((byte) 0);
      }
      sendStaging();
    }
    names.finish(node.file(), length, target);
    if (!path.equals(target)) {
      new CrailPublishing(client, names).rename(path, target, node);
    }
    isFinished = true;
  }

  private void requireOpen() throws ClosedChannelException {
    if (isFinished || isClosed) {
      throw new ClosedChannelException();
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (isClosed) {
      return;
    }
    isClosed = true;
    StagingPool.give(staging);
    sent = position();
    staging = null;
    try {
      if (!isFinished) {
        names.remove(path);
      }
    } finally {
      client.release();
    }
  }
}
