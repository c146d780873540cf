// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.write;

import io.albis.tools.sales.SalesColumn;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/** Writes uncompressed Arrow IPC files, with one record batch for each chunk. */
public final class ArrowWriterOfSales implements FormatWriter {

  @Override
  public OpenWriter open(Path directory, int threads) {
    return new FilesOfParts(directory, Part::new);
  }

  private static final class Part implements OpenWriter.Part {
    private final BufferAllocator allocator = new RootAllocator();
    private final VectorSchemaRoot root = VectorSchemaRoot.create(schema(), allocator);
    private final FileOutputStream out;
    private final ArrowFileWriter writer;

    Part(Path file) throws IOException {
      out = new FileOutputStream(file.toFile());
      writer = new ArrowFileWriter(root, null, out.getChannel());
      writer.start();
    }

    private static Schema schema() {
      List<Field> fields = new ArrayList<>();
      for (SalesColumn column : SalesColumn.ALL) {
        ArrowType type =
            switch (column.kind()) {
              case INT -> new ArrowType.Int(Integer.SIZE, true);
              case LONG -> new ArrowType.Int(Long.SIZE, true);
              case DOUBLE -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
            };
        fields.add(
            new Field(
                column.name(),
                column.nullable() ? FieldType.nullable(type) : FieldType.notNullable(type),
                null));
      }
      return new Schema(fields);
    }

    @Override
    public void write(SalesChunk chunk) throws IOException {
      int rows = chunk.rowCount();
      for (int c = 0; c < SalesColumn.ALL.size(); c++) {
        boolean[] nulls = chunk.nulls(c);
        switch (SalesColumn.ALL.get(c).kind()) {
          case INT -> setInts((IntVector) root.getVector(c), chunk.ints(c), nulls, rows);
          case LONG -> setLongs((BigIntVector) root.getVector(c), chunk.longs(c), nulls, rows);
          case DOUBLE ->
              setDoubles((Float8Vector) root.getVector(c), chunk.doubles(c), nulls, rows);
        }
      }
      root.setRowCount(rows);
      writer.writeBatch();
    }

    private static void setInts(IntVector vector, int[] values, boolean[] nulls, int rows) {
      vector.allocateNew(rows);
      for (int i = 0; i < rows; i++) {
        if (!nulls[i]) {
          vector.set(i, values[i]);
        }
      }
      vector.setValueCount(rows);
    }

    private static void setLongs(BigIntVector vector, long[] values, boolean[] nulls, int rows) {
      vector.allocateNew(rows);
      for (int i = 0; i < rows; i++) {
        if (!nulls[i]) {
          vector.set(i, values[i]);
        }
      }
      vector.setValueCount(rows);
    }

    private static void setDoubles(
        Float8Vector vector, double[] values, boolean[] nulls, int rows) {
      vector.allocateNew(rows);
      for (int i = 0; i < rows; i++) {
        if (!nulls[i]) {
          vector.set(i, values[i]);
        }
      }
      vector.setValueCount(rows);
    }

    @Override
    public void close() throws IOException {
      writer.end();
      writer.close();
      out.close();
      root.close();
      allocator.close();
    }
  }
}
