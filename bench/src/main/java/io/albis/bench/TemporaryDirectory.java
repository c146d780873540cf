// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory for tables that is deleted with its contents. */
final class TemporaryDirectory implements AutoCloseable {

  private final Path directory;

  TemporaryDirectory() {
    try {
      directory = Files.createTempDirectory("albis-bench");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the path of a table with this name. */
  String path(String name) {
    return directory.resolve(name).toString();
  }

  @Override
  public void close() {
    delete(directory);
  }

  /** Deletes a directory and its contents. */
  static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
