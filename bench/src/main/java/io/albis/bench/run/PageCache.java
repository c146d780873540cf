// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** What the page cache of the operating system holds of some files; Linux only. */
public final class PageCache {

  /** So that command lines do not become too long. */
  private static final int FILES_PER_COMMAND = 500;

  private PageCache() {}

  /** Reads files, so that they are in the page cache. */
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

  /**
   * Removes files from the page cache: by {@code dd}, which asks the kernel to forget them and
   * needs no rights.
   */
  public static void drop(List<Path> files) throws IOException {
    for (Path file : files) {
      if (Files.size(file) > 0) {
        run(List.of("dd", "if=" + file, "iflag=nocache", "count=0", "status=none"));
      }
    }
  }

  /** How many bytes of files it holds, by {@code fincore}. */
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
