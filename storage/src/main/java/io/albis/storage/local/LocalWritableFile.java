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

import io.albis.storage.WritableFile;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A new file of the local file system. */
final class LocalWritableFile implements WritableFile {
  private static final int REQUEST_SIZE = 4 << 20;

  private final Path path;
  private final FileChannel channel;
  private final LocalMetrics metrics;
  private long position;
  private boolean finished;

  private LocalWritableFile(Path path, FileChannel channel, LocalMetrics metrics) {
    this.path = path;
    this.channel = channel;
    this.metrics = metrics;
  }

  static LocalWritableFile create(Path path, LocalMetrics metrics) throws IOException {
    return new LocalWritableFile(
        path,
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
        metrics);
  }

  @Override
  public String path() {
    return path.toString();
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public void write(OffHeapBuffer source, long offset, long length) throws IOException {
    source.checkRange(offset, length);
    for (long done = 0; done < length; done += REQUEST_SIZE) {
      write(source.nioBuffer(offset + done, (int) Math.min(REQUEST_SIZE, length - done)));
    }
  }

  @Override
  public void write(ByteBuffer source) throws IOException {
    metrics.accepted(source.remaining());
    while (source.hasRemaining()) {
      int written = channel.write(source);
      position += written;
      metrics.wrote(written, false);
    }
  }

  @Override
  public void pad(int alignment) throws IOException {
    int rest = (int) (position % alignment);
    if (rest != 0) {
      write(ByteBuffer.allocate(alignment - rest));
    }
  }

  @Override
  public void finish() throws IOException {
    channel.force(true);
    channel.close();
    DurableDirectories.sync(path.getParent());
    finished = true;
  }

  @Override
  public void close() throws IOException {
    channel.close();
    if (!finished) {
      Files.deleteIfExists(path);
    }
  }
}
