// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Files of this process; in memory where the system has a file system for it. */
final class Scratch {

  private static final Path ROOT = create();

  private Scratch() {}

  private static Path create() {
    Path memory = Path.of("/dev/shm");
    try {
      Path root =
          Files.isWritable(memory)
              ? Files.createTempDirectory(memory, "albis-fuzz")
              : Files.createTempDirectory("albis-fuzz");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(root)));
      return root;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path root) {
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Path write(String name, byte[] bytes) {
    try {
      Path file = ROOT.resolve(name);
      Files.createDirectories(file.getParent());
      return Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A copy of the data files of a golden table, made once. */
  static Path table(Path golden) throws IOException {
    Path copy = ROOT.resolve(golden.getParent().getFileName());
    if (!Files.exists(copy)) {
      List<Path> files;
      try (Stream<Path> all = Files.walk(golden)) {
        files = all.filter(path -> path.toString().endsWith(".albis")).toList();
      }
      Files.createDirectories(copy);
      for (Path file : files) {
        Path target = copy.resolve(golden.relativize(file).toString());
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
    return copy;
  }
}
