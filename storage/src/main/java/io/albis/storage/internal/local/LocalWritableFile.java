// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.local;

import io.albis.storage.WritableFile;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * A new file of the local file system. Where the file system offers direct I/O, data is written
 * past the page cache so that it does not evict other pages: whole blocks straight from their
 * buffers, the rest in requests of 1 MiB from a staging buffer. Elsewhere, it is evicted from the
 * page cache as soon as it is on the device.
 *
 * <p>If a buffer ends within a block, the block is sent padded with zeros. Usually padding follows
 * and nothing has been copied; otherwise the block is sent again with the data that follows.
 *
 * <p>Methods exclude each other, so that closing does not take the staging buffer away from a
 * thread that writes.
 */
final class LocalWritableFile implements WritableFile {
  private static final int REQUEST_SIZE = 4 << 20;

  /** Less is copied behind what is staged, instead of sending that by a request of its own. */
  private static final int MIN_STRAIGHT = 64 << 10;

  /** Where the file appears. */
  private final Path target;

  /** Where it is written; the target, or a temporary name that becomes the target at the end. */
  private final Path path;

  private final FileChannel channel;
  private final LocalMetrics metrics;

  private final boolean isDirect;

  /** Of files that are written through the page cache. */
  private final WriteBehind behind;

  /** Bytes that were written but not yet sent; null before it is needed. */
  private ByteBuffer staging;

  /** The bytes of an incomplete block at {@link #sent}, which has been sent padded with zeros. */
  private byte[] tail = new byte[0];

  private long sent;
  private long position;
  private boolean finished;

  private LocalWritableFile(
      Path target, Path path, FileChannel channel, boolean isDirect, LocalMetrics metrics) {
    this.target = target;
    this.path = path;
    this.channel = channel;
    this.isDirect = isDirect;
    this.metrics = metrics;
    this.behind = new WriteBehind(path);
  }

  static LocalWritableFile create(Path path, DirectMode mode, LocalMetrics metrics)
      throws IOException {
    return createAtomically(path, path, mode, metrics);
  }

  /**
   * Creates a file that is written under another name until it is finished.
   *
   * @param target where it appears when it is finished
   * @param path where it is written, in the same directory
   */
  static LocalWritableFile createAtomically(
      Path target, Path path, DirectMode mode, LocalMetrics metrics) throws IOException {
    // Created without direct I/O: the system may refuse that after it has created the file.
    FileChannel channel =
        Permissions.open(path, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    FileChannel direct;
    try {
      direct = mode.openToWrite(path);
    } catch (IOException e) {
      try (channel) {
        Files.delete(path);
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
    if (direct == null) {
      return new LocalWritableFile(target, path, channel, false, metrics);
    }
    channel.close();
    return new LocalWritableFile(target, path, direct, true, metrics);
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
    requireOpen();
    source.checkRange(offset, length);
    if (isStaged() && length >= MIN_STRAIGHT && staging.position() % DirectReads.BLOCK == 0) {
      send();
    }
    long done = isDirect ? writeStraight(source, offset, length) : 0;
    for (; done < length; done += REQUEST_SIZE) {
      write(source.nioBuffer(offset + done, (int) Math.min(REQUEST_SIZE, length - done)));
    }
  }

  /**
   * Sends blocks straight from their buffer if both the file and the buffer are at the start of a
   * block.
   *
   * @return how many bytes were accepted
   */
  private long writeStraight(OffHeapBuffer source, long offset, long length) throws IOException {
    if (isStaged() || tail.length > 0 || (source.address() + offset) % DirectReads.BLOCK != 0) {
      return 0;
    }
    long whole = length / DirectReads.BLOCK * DirectReads.BLOCK;
    int rest = (int) (length - whole);
    boolean isFilledUp =
        rest > 0
            && offset + length == source.capacity()
            && offset + whole + DirectReads.BLOCK <= source.reservedCapacity();
    long blocks = whole;
    if (isFilledUp) {
      tail = new byte[rest];
      source.getBytes(offset + whole, tail, 0, rest);
      int missing = DirectReads.BLOCK - rest;
      source.reservedNioBuffer(offset + length, missing).put(new byte[missing]);
      blocks += DirectReads.BLOCK;
    }
    for (long done = 0; done < blocks; ) {
      // A single remaining block is not worth a separate request.
      boolean isLast = blocks - done <= REQUEST_SIZE + DirectReads.BLOCK;
      int size = (int) (isLast ? blocks - done : REQUEST_SIZE);
      send(source.reservedNioBuffer(offset + done, size));
      done += size;
    }
    long taken = whole + tail.length;
    sent -= blocks - whole;
    position += taken;
    metrics.accepted(taken);
    return taken;
  }

  private void requireOpen() throws ClosedChannelException {
    if (!channel.isOpen()) {
      throw new ClosedChannelException();
    }
  }

  private boolean isStaged() {
    return staging != null && staging.position() > 0;
  }

  @Override
  public synchronized void write(ByteBuffer source) throws IOException {
    requireOpen();
    metrics.accepted(source.remaining());
    position += source.remaining();
    if (!isDirect) {
      while (source.hasRemaining()) {
        metrics.wrote(channel.write(source), false);
      }
      behind.wrote(position);
      return;
    }
    if (staging == null) {
      staging = BufferPool.BOUNCE.take().clear();
    }
    staging.put(tail);
    tail = new byte[0];
    while (source.hasRemaining()) {
      int size = Math.min(source.remaining(), staging.remaining());
      staging.put(source.slice(source.position(), size));
      source.position(source.position() + size);
      if (!staging.hasRemaining()) {
        send();
      }
    }
  }

  /** Sends the staged bytes, padded with zeros to a whole block. */
  private void send() throws IOException {
    while (staging.position() % DirectReads.BLOCK != 0) {
      staging.put((byte) 0);
    }
    send(staging.flip());
    staging.clear();
  }

  private void send(ByteBuffer blocks) throws IOException {
    while (blocks.hasRemaining()) {
      int written = channel.write(blocks, sent);
      if (written % DirectReads.BLOCK != 0) {
        throw new IOException(
            "Failed to write "
                + target
                + ": the system wrote "
                + written
                + " bytes at offset "
                + sent
                + ", which are not a multiple of "
                + DirectReads.BLOCK);
      }
      sent += written;
      metrics.wrote(written, true);
    }
  }

  @Override
  public synchronized void pad(int alignment) throws IOException {
    if (tail.length > 0 && alignment % DirectReads.BLOCK == 0) {
      // The zeros have been sent.
      metrics.accepted(DirectReads.BLOCK - tail.length);
      tail = new byte[0];
      sent += DirectReads.BLOCK;
      position = sent;
    }
    int rest = (int) (position % alignment);
    if (rest != 0) {
      write(ByteBuffer.allocate(alignment - rest));
    }
  }

  @Override
  public synchronized void finish() throws IOException {
    requireOpen();
    if (isStaged()) {
      send();
    }
    if (tail.length > 0 || sent > position) {
      channel.truncate(position);
    }
    channel.force(true);
    channel.close();
    if (!isDirect) {
      behind.end();
    }
    if (!path.equals(target)) {
      Files.createLink(target, path);
      Files.delete(path);
    }
    DurableDirectories.sync(target.getParent());
    finished = true;
  }

  @Override
  public synchronized void close() throws IOException {
    if (staging != null) {
      BufferPool.BOUNCE.give(staging);
      staging = null;
    }
    channel.close();
    if (!finished) {
      Files.deleteIfExists(path);
    }
  }
}
