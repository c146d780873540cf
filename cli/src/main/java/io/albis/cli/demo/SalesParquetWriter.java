// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.demo;

import io.albis.tools.sales.SalesBlock;
import io.albis.tools.sales.SalesColumn;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Types;

/** Writes {@code store_sales} as Parquet with parquet-java's defaults and snappy. */
final class SalesParquetWriter implements AutoCloseable {

  private static final MessageType SCHEMA = schema();

  private final ParquetWriter<Group> writer;

  /** Opens a file; replaces an existing one. */
  SalesParquetWriter(Path file) throws IOException {
    writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withType(SCHEMA)
            .withConf(new PlainParquetConfiguration())
            .withCompressionCodec(CompressionCodecName.SNAPPY)
            .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
            .build();
  }

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

  void write(SalesBlock block) throws IOException {
    for (int row = 0; row < block.rowCount(); row++) {
      Group group = new SimpleGroup(SCHEMA);
      for (int c = 0; c < SalesColumn.ALL.size(); c++) {
        if (!block.isNull(c, row)) {
          switch (SalesColumn.ALL.get(c).kind()) {
            case INT -> group.add(c, (int) block.integer(c, row));
            case LONG -> group.add(c, block.integer(c, row));
            case DOUBLE -> group.add(c, block.money(c, row));
          }
        }
      }
      writer.write(group);
    }
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }
}
