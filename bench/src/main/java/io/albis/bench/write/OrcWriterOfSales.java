// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.write;

import io.albis.tools.sales.SalesColumn;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;

/** Writes ORC files with ORC's vectorized writer and its defaults, except for compression. */
public final class OrcWriterOfSales implements FormatWriter {

  private static final int BATCH_ROWS = 1024;

  private final CompressionKind codec;

  /** Creates a writer with a compression codec. */
  public OrcWriterOfSales(CompressionKind codec) {
    this.codec = codec;
  }

  @Override
  public OpenWriter open(Path directory, int threads) {
    return new FilesOfParts(directory, this::open);
  }

  private OpenWriter.Part open(Path file) throws IOException {
    TypeDescription schema = TypeDescription.createStruct();
    for (SalesColumn column : SalesColumn.ALL) {
      schema.addField(
          column.name(),
          switch (column.kind()) {
            case INT -> TypeDescription.createInt();
            case LONG -> TypeDescription.createLong();
            case DOUBLE -> TypeDescription.createDouble();
          });
    }
    Writer writer =
        OrcFile.createWriter(
            new org.apache.hadoop.fs.Path(file.toUri()),
            OrcFile.writerOptions(new Configuration(false)).setSchema(schema).compress(codec));
    return new Part(writer, schema.createRowBatch(BATCH_ROWS));
  }

  private record Part(Writer writer, VectorizedRowBatch batch) implements OpenWriter.Part {

    @Override
    public void write(SalesChunk chunk) throws IOException {
      for (int first = 0; first < chunk.rowCount(); first += BATCH_ROWS) {
        batch.reset();
        batch.size = Math.min(BATCH_ROWS, chunk.rowCount() - first);
        for (int c = 0; c < SalesColumn.ALL.size(); c++) {
          setNulls(chunk.nulls(c), first, c);
          switch (SalesColumn.ALL.get(c).kind()) {
            case INT -> setInts(chunk.ints(c), first, (LongColumnVector) batch.cols[c]);
            case LONG ->
                System.arraycopy(
                    chunk.longs(c),
                    first,
                    ((LongColumnVector) batch.cols[c]).vector,
                    0,
                    batch.size);
            case DOUBLE ->
                System.arraycopy(
                    chunk.doubles(c),
                    first,
                    ((DoubleColumnVector) batch.cols[c]).vector,
                    0,
                    batch.size);
          }
        }
        writer.addRowBatch(batch);
      }
    }

    private void setNulls(boolean[] nulls, int first, int column) {
      boolean hasNulls = false;
      for (int i = 0; i < batch.size; i++) {
        hasNulls |= nulls[first + i];
      }
      if (hasNulls) {
        batch.cols[column].noNulls = false;
        System.arraycopy(nulls, first, batch.cols[column].isNull, 0, batch.size);
      }
    }

    private void setInts(int[] values, int first, LongColumnVector column) {
      for (int i = 0; i < batch.size; i++) {
        column.vector[i] = values[first + i];
      }
    }

    @Override
    public void close() throws IOException {
      writer.close();
    }
  }
}
