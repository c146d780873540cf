// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.demo;

import io.albis.tools.sales.SalesBlock;
import io.albis.tools.sales.SalesColumn;
import io.albis.tools.sales.SalesColumn.Kind;
import java.io.IOException;
import java.nio.file.Path;
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
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/** Writes {@code store_sales} as Parquet with parquet-java's defaults and snappy. */
final class SalesParquetWriter implements AutoCloseable {
  private final BlockWriteSupport support = new BlockWriteSupport();
  private final ParquetWriter<Integer> writer;

  /** Opens a file; replaces an existing one. */
  SalesParquetWriter(Path file) throws IOException {
    writer =
        new Builder(new LocalOutputFile(file), support)
            .withConf(new PlainParquetConfiguration())
            .withCompressionCodec(CompressionCodecName.SNAPPY)
            .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
            .build();
  }

  static MessageType schema() {
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

  void write(SalesBlock block) throws IOException {
    support.block = block;
    for (int row = 0; row < block.rowCount(); row++) {
      writer.write(row);
    }
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }

  private static final class Builder extends ParquetWriter.Builder<Integer, Builder> {
    private final BlockWriteSupport support;

    Builder(OutputFile file, BlockWriteSupport support) {
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

  /** Passes rows of a block, identified by their index, to parquet-java. */
  private static final class BlockWriteSupport extends WriteSupport<Integer> {
    private RecordConsumer consumer;
    private SalesBlock block;

    @Override
    @SuppressWarnings("deprecation") // deprecated, but abstract
    public WriteContext init(Configuration configuration) {
      return new WriteContext(schema(), Map.of());
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
      return new WriteContext(schema(), Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
      consumer = recordConsumer;
    }

    @Override
    public void write(Integer row) {
      consumer.startMessage();
      for (int c = 0; c < SalesColumn.ALL.size(); c++) {
        if (!block.isNull(c, row)) {
          SalesColumn column = SalesColumn.ALL.get(c);
          consumer.startField(column.name(), c);
          writeValue(c, column.kind(), row);
          consumer.endField(column.name(), c);
        }
      }
      consumer.endMessage();
    }

    private void writeValue(int c, Kind kind, int row) {
      switch (kind) {
        case INT -> consumer.addInteger((int) block.integer(c, row));
        case LONG -> consumer.addLong(block.integer(c, row));
        case DOUBLE -> consumer.addDouble(block.money(c, row));
      }
    }
  }
}
