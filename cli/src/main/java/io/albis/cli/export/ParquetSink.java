// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import io.albis.format.schema.Schema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;

/** Writes Parquet files with parquet-java. */
final class ParquetSink implements RowSink {

  private final ParquetWriter<List<Object>> writer;

  /**
   * Creates a file.
   *
   * @param metadata the key-value metadata of the file
   * @param codec the compression codec
   * @param rowGroupSize the maximum size of a row group, in bytes
   * @throws io.albis.cli.convert.UnsupportedTypeException if Parquet has no type for a column
   */
  ParquetSink(
      Path file,
      Schema schema,
      Map<String, String> metadata,
      CompressionCodecName codec,
      long rowGroupSize)
      throws IOException {
    this.writer =
        new Builder(new LocalOutputFile(file), new RowWriteSupport(schema, metadata))
            .withConf(new PlainParquetConfiguration())
            .withCompressionCodec(codec)
            .withRowGroupSize(rowGroupSize)
            .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
            .build();
  }

  @Override
  public void write(List<Object> row) throws IOException {
    writer.write(row);
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }

  private static final class Builder extends ParquetWriter.Builder<List<Object>, Builder> {
    private final RowWriteSupport support;

    Builder(OutputFile file, RowWriteSupport support) {
      super(file);
      this.support = support;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    @SuppressWarnings("deprecation") // deprecated, but abstract
    protected WriteSupport<List<Object>> getWriteSupport(Configuration configuration) {
      return support;
    }

    @Override
    protected WriteSupport<List<Object>> getWriteSupport(ParquetConfiguration configuration) {
      return support;
    }
  }

  private static final class RowWriteSupport extends WriteSupport<List<Object>> {
    private final MessageType message;
    private final Map<String, String> metadata;
    private final ParquetFields fields;
    private RecordConsumer consumer;

    RowWriteSupport(Schema schema, Map<String, String> metadata) {
      this.metadata = metadata;
      this.message = ParquetSchemas.of(schema);
      this.fields = new ParquetFields(schema.fields(), message, "");
    }

    @Override
    @SuppressWarnings("deprecation") // deprecated, but abstract
    public WriteContext init(Configuration configuration) {
      return new WriteContext(message, metadata);
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
      return new WriteContext(message, metadata);
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
      consumer = recordConsumer;
    }

    @Override
    public void write(List<Object> row) {
      consumer.startMessage();
      fields.write(row, consumer);
      consumer.endMessage();
    }
  }
}
