// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import io.albis.storage.WritableFile;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;

/** A file of a simulated storage, for writing. */
final class SimulatedWritableFile implements WritableFile {

  private final SimulatedStorage storage;
  private final String path;
  private final StoredFile file;
  private final boolean isAtomic;
  private boolean finished;
  private boolean closed;

  SimulatedWritableFile(SimulatedStorage storage, String path, StoredFile file, boolean isAtomic) {
    this.storage = storage;
    this.path = path;
    this.file = file;
    this.isAtomic = isAtomic;
  }

  @Override
  public String path() {
    return storage.root() + "/" + path;
  }

  @Override
  public synchronized long position() {
    return file.length();
  }

  @Override
  public synchronized void write(OffHeapBuffer source, long offset, long length)
      throws IOException {
    byte[] bytes = new byte[(int) length];
    source.getBytes(offset, bytes, 0, bytes.length);
    write(ByteBuffer.wrap(bytes));
  }

  @Override
  public synchronized void write(ByteBuffer source) throws IOException {
    requireOpen();
    byte[] bytes = new byte[source.remaining()];
    source.get(bytes);
    file.append(bytes, 0, bytes.length);
    storage.bytesWritten.addAndGet(bytes.length);
    storage.writes.incrementAndGet();
  }

  @Override
  public synchronized void pad(int alignment) throws IOException {
    requireOpen();
    int rest = file.length() % alignment;
    if (rest != 0) {
      file.appendZeros(alignment - rest);
      storage.bytesWritten.addAndGet(alignment - rest);
    }
  }

  private void requireOpen() throws ClosedChannelException {
    if (closed || finished) {
      throw new ClosedChannelException();
    }
  }

  @Override
  public synchronized void finish() throws IOException {
    requireOpen();
    SimulatedStore store = storage.store();
    storage.call(
        Operation.FINISH,
        path,
        () -> {
          if (isAtomic) {
            store.putIfAbsent(path, file);
          } else if (store.semantics().isObjectStore()) {
            store.put(path, file);
          } else {
            file.modified(store.now());
          }
          return null;
        });
    finished = true;
  }

  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    if (!finished && !isAtomic) {
      storage.call(Operation.DISCARD, path, () -> storage.store().delete(path));
    }
  }
}
