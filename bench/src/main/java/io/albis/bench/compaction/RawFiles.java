// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.compaction;

import io.albis.storage.FileInfo;
import io.albis.storage.ReadRequest;
import io.albis.storage.ReadableFile;
import io.albis.storage.Reads;
import io.albis.storage.Storage;
import io.albis.storage.Storages;
import io.albis.storage.WritableFile;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/**
 * Reads or copies the files of a directory as bytes with direct I/O. While a piece is written, or
 * dropped, the next one is read. For one thread.
 */
final class RawFiles implements AutoCloseable {

  static final Map<String, String> DIRECT = Map.of("io.direct", "always");

  private static final int BUFFERS = 2;

  private final Storage storage;
  private final BufferAllocator allocator;
  private final List<OffHeapBuffer> buffers = new ArrayList<>();
  private final List<ReadableFile> files = new ArrayList<>();
  private final List<Piece> pieces = new ArrayList<>();

  private record Piece(ReadableFile file, long offset, int length) {}

  private RawFiles(Storage storage, BufferAllocator allocator) {
    this.storage = storage;
    this.allocator = allocator;
  }

  /**
   * Opens all files of a directory.
   *
   * @param pieceLength bytes that are read at a time
   */
  static RawFiles open(String directory, int pieceLength) throws IOException {
    Storage storage = Storages.open(directory, DIRECT);
    RawFiles opened =
        new RawFiles(storage, BufferAllocator.create("raw files", (long) BUFFERS * pieceLength));
    try {
      opened.open(pieceLength);
      return opened;
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private void open(int pieceLength) throws IOException {
    for (int i = 0; i < BUFFERS; i++) {
      buffers.add(allocator.allocate(pieceLength));
    }
    for (FileInfo info : storage.list("")) {
      ReadableFile file = storage.openFile(info.name());
      files.add(file);
      for (long offset = 0; offset < file.length(); offset += pieceLength) {
        pieces.add(new Piece(file, offset, (int) Math.min(pieceLength, file.length() - offset)));
      }
    }
  }

  /** Receives pieces in the order of the files. */
  private interface Consumer {
    void accept(OffHeapBuffer buffer, int length) throws IOException;
  }

  /** Reads all pieces once. */
  private long forEach(Consumer consumer, BooleanSupplier isStopped) throws IOException {
    long bytes = 0;
    CompletableFuture<Void> next = read(0);
    for (int i = 0; i < pieces.size() && !isStopped.getAsBoolean(); i++) {
      Reads.await(next);
      next = i + 1 < pieces.size() ? read(i + 1) : CompletableFuture.completedFuture(null);
      try {
        consumer.accept(buffers.get(i % BUFFERS), pieces.get(i).length());
      } catch (IOException | RuntimeException e) {
        Reads.await(next);
        throw e;
      }
      bytes += pieces.get(i).length();
    }
    Reads.await(next);
    return bytes;
  }

  private CompletableFuture<Void> read(int number) {
    Piece piece = pieces.get(number);
    return piece
        .file()
        .readAsync(
            List.of(
                new ReadRequest(piece.offset(), piece.length(), buffers.get(number % BUFFERS), 0)));
  }

  /** Reads all files again and again until it is stopped; bytes per second. */
  double read(BooleanSupplier isStopped) throws IOException {
    long start = System.nanoTime();
    long bytes = 0;
    while (!isStopped.getAsBoolean()) {
      bytes += forEach((buffer, length) -> {}, isStopped);
    }
    return bytes / ((System.nanoTime() - start) / 1e9);
  }

  /**
   * Copies all files, one behind the other, to a file and makes it durable.
   *
   * @return bytes per second
   */
  double copy(String path) throws IOException {
    long start = System.nanoTime();
    long bytes;
    try (WritableFile target = storage.createFile(path)) {
      bytes = forEach((buffer, length) -> target.write(buffer, 0, length), () -> false);
      target.finish();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    storage.delete(path);
    return bytes / seconds;
  }

  @Override
  public void close() throws IOException {
    for (ReadableFile file : files) {
      file.close();
    }
    buffers.forEach(OffHeapBuffer::release);
    allocator.close();
    storage.close();
  }
}
