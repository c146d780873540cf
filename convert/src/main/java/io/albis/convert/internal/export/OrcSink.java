// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import io.albis.convert.internal.input.OrcTypes;
import io.albis.convert.internal.row.RowField;
import io.albis.format.schema.Schema;
import io.albis.reader.ColumnBatch;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.apache.orc.impl.MemoryManagerImpl;
import org.apache.orc.impl.PhysicalFsWriter;
import org.apache.orc.impl.writer.WriterEncryptionVariant;

/** Writes ORC files with ORC's writer, from vectors to vectors. */
final class OrcSink implements BatchSink {

  private static final int BATCH_ROWS = 1024;

  private final List<RowField> nodes;
  private final List<OrcColumnWriter> columns = new ArrayList<>();
  private final OutputStream out;
  private final Writer writer;
  private final VectorizedRowBatch batch;

  /**
   * Starts a file.
   *
   * @param metadata the user metadata of the file
   * @param codec the compression codec
   * @param stripeSize the approximate size of a stripe, in bytes
   * @throws io.albis.convert.internal.input.UnsupportedTypeException if ORC has no type for a
   *     column
   */
  OrcSink(
      ExportFile file,
      Schema schema,
      Map<String, ByteBuffer> metadata,
      CompressionKind codec,
      long stripeSize)
      throws IOException {
    TypeDescription type = OrcSchemas.of(schema);
    this.nodes = RowField.of(schema);
    for (int i = 0; i < nodes.size(); i++) {
      columns.add(new OrcColumnWriter(nodes.get(i), type.getChildren().get(i)));
    }
    Configuration configuration = OrcTypes.configuration();
    OrcFile.WriterOptions options =
        OrcFile.writerOptions(configuration)
            .setSchema(type)
            .compress(codec)
            .stripeSize(stripeSize)
            .useUTCTimestamp(true)
            .setProlepticGregorian(true);
    this.out = new BufferedOutputStream(file);
    FSDataOutputStream stream = new FSDataOutputStream(out, null);
    options.physicalWriter(new PhysicalFsWriter(stream, options, new WriterEncryptionVariant[0]));
    // Not the one of the thread, where a writer that is not closed would stay.
    options.memory(new MemoryManagerImpl(configuration));
    // The path has no meaning: the physical writer has the stream.
    this.writer = OrcFile.createWriter(new Path("/export"), options);
    metadata.forEach(writer::addUserMetadata);
    this.batch = type.createRowBatch(TypeDescription.RowBatchVersion.USE_DECIMAL64, BATCH_ROWS);
    batch.reset();
    for (int i = 0; i < columns.size(); i++) {
      columns.get(i).prepare(batch.cols[i]);
    }
  }

  @Override
  public void write(ColumnBatch vectors, int start, int count) throws IOException {
    RowField.load(nodes, vectors);
    for (int done = 0; done < count; done += BATCH_ROWS) {
      int rows = Math.min(BATCH_ROWS, count - done);
      batch.reset();
      for (int i = 0; i < columns.size(); i++) {
        columns.get(i).set(batch.cols[i], start + done, rows);
      }
      batch.size = rows;
      writer.addRowBatch(batch);
    }
  }

  @Override
  public void finish() throws IOException {
    writer.close();
    out.flush();
  }

  /** Does not close the writer, which would complete the file. */
  @Override
  public void close() {}
}
