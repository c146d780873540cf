// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.storage.internal.backend.PageCache;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads files into the page cache, drops them from it and measures their share of it; Linux only.
 */
public final class CachedFiles {

  /** Maximum number of files per command line. */
  private static final int FILES_PER_COMMAND = 500;

  private CachedFiles() {}

  /** Reads files into the page cache. */
  public static void fill(List<Path> files) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
    for (Path file : files) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
        while (channel.read(buffer) >= 0) {
          buffer.clear();
        }
      }
    }
  }

  /** Drops files from the page cache. */
  public static void drop(List<Path> files) throws IOException {
    for (Path file : files) {
      PageCache.drop(file);
    }
  }

  /** Returns the number of bytes of files in the page cache, according to {@code fincore}. */
  public static long bytes(List<Path> files) throws IOException {
    long bytes = 0;
    for (int i = 0; i < files.size(); i += FILES_PER_COMMAND) {
      List<String> command =
          new ArrayList<>(List.of("fincore", "--bytes", "--noheadings", "--output", "RES"));
      files
          .subList(i, Math.min(files.size(), i + FILES_PER_COMMAND))
          .forEach(file -> command.add(file.toString()));
      bytes += run(command).lines().mapToLong(line -> Long.parseLong(line.strip())).sum();
    }
    return bytes;
  }

  private static String run(List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (InputStream in = process.getInputStream()) {
      String output = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IOException("Failed to run " + command.get(0) + ": see the error above");
      }
      return output;
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while running " + command.get(0), e);
    }
  }
}
