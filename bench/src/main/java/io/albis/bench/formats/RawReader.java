// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.FormatReader;
import io.albis.bench.scan.OpenFormat;
import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * Reads the bytes of a file, or of all files of a table, without interpreting them: the upper bound
 * for any format. With {@code io.direct=never}, the local storage reads them through the page cache
 * into a buffer that stays in the processor cache; otherwise past it, into huge pages. With n
 * parts, each reads every n-th block. The totals stay empty.
 */
public final class RawReader implements FormatReader {

  private static final int DIRECT_BLOCK = 4 << 20;
  private static final int BUFFERED_BLOCK = 512 << 10;

  @Override
  public OpenFormat open(ScanRequest request) throws IOException {
    Path location = Path.of(request.location()).toAbsolutePath();
    Path root = Files.isDirectory(location) ? location : location.getParent();
    List<Path> files;
    try (Stream<Path> paths = Files.walk(location)) {
      files = paths.filter(Files::isRegularFile).sorted().toList();
    }
    return Opened.open(root, files, request.io());
  }

  /**
   * Open files.
   *
   * @param bytesRead by all parts so far
   */
  record Opened(Storage storage, List<ReadableFile> files, int block, LongAdder bytesRead)
      implements OpenFormat {

    static Opened open(Path root, List<Path> paths, String io) throws IOException {
      Storage storage = Storage.open(root.toString(), Map.of("io.direct", io));
      int block = io.equals("never") ? BUFFERED_BLOCK : DIRECT_BLOCK;
      Opened open = new Opened(storage, new ArrayList<>(), block, new LongAdder());
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
      try (BufferAllocator allocator = BufferAllocator.create("raw read", block)) {
        OffHeapBuffer target = allocator.allocate(block);
        try {
          long number = 0;
          for (ReadableFile file : files) {
            for (long at = 0; at < file.length(); at += block) {
              if (number++ % parts == part) {
                long size = Math.min(block, file.length() - at);
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
