/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.cli.export;

import io.albis.format.schema.Schema;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileWriter;

/** Writes Arrow IPC files (also known as Feather 2), uncompressed, in batches of 8,192 rows. */
final class ArrowSink implements RowSink {

  private static final int BATCH_ROWS = 8192;

  private final Schema schema;
  private final BufferAllocator allocator = new RootAllocator();
  private final VectorSchemaRoot root;
  private final FileOutputStream out;
  private final ArrowFileWriter writer;
  private int rows;

  ArrowSink(Path file, Schema schema) throws IOException {
    this.schema = schema;
    this.root = VectorSchemaRoot.create(ArrowSchemas.of(schema), allocator);
    this.out = new FileOutputStream(file.toFile());
    this.writer = new ArrowFileWriter(root, null, out.getChannel());
    writer.start();
    root.allocateNew();
  }

  @Override
  public void write(List<Object> row) throws IOException {
    for (int i = 0; i < row.size(); i++) {
      ArrowColumn.set(
          root.getVector(i),
          rows,
          schema.fields().get(i).type(),
          row.get(i),
          schema.fields().get(i).name());
    }
    if (++rows == BATCH_ROWS) {
      flush();
    }
  }

  private void flush() throws IOException {
    root.setRowCount(rows);
    writer.writeBatch();
    root.clear();
    root.allocateNew();
    rows = 0;
  }

  @Override
  public void close() throws IOException {
    try (out;
        allocator;
        root;
        writer) {
      if (rows > 0) {
        flush();
      }
      writer.end();
    }
  }
}
