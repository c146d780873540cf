// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.local;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reads by the C library. Unlike a channel, the file is not closed when a reading thread is
 * interrupted, and one request can fill several buffers.
 *
 * <p>{@link #close()} closes the descriptor unless reads are in flight; then the last of them
 * closes it. If it were closed earlier, the system could reuse its number for another file, and a
 * read would return bytes of that file.
 */
final class NativeFile implements DeviceFile {

  private static final int CLOSED = Integer.MIN_VALUE;

  private final Path path;
  private final int descriptor;

  /** The number of reads in flight, plus {@link #CLOSED} once the file is closed. */
  private final AtomicInteger readers = new AtomicInteger();

  private NativeFile(Path path, int descriptor) {
    this.path = path;
    this.descriptor = descriptor;
  }

  static boolean isAvailable() {
    return Posix.isAvailable();
  }

  /** Opens a file to read through the page cache. */
  static NativeFile open(Path path) throws IOException {
    try {
      return new NativeFile(path, Posix.openToRead(path, false));
    } catch (LastErrorException e) {
      throw translated(path, e);
    }
  }

  /**
   * Opens a file to read past the page cache.
   *
   * @return null if the file system does not support direct I/O
   */
  static NativeFile openDirect(Path path) throws IOException {
    try {
      return new NativeFile(path, Posix.openToRead(path, true));
    } catch (LastErrorException e) {
      if (e.getErrorCode() == Posix.EINVAL) {
        return null;
      }
      throw translated(path, e);
    }
  }

  private static IOException translated(Path path, LastErrorException e) {
    IOException failure =
        switch (e.getErrorCode()) {
          case Posix.ENOENT -> new NoSuchFileException(path.toString());
          case Posix.EACCES, Posix.EPERM -> Permissions.denied(path);
          default -> new FileSystemException(path.toString(), null, reason(e));
        };
    failure.initCause(e);
    return failure;
  }

  private static String reason(LastErrorException e) {
    return e.getMessage().replaceFirst("^\\[\\d+] ", "") + " (errno " + e.getErrorCode() + ")";
  }

  @Override
  public long read(ByteBuffer[] targets, long offset) throws IOException {
    enter();
    try {
      long read =
          targets.length == 1
              ? readOne(address(targets[0]), targets[0].remaining(), offset)
              : readAll(targets, offset);
      advance(targets, read);
      return read;
    } finally {
      leave();
    }
  }

  @Override
  public long read(OffHeapBuffer target, long index, int length, long offset) throws IOException {
    target.checkRange(index, length);
    enter();
    try {
      return readOne(target.address() + index, length, offset);
    } finally {
      leave();
    }
  }

  private void enter() throws ClosedChannelException {
    int count;
    do {
      count = readers.get();
      if (count < 0) {
        throw new ClosedChannelException();
      }
    } while (!readers.compareAndSet(count, count + 1));
  }

  private void leave() {
    if (readers.decrementAndGet() == CLOSED) {
      Posix.close(descriptor);
    }
  }

  private long readOne(long address, int length, long offset) throws IOException {
    while (true) {
      try {
        return Posix.pread(descriptor, address, length, offset);
      } catch (LastErrorException e) {
        throwUnlessSignal(length, offset, e);
      }
    }
  }

  private long readAll(ByteBuffer[] targets, long offset) throws IOException {
    ByteBuffer vectors = BufferPool.VECTORS.take();
    try {
      long length = 0;
      int count = Math.min(targets.length, vectors.capacity() / (2 * Long.BYTES));
      for (int i = 0; i < count; i++) {
        vectors.putLong(2 * i * Long.BYTES, address(targets[i]));
        vectors.putLong((2 * i + 1) * Long.BYTES, targets[i].remaining());
        length += targets[i].remaining();
      }
      long address = address(vectors.clear());
      while (true) {
        try {
          return Posix.preadv(descriptor, address, count, offset);
        } catch (LastErrorException e) {
          throwUnlessSignal(length, offset, e);
        }
      }
    } finally {
      BufferPool.VECTORS.give(vectors);
    }
  }

  /** Interrupted by a signal, which is unrelated to interrupts of Java threads: repeat the call. */
  private void throwUnlessSignal(long length, long offset, LastErrorException e)
      throws IOException {
    if (e.getErrorCode() != Posix.EINTR) {
      throw new IOException(
          "Failed to read "
              + length
              + " bytes at offset "
              + offset
              + " of "
              + path
              + ": "
              + reason(e),
          e);
    }
  }

  private static long address(ByteBuffer buffer) {
    return Pointer.nativeValue(Native.getDirectBufferPointer(buffer)) + buffer.position();
  }

  private static void advance(ByteBuffer[] targets, long bytes) {
    long left = bytes;
    for (int i = 0; left > 0; i++) {
      int size = (int) Math.min(left, targets[i].remaining());
      targets[i].position(targets[i].position() + size);
      left -= size;
    }
  }

  @Override
  public void close() {
    int count;
    do {
      count = readers.get();
      if (count < 0) {
        return;
      }
    } while (!readers.compareAndSet(count, count + CLOSED));
    if (count == 0) {
      Posix.close(descriptor);
    }
  }
}
