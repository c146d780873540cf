// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import io.albis.reader.BatchCursor;
import io.albis.reader.TableScan;
import io.albis.reader.arrow.ArrowExport;
import io.albis.tools.output.Progress;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.util.TransferPair;

/** Writes uncompressed Arrow IPC files (Feather V2), with one record batch per batch. */
final class ArrowFile {

  private ArrowFile() {}

  /**
   * Writes all rows of a scan to a file.
   *
   * @return the number of rows
   */
  static long write(TableScan scan, Path file, Progress progress) throws IOException {
    long rows = 0;
    try (BufferAllocator allocator = new RootAllocator();
        BatchCursor cursor = scan.batches();
        ArrowExport export = new ArrowExport(scan.schema(), allocator);
        Packed packed = new Packed(export.root(), allocator);
        FileOutputStream out = new FileOutputStream(file.toFile());
        ArrowFileWriter writer = new ArrowFileWriter(packed.root, null, out.getChannel())) {
      writer.start();
      while (cursor.next()) {
        export.load(cursor.batch());
        packed.load();
        writer.writeBatch();
        rows += packed.root.getRowCount();
        progress.add(packed.root.getRowCount());
      }
      writer.end();
    }
    return rows;
  }

  /**
   * Slices the exported vectors to one batch: their strings and lists share memory with preceding
   * batches, all of which Arrow would write.
   */
  private static final class Packed implements AutoCloseable {
    private final VectorSchemaRoot from;
    private final VectorSchemaRoot root;
    private final List<TransferPair> pairs;

    Packed(VectorSchemaRoot from, BufferAllocator allocator) {
      this.from = from;
      this.pairs =
          from.getFieldVectors().stream().map(vector -> vector.getTransferPair(allocator)).toList();
      this.root =
          new VectorSchemaRoot(
              from.getSchema(), pairs.stream().map(pair -> (FieldVector) pair.getTo()).toList(), 0);
    }

    void load() {
      root.clear();
      pairs.forEach(pair -> pair.splitAndTransfer(0, from.getRowCount()));
      root.setRowCount(from.getRowCount());
    }

    @Override
    public void close() {
      root.close();
    }
  }
}
