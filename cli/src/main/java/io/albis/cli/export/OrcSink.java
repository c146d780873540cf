// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import io.albis.cli.convert.OrcTypes;
import io.albis.format.schema.Schema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;

/** Writes ORC files with ORC's writer. */
final class OrcSink implements RowSink {

  private static final int BATCH_ROWS = 1024;

  private final Writer writer;
  private final VectorizedRowBatch batch;
  private final List<OrcColumn> columns = new ArrayList<>();

  /**
   * Creates a file.
   *
   * @param metadata the user metadata of the file
   * @param codec the compression codec
   * @param stripeSize the approximate size of a stripe, in bytes
   * @throws io.albis.cli.convert.UnsupportedTypeException if ORC has no type for a column
   */
  OrcSink(
      Path file,
      Schema schema,
      Map<String, ByteBuffer> metadata,
      CompressionKind codec,
      long stripeSize)
      throws IOException {
    TypeDescription type = OrcSchemas.of(schema);
    schema.fields().forEach(field -> columns.add(new OrcColumn(field, field.name())));
    Configuration configuration = OrcTypes.configuration();
    this.writer =
        OrcFile.createWriter(
            new org.apache.hadoop.fs.Path(file.toUri()),
            OrcFile.writerOptions(configuration)
                .setSchema(type)
                .compress(codec)
                .stripeSize(stripeSize)
                .useUTCTimestamp(true)
                .setProlepticGregorian(true)
                .overwrite(true));
    metadata.forEach(writer::addUserMetadata);
    this.batch = type.createRowBatch(BATCH_ROWS);
    batch.reset();
  }

  @Override
  public void write(List<Object> row) throws IOException {
    for (int i = 0; i < columns.size(); i++) {
      columns.get(i).set(batch.cols[i], batch.size, row.get(i));
    }
    if (++batch.size == BATCH_ROWS) {
      flush();
    }
  }

  private void flush() throws IOException {
    writer.addRowBatch(batch);
    batch.reset();
  }

  @Override
  public void close() throws IOException {
    try (writer) {
      if (batch.size > 0) {
        flush();
      }
    }
  }
}
