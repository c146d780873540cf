// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.FormatReader;
import io.albis.bench.scan.OpenFormat;
import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.Storages;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * Reads the bytes of a file, or of all files of a table, without interpreting them: the upper bound
 * for any format. With {@code io.direct=never}, a channel reads them through the page cache into a
 * buffer that stays in the processor cache; otherwise the local storage reads them into huge pages.
 * With n parts, each reads every n-th block. The totals stay empty.
 */
public final class RawReader implements FormatReader {

  private static final int DIRECT_BLOCK = 4 << 20;
  private static final int BUFFERED_BLOCK = 512 << 10;

  /** Creates a reader. */
  public RawReader() {}

  @Override
  public OpenFormat open(ScanRequest request) throws IOException {
    Path location = Path.of(request.location()).toAbsolutePath();
    Path root = Files.isDirectory(location) ? location : location.getParent();
    List<Path> files;
    try (Stream<Path> paths = Files.walk(location)) {
      files = paths.filter(Files::isRegularFile).sorted().toList();
    }
    return request.io().equals("never")
        ? Buffered.open(files)
        : Direct.open(root, files, request.io());
  }

  /** Open files that count the bytes read. */
  interface RawFormat extends OpenFormat {
    /** Bytes that were read by all parts so far. */
    LongAdder bytesRead();
  }

  private record Buffered(List<FileChannel> files, LongAdder bytesRead) implements RawFormat {

    static Buffered open(List<Path> paths) throws IOException {
      Buffered open = new Buffered(new ArrayList<>(), new LongAdder());
      try {
        for (Path path : paths) {
          open.files.add(FileChannel.open(path));
        }
      } catch (IOException e) {
        try (open) {
          throw e;
        }
      }
      return open;
    }

    @Override
    public void scan(int part, int parts, Totals totals) throws IOException {
      ByteBuffer target = ByteBuffer.allocateDirect(BUFFERED_BLOCK);
      long block = 0;
      for (FileChannel file : files) {
        long length = file.size();
        for (long at = 0; at < length; at += BUFFERED_BLOCK) {
          if (block++ % parts == part) {
            int size = (int) Math.min(BUFFERED_BLOCK, length - at);
            read(file, at, target.clear().limit(size));
            bytesRead.add(size);
          }
        }
      }
    }

    private static void read(FileChannel file, long start, ByteBuffer target) throws IOException {
      while (target.hasRemaining()) {
        if (file.read(target, start + target.position()) < 0) {
          throw new EOFException("Failed to read a file: it ends before offset " + file.size());
        }
      }
    }

    @Override
    public void close() throws IOException {
      for (FileChannel file : files) {
        file.close();
      }
    }
  }

  private record Direct(Storage storage, List<ReadableFile> files, LongAdder bytesRead)
      implements RawFormat {

    static Direct open(Path root, List<Path> paths, String io) throws IOException {
      Storage storage = Storages.open(root.toString(), Map.of("io.direct", io));
      Direct open = new Direct(storage, new ArrayList<>(), new LongAdder());
      try {
        for (Path path : paths) {
          open.files.add(storage.openFile(root.relativize(path).toString()));
        }
      } catch (IOException | RuntimeException e) {
        try (open) {
          throw e;
        }
      }
      return open;
    }

    @Override
    public void scan(int part, int parts, Totals totals) throws IOException {
      try (BufferAllocator allocator = BufferAllocator.create("raw read", DIRECT_BLOCK)) {
        OffHeapBuffer target = allocator.allocate(DIRECT_BLOCK);
        try {
          long block = 0;
          for (ReadableFile file : files) {
            for (long at = 0; at < file.length(); at += DIRECT_BLOCK) {
              if (block++ % parts == part) {
                long size = Math.min(DIRECT_BLOCK, file.length() - at);
                file.read(at, target, 0, size);
                bytesRead.add(size);
              }
            }
          }
        } finally {
          target.release();
        }
      }
    }

    @Override
    public void close() throws IOException {
      for (ReadableFile file : files) {
        file.close();
      }
      storage.close();
    }
  }
}
