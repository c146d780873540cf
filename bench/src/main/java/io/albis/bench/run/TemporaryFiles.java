// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Deletes what an experiment has written. */
final class TemporaryFiles {

  private TemporaryFiles() {}

  /** Deletes a directory and its contents. */
  static void delete(Path directory) throws IOException {
    List<Path> paths;
    try (Stream<Path> files = Files.walk(directory)) {
      paths = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : paths) {
      Files.deleteIfExists(path);
    }
  }
}
