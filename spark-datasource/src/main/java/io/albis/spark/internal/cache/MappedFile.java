// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.storage.internal.memory.Memory;
import io.albis.storage.internal.memory.Pages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A file with regions that are read in place, through the page cache of the system: the second heap
 * of TeraCache (sections 3.2 and 3.7), for regions that are likely to be freed together. It has no
 * name from the start, so that nothing is left of it when the process ends in whatever way, and it
 * is freed as a whole when its last region is.
 *
 * <p>Bytes are written before they are read through the mapping. So a full disk is an error of
 * {@link #append}; access to memory for which there is no space would end the process.
 *
 * <p>Only one thread may append; regions are thread-safe.
 */
final class MappedFile implements AutoCloseable {

  /** Bytes of address space of a file, unless it has one region that is larger. */
  private static final long CAPACITY = 64L << 20;

  private static final AtomicLong ALL_BYTES = new AtomicLong();

  private final FileChannel channel;
  private final MappedByteBuffer mapping;

  /** One for who appends, and one for each region. */
  private final AtomicInteger references = new AtomicInteger(1);

  private final AtomicBoolean isClosed = new AtomicBoolean();

  private long end;

  private MappedFile(FileChannel channel, long capacity) throws IOException {
    this.channel = channel;
    this.mapping = channel.map(FileChannel.MapMode.READ_WRITE, 0, capacity);
  }

  /**
   * Creates an empty file in a directory. The caller closes it when it has appended all regions.
   *
   * @param firstLength bytes of its first region
   * @throws IOException if it cannot be created, or mapped
   */
  static MappedFile create(Path directory, long firstLength) throws IOException {
    FileChannel channel =
        FileChannel.open(
            directory.resolve("albis-" + UUID.randomUUID()),
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            // Removes the name at once.
            StandardOpenOption.DELETE_ON_CLOSE);
    try {
      return new MappedFile(channel, Math.max(CAPACITY, firstLength));
    } catch (IOException | RuntimeException | Error e) {
      channel.close();
      throw e;
    }
  }

  /** The bytes of all regions in files. */
  static long allBytes() {
    return ALL_BYTES.get();
  }

  boolean hasRoom(long length) {
    return length <= mapping.capacity() - end;
  }

  /**
   * Copies a region. It needs {@link #hasRoom}.
   *
   * @return the caller owns it
   * @throws IOException if it cannot be written; the file stays as it was, but for unused space
   */
  Region append(Region.InMemory region) throws IOException {
    long start = end;
    long position = start;
    ByteBuffer bytes = region.bytes();
    while (bytes.hasRemaining()) {
      position += channel.write(bytes, position);
    }
    end = Pages.roundUp(position, Pages.SIZE);
    references.incrementAndGet();
    ALL_BYTES.addAndGet(region.length());
    return new Mapped(Memory.addressOf(mapping) + start, region.length());
  }

  /** Ends appending. The file stays as long as it has regions. Idempotent. */
  @Override
  public void close() throws IOException {
    // The interrupt of a thread that writes closes the channel, but nothing else.
    if (isClosed.compareAndSet(false, true)) {
      try {
        channel.close();
      } finally {
        dropReference();
      }
    }
  }

  private void dropReference() {
    if (references.decrementAndGet() == 0) {
      Memory.freeDirect(mapping);
    }
  }

  /** A region in this file. */
  final class Mapped extends Region {

    /** The columns of its batch that were evicted after they were last read from the device. */
    private final BitSet evicted = new BitSet();

    private Mapped(long address, long length) {
      super(address, length);
    }

    synchronized boolean isEvicted(int column) {
      return evicted.get(column);
    }

    synchronized void setEvicted(BitSet columns, boolean areEvicted) {
      if (areEvicted) {
        evicted.or(columns);
      } else {
        evicted.andNot(columns);
      }
    }

    @Override
    long memoryBytes() {
      return 0;
    }

    @Override
    void free() {
      dropReference();
      ALL_BYTES.addAndGet(-length());
    }
  }
}
