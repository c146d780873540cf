// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.OpenFormat;
import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.message.ArrowBlock;

/**
 * An Arrow file that is read through Arrow's {@code ArrowFileReader}, which has no projection; one
 * reader per part.
 */
final class ChannelArrow implements OpenFormat {

  private final ScanRequest request;
  private final BufferAllocator allocator = new RootAllocator();
  private final List<ArrowFileReader> readers = new ArrayList<>();

  ChannelArrow(ScanRequest request) throws IOException {
    this.request = request;
    try {
      for (int i = 0; i < request.threads(); i++) {
        FileChannel channel = FileChannel.open(Path.of(request.location()));
        ArrowFileReader reader = new ArrowFileReader(channel, allocator);
        readers.add(reader);
        reader.getVectorSchemaRoot();
      }
    } catch (IOException | RuntimeException e) {
      try (this) {
        throw e;
      }
    }
  }

  @Override
  public void scan(int part, int parts, Totals totals) throws IOException {
    ArrowFileReader reader = readers.get(part);
    VectorSchemaRoot root = reader.getVectorSchemaRoot();
    List<FieldVector> columns =
        request.schema().fields().stream().map(field -> root.getVector(field.name())).toList();
    ArrowSums sums = new ArrowSums(request, totals);
    List<ArrowBlock> blocks = reader.getRecordBlocks();
    for (ArrowBlock block : FormatValues.part(blocks, part, parts)) {
      reader.loadRecordBatch(block);
      sums.addColumns(columns, root.getRowCount());
    }
  }

  @Override
  public void close() throws IOException {
    try (allocator) {
      for (ArrowFileReader reader : readers) {
        reader.close();
      }
    }
  }
}
