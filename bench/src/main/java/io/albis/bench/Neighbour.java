// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Another process, which repeatedly reads a file of its own. */
final class Neighbour implements AutoCloseable {

  private static final int REQUEST = 1 << 20;

  private final Process process;

  private Neighbour(Process process) {
    this.process = process;
  }

  static Neighbour start(Path directory, long bytes) throws IOException, InterruptedException {
    Path file = directory.resolve("neighbour");
    ByteBuffer zeros = ByteBuffer.allocateDirect(REQUEST);
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (long done = 0; done < bytes; done += REQUEST) {
        zeros.clear();
        out.write(zeros);
      }
      out.force(true);
    }
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx64m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Neighbour.class.getName(),
                    file.toString()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    // It prints a line after the second pass, when its pages count as active.
    process.inputReader().readLine();
    return new Neighbour(process);
  }

  /** The main method of the process. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(REQUEST);
    try (FileChannel in = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.READ)) {
      for (int round = 0; true; round++) {
        in.position(0);
        while (in.read(buffer) >= 0) {
          buffer.clear();
        }
        if (round == 1) {
          System.out.println("reading");
        }
        // Leave most processor time to the scan.
        Thread.sleep(200);
      }
    }
  }

  /** Returns the number of bytes it has read from the device so far. */
  long deviceBytes() throws IOException {
    return Files.readAllLines(Path.of("/proc/" + process.pid() + "/io")).stream()
        .filter(line -> line.startsWith("read_bytes:"))
        .mapToLong(line -> Long.parseLong(line.substring("read_bytes:".length()).strip()))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
