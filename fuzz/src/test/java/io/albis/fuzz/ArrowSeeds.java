// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.util.TransferPair;

/**
 * Inputs of {@link ArrowFuzzTest}: each column of a file that tests convert, as file and stream.
 */
final class ArrowSeeds {

  private static final Path FIXTURES = Path.of("..", "cli", "src/test/fixtures");
  private static final int ROWS = 3;

  private ArrowSeeds() {}

  static void write() throws IOException {
    Seeds.add(
        "ArrowFuzzTest",
        "arrow",
        Files.readAllBytes(FIXTURES.resolve("experimental-compression.arrow")));
    try (BufferAllocator allocator = new RootAllocator();
        ArrowFileReader reader =
            new ArrowFileReader(
                Files.newByteChannel(FIXTURES.resolve("all-types.arrow")), allocator)) {
      reader.loadNextBatch();
      for (FieldVector vector : reader.getVectorSchemaRoot().getFieldVectors()) {
        TransferPair part = vector.getTransferPair(allocator);
        part.splitAndTransfer(0, Math.min(ROWS, vector.getValueCount()));
        try (FieldVector few = (FieldVector) part.getTo()) {
          write(few, reader);
        }
      }
    }
  }

  private static void write(FieldVector vector, ArrowFileReader dictionaries) throws IOException {
    VectorSchemaRoot root = new VectorSchemaRoot(List.of(vector));
    root.setRowCount(vector.getValueCount());
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (ArrowFileWriter writer =
        new ArrowFileWriter(root, dictionaries, Channels.newChannel(file))) {
      writer.writeBatch();
    }
    Seeds.add("ArrowFuzzTest", "arrow", file.toByteArray());
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    try (ArrowStreamWriter writer =
        new ArrowStreamWriter(root, dictionaries, Channels.newChannel(stream))) {
      writer.writeBatch();
    }
    Seeds.add("ArrowFuzzTest", "arrow", stream.toByteArray());
  }
}
