// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.Storages;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the data files of a table without interpreting them: the limit of the device. */
final class RawReads {

  private static final Pattern BANDWIDTH = Pattern.compile("\"bw_bytes\" : (\\d+)");

  private final Path table;
  private final List<Path> files;

  /** A range of a file. */
  private record Range(ReadableFile file, long offset, long length) {}

  private RawReads(Path table, List<Path> files) {
    this.table = table;
    this.files = files;
  }

  static RawReads of(Path table) throws IOException {
    try (Stream<Path> files = Files.walk(table)) {
      return new RawReads(
          table, files.filter(file -> file.toString().endsWith(".albis")).sorted().toList());
    }
  }

  /**
   * Measures the storage of Albis with direct I/O into huge pages, in bytes per second.
   *
   * @param size the size of a request, in bytes
   * @param memory the bytes of memory that requests cycle through; little memory stays in a
   *     processor cache
   * @param threads the number of concurrent requests
   */
  double storage(int size, int memory, int threads, ExecutorService executor) throws Exception {
    long start = System.nanoTime();
    long read = 0;
    List<ReadableFile> open = new ArrayList<>();
    try (Storage storage = Storages.open(table.toString(), Map.of("io.direct", "always"));
        BufferAllocator allocator = BufferAllocator.create("raw read", memory)) {
      OffHeapBuffer target = allocator.allocate(memory);
      List<Range> parts = new ArrayList<>();
      for (Path path : files) {
        ReadableFile file = storage.openFile(table.relativize(path).toString());
        open.add(file);
        for (long at = 0; at < file.length(); at += size) {
          parts.add(new Range(file, at, Math.min(size, file.length() - at)));
        }
      }
      AtomicInteger next = new AtomicInteger();
      Callable<Long> reader =
          () -> {
            long bytes = 0;
            for (int i = next.getAndIncrement(); i < parts.size(); i = next.getAndIncrement()) {
              Range part = parts.get(i);
              part.file.read(part.offset, target, (long) (i % (memory / size)) * size, part.length);
              bytes += part.length;
            }
            return bytes;
          };
      List<Callable<Long>> readers = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        readers.add(reader);
      }
      for (Future<Long> result : executor.invokeAll(readers)) {
        read += result.get();
      }
      target.release();
      for (ReadableFile file : open) {
        file.close();
      }
    }
    return read / ((System.nanoTime() - start) / 1e9);
  }

  /**
   * Measures {@code fio} in bytes per second: sequential, one request at a time, into ordinary
   * pages.
   */
  double fio(int size) throws IOException, InterruptedException {
    String names = files.stream().map(Path::toString).collect(Collectors.joining(":"));
    String json =
        output(
            List.of(
                "fio",
                "--name=cold",
                "--readonly",
                "--rw=read",
                "--direct=1",
                "--ioengine=psync",
                "--bs=" + size,
                "--file_service_type=sequential",
                "--output-format=json",
                "--filename=" + names),
            "fio (not installed? apt-get install fio)");
    Matcher matcher = BANDWIDTH.matcher(json);
    if (!matcher.find()) {
      throw new IllegalStateException("Cannot find " + BANDWIDTH + " in " + json);
    }
    return Double.parseDouble(matcher.group(1));
  }

  /** Returns the number of bytes of the files in the page cache, independent of other programs. */
  long cachedBytes() throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of("fincore", "--bytes", "--noheadings", "--output", "RES"));
    files.forEach(file -> command.add(file.toString()));
    String sizes = output(command, "fincore (not installed? apt-get install util-linux)");
    return sizes.lines().mapToLong(line -> Long.parseLong(line.strip())).sum();
  }

  private static String output(List<String> command, String name)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String text;
    try (InputStream in = process.getInputStream()) {
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    if (process.waitFor() != 0) {
      throw new IOException("Failed to run " + name);
    }
    return text;
  }
}
