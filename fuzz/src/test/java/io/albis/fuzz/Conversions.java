// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import io.albis.format.schema.Schema;
import io.albis.writer.AlbisFileWriter;
import java.nio.file.Path;
import java.util.Set;

/** Runs what {@code convert} parses itself. */
final class Conversions {

  /** All allocations of a conversion together; a compressed page can be a mebibyte. */
  private static final long BASE_BYTES = 256 << 20;

  private static final long MEMORY = 64 << 20;
  private static final Path TARGET = Scratch.write("converted.albis", new byte[0]);

  private Conversions() {}

  /** Writes a file that is given up. */
  interface Writing {
    void run(AlbisFileWriter writer) throws Exception;
  }

  /**
   * Runs a conversion. Libraries report damage by exceptions of all kinds, which the command turns
   * into messages; errors, and what is left in memory, are faults.
   */
  static void run(byte[] input, Bounded.Parsing parsing) {
    Bounded.run(input.length, BASE_BYTES, Set.of(Exception.class), parsing);
  }

  static void write(Schema schema, Writing writing) throws Exception {
    try (AlbisFileWriter writer =
        AlbisFileWriter.create(TARGET + ".new", schema)
            .rowGroupSize(1 << 16)
            .memoryLimit(MEMORY)
            .open()) {
      writing.run(writer);
    }
  }
}
