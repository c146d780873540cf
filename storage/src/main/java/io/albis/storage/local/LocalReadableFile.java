/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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

  private final Path path;
  private final FileChannel channel;
  private final DirectMode mode;
  private final FileIdentity identity;
  private final LocalMetrics metrics;
  private final ReadPace pace;

  /** Opened with the first range; null before, and where there is no direct I/O. */
  private DirectChannel direct;

  private boolean isDirectTried;

  private LocalReadableFile(
      Path path,
      FileChannel channel,
      DirectMode mode,
      FileIdentity identity,
      LocalMetrics metrics,
      ReadPace pace) {
    this.path = path;
    this.channel = channel;
    this.mode = mode;
    this.identity = identity;
    this.metrics = metrics;
    this.pace = pace;
  }

  static LocalReadableFile open(Path path, DirectMode mode, LocalMetrics metrics, ReadPace pace)
      throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      throw new NoSuchFileException(path.toString(), null, "not a regular file");
    }
    FileIdentity identity =
        new FileIdentity(
            String.valueOf(attributes.fileKey() == null ? path : attributes.fileKey()),
            attributes.size(),
            attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS));
    FileChannel channel = Permissions.open(path, Set.of(StandardOpenOption.READ));
    return new LocalReadableFile(path, channel, mode, identity, metrics, pace);
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

  @Override
  public void read(List<ReadRequest> requests) throws IOException {
    DirectChannel past = directChannel();
    for (ReadRequest request : requests) {
      if (past != null && request.length() > 0) {
        readDirect(past, request);
        continue;
      }
      long start = System.nanoTime();
      for (long done = 0; done < request.length(); done += REQUEST_SIZE) {
        int size = (int) Math.min(REQUEST_SIZE, request.length() - done);
        readFully(
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

  private synchronized DirectChannel directChannel() throws IOException {
    if (!isDirectTried) {
      if (!channel.isOpen()) {
        throw new ClosedChannelException();
      }
      FileChannel past = mode.open(path, Set.of(StandardOpenOption.READ));
      direct = past == null ? null : new DirectChannel(past, identity.length(), metrics);
      isDirectTried = true;
    }
    return direct;
  }

  private void readDirect(DirectChannel past, ReadRequest request) throws IOException {
    if (request.offset() < 0 || request.offset() > identity.length() - request.length()) {
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
  public byte[] readBytes(long offset, int length) throws IOException {
    if (offset < 0 || length < 0 || offset > identity.length() - length) {
      throw endOfFile(offset, length);
    }
    byte[] bytes = new byte[length];
    readFully(ByteBuffer.wrap(bytes), offset);
    return bytes;
  }

  private void readFully(ByteBuffer target, long offset) throws IOException {
    int length = target.remaining();
    while (target.hasRemaining()) {
      int read = channel.read(target, offset + length - target.remaining());
      if (read < 0) {
        throw endOfFile(offset, length);
      }
      metrics.read(read, false);
    }
    metrics.delivered(length);
  }

  private EOFException endOfFile(long offset, long length) {
    return new EOFException(
        String.format(
            "Cannot read %d bytes at offset %d of %s: the file has %d bytes",
            length, offset, path, identity.length()));
  }

  @Override
  public synchronized void close() throws IOException {
    try (channel) {
      if (direct != null) {
        direct.close();
      }
    }
  }
}
