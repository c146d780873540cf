// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import io.albis.format.schema.Schema;
import io.albis.reader.ArrowExport;
import io.albis.reader.ColumnBatch;
import java.io.IOException;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.util.TransferPair;

/**
 * Writes uncompressed Arrow IPC files (Feather V2), with one record batch per batch. Buffers are
 * the memory of the segments wherever Arrow has the same layout.
 */
final class ArrowSink implements BatchSink {

  private final BufferAllocator allocator = new RootAllocator();
  private final ArrowExport export;
  private final VectorSchemaRoot root;
  private final List<TransferPair> pairs;
  private final ArrowFileWriter writer;

  ArrowSink(ExportFile file, Schema schema) throws IOException {
    this.export = new ArrowExport(schema, allocator);
    this.pairs =
        export.root().getFieldVectors().stream()
            .map(vector -> vector.getTransferPair(allocator))
            .toList();
    this.root =
        new VectorSchemaRoot(
            export.root().getSchema(),
            pairs.stream().map(pair -> (FieldVector) pair.getTo()).toList(),
            0);
    this.writer = new ArrowFileWriter(root, null, file);
    writer.start();
  }

  /**
   * Writes a batch. Its vectors are sliced first: strings and lists share memory with preceding
   * batches, all of which Arrow would write.
   */
  @Override
  public void write(ColumnBatch batch, int start, int count) throws IOException {
    export.load(batch);
    root.clear();
    pairs.forEach(pair -> pair.splitAndTransfer(start, count));
    root.setRowCount(count);
    writer.writeBatch();
  }

  @Override
  public void finish() throws IOException {
    writer.end();
  }

  /** Does not close the writer, which would complete the file. */
  @Override
  public void close() {
    root.close();
    export.close();
    allocator.close();
  }
}
