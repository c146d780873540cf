// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.write;

import io.albis.tools.sales.SalesColumn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/** Writes Parquet files with parquet-java and its defaults, except for compression. */
public final class ParquetWriterOfSales implements FormatWriter {

  private final CompressionCodecName codec;

  /** Creates a writer with a compression codec. */
  public ParquetWriterOfSales(CompressionCodecName codec) {
    this.codec = codec;
  }

  @Override
  public OpenWriter open(Path directory, int threads) {
    return new FilesOfParts(directory, this::open);
  }

  private OpenWriter.Part open(Path file) throws IOException {
    Support support = new Support();
    ParquetWriter<Integer> writer =
        new Builder(new LocalOutputFile(file), support)
            .withConf(new PlainParquetConfiguration())
            .withCompressionCodec(codec)
            .build();
    return new OpenWriter.Part() {
      @Override
      public void write(SalesChunk chunk) throws IOException {
        support.chunk = chunk;
        for (int row = 0; row < chunk.rowCount(); row++) {
          writer.write(row);
        }
      }

      @Override
      public void close() throws IOException {
        writer.close();
      }
    };
  }

  private static final class Builder extends ParquetWriter.Builder<Integer, Builder> {
    private final Support support;

    Builder(OutputFile file, Support support) {
      super(file);
      this.support = support;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    @SuppressWarnings("deprecation") // deprecated, but abstract
    protected WriteSupport<Integer> getWriteSupport(Configuration configuration) {
      return support;
    }

    @Override
    protected WriteSupport<Integer> getWriteSupport(ParquetConfiguration configuration) {
      return support;
    }
  }

  /** Passes rows of a chunk, identified by their index, to parquet-java. */
  private static final class Support extends WriteSupport<Integer> {
    private static final MessageType SCHEMA = schema();

    private RecordConsumer consumer;
    private SalesChunk chunk;

    private static MessageType schema() {
      Types.MessageTypeBuilder builder = Types.buildMessage();
      for (SalesColumn column : SalesColumn.ALL) {
        PrimitiveTypeName type =
            switch (column.kind()) {
              case INT -> PrimitiveTypeName.INT32;
              case LONG -> PrimitiveTypeName.INT64;
              case DOUBLE -> PrimitiveTypeName.DOUBLE;
            };
        builder.addField(
            (column.nullable() ? Types.optional(type) : Types.required(type)).named(column.name()));
      }
      return builder.named("store_sales");
    }

    @Override
    @SuppressWarnings("deprecation") // deprecated, but abstract
    public WriteContext init(Configuration configuration) {
      return new WriteContext(SCHEMA, Map.of());
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
      return new WriteContext(SCHEMA, Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
      consumer = recordConsumer;
    }

    @Override
    public void write(Integer row) {
      int r = row;
      consumer.startMessage();
      for (int c = 0; c < SalesColumn.ALL.size(); c++) {
        if (!chunk.nulls(c)[r]) {
          SalesColumn column = SalesColumn.ALL.get(c);
          consumer.startField(column.name(), c);
          switch (column.kind()) {
            case INT -> consumer.addInteger(chunk.ints(c)[r]);
            case LONG -> consumer.addLong(chunk.longs(c)[r]);
            case DOUBLE -> consumer.addDouble(chunk.doubles(c)[r]);
          }
          consumer.endField(column.name(), c);
        }
      }
      consumer.endMessage();
    }
  }
}
