// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.write;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes each part to its own file, for formats of single files. A file is durable when it is
 * closed.
 */
final class FilesOfParts implements OpenWriter {

  /** Opens the writer of one file. */
  interface Opener {
    Part open(Path file) throws IOException;
  }

  private final Path directory;
  private final Opener opener;

  FilesOfParts(Path directory, Opener opener) {
    this.directory = directory;
    this.opener = opener;
  }

  @Override
  public Part part(int number) throws IOException {
    Path file = directory.resolve("part-" + number);
    Part part = opener.open(file);
    return new Part() {
      @Override
      public void write(SalesChunk chunk) throws IOException {
        part.write(chunk);
      }

      @Override
      public void close() throws IOException {
        part.close();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
          channel.force(true);
        }
      }
    };
  }

  @Override
  public void finish() {
    // Each thread has made its own part durable.
  }

  @Override
  public void close() {
    // Only the parts hold resources.
  }
}
