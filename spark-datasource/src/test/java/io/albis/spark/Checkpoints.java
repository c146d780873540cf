// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** What Spark knows of the batches of a stream. */
final class Checkpoints {

  private Checkpoints() {}

  /** As if the driver had died between the commit of the table and that of Spark. */
  static void loseLastCommit(Path checkpoint) throws IOException {
    try (Stream<Path> commits = Files.list(checkpoint.resolve("commits"))) {
      Path last =
          commits
              .filter(path -> path.getFileName().toString().matches("\\d+"))
              .max(Comparator.comparingLong(p -> Long.parseLong(p.getFileName().toString())))
              .orElseThrow();
      Files.delete(last);
      Files.deleteIfExists(last.resolveSibling("." + last.getFileName() + ".crc"));
    }
  }
}
