// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.local;

import io.albis.storage.FileIdentity;
import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A file of the local file system. Ranges into off-heap memory come past the page cache where that
 * is offered; small metadata always through it.
 */
final class LocalReadableFile implements ReadableFile {
  private static final int REQUEST_SIZE = 4 << 20;

  private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ);

  private final Path path;
  private final DirectMode mode;
  private final BasicFileAttributes attributes;
  private final long length;
  private final LocalMetrics metrics;
  private final ReadPace pace;

  /** Through the page cache; null before the first use. Guarded by this, as all that follows. */
  private FileChannel channel;

  /** Opened with the first range; null before, and where there is no direct I/O. */
  private DirectChannel direct;

  private boolean isDirectTried;
  private boolean isClosed;

  private LocalReadableFile(
      Path path,
      DirectMode mode,
      BasicFileAttributes attributes,
      LocalMetrics metrics,
      ReadPace pace) {
    this.path = path;
    this.mode = mode;
    this.attributes = attributes;
    this.length = attributes.size();
    this.metrics = metrics;
    this.pace = pace;
  }

  /**
   * Looks for a file. A channel is opened when it is read: which of the two kinds nobody can tell
   * before, and most files want but one.
   */
  static LocalReadableFile open(Path path, DirectMode mode, LocalMetrics metrics, ReadPace pace)
      throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      throw new NoSuchFileException(path.toString(), null, "not a regular file");
    }
    LocalReadableFile file = new LocalReadableFile(path, mode, attributes, metrics, pace);
    if (!mode.isDirect()) {
      file.channel();
    }
    return file;
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
  public FileIdentity identity() {
    return new FileIdentity(
        String.valueOf(attributes.fileKey() == null ? path : attributes.fileKey()),
        length,
        attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS));
  }

  @Override
  public void read(List<ReadRequest> requests) throws IOException {
    DirectChannel past = directChannel();
    for (ReadRequest request : requests) {
      if (past != null && request.length() > 0) {
        readDirect(past, request);
        continue;
      }
      long start = System.nanoTime();
      FileChannel cached = channel();
      for (long done = 0; done < request.length(); done += REQUEST_SIZE) {
        int size = (int) Math.min(REQUEST_SIZE, request.length() - done);
        readFully(
            cached,
            request.target().nioBuffer(request.targetOffset() + done, size),
            request.offset() + done);
      }
      pace.took(request.length(), System.nanoTime() - start);
    }
  }

  @Override
  public boolean isReadWaiting() {
    return mode.isDirect() || pace.isSlow();
  }

  private synchronized FileChannel channel() throws IOException {
    requireOpen();
    if (channel == null) {
      channel = Permissions.open(path, READ);
    }
    return channel;
  }

  private synchronized DirectChannel directChannel() throws IOException {
    requireOpen();
    if (!isDirectTried) {
      FileChannel past = mode.open(path, READ);
      direct = past == null ? null : new DirectChannel(past, length, metrics);
      isDirectTried = true;
    }
    return direct;
  }

  private void requireOpen() throws ClosedChannelException {
    if (isClosed) {
      throw new ClosedChannelException();
    }
  }

  private void readDirect(DirectChannel past, ReadRequest request) throws IOException {
    if (request.offset() < 0 || request.offset() > length - request.length()) {
      throw endOfFile(request.offset(), request.length());
    }
    try {
      past.read(request);
    } catch (EOFException e) {
      EOFException named = endOfFile(request.offset(), request.length());
      named.initCause(e);
      throw named;
    }
  }

  @Override
  public byte[] readBytes(long offset, int size) throws IOException {
    if (offset < 0 || size < 0 || offset > length - size) {
      throw endOfFile(offset, size);
    }
    byte[] bytes = new byte[size];
    readFully(channel(), ByteBuffer.wrap(bytes), offset);
    return bytes;
  }

  private void readFully(FileChannel cached, ByteBuffer target, long offset) throws IOException {
    int size = target.remaining();
    while (target.hasRemaining()) {
      int read = cached.read(target, offset + size - target.remaining());
      if (read < 0) {
        throw endOfFile(offset, size);
      }
      metrics.read(read, false);
    }
    metrics.delivered(size);
  }

  private EOFException endOfFile(long offset, long size) {
    return new EOFException(
        String.format(
            "Cannot read %d bytes at offset %d of %s: the file has %d bytes",
            size, offset, path, length));
  }

  @Override
  public synchronized void close() throws IOException {
    isClosed = true;
    try {
      if (direct != null) {
        direct.close();
      }
    } finally {
      if (channel != null) {
        channel.close();
      }
    }
  }
}
