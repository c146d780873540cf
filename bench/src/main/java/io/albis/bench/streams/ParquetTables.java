// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.streams;

import io.albis.bench.streams.ScanSpec.KeyRange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.DummyRecordConverter;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.Operators.IntColumn;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** Parquet files, read by parquet-java's column readers through the page cache. */
final class ParquetTables implements TableSource {

  private final StreamTables tables;

  ParquetTables(StreamTables tables) {
    this.tables = tables;
  }

  @Override
  public void scan(ScanSpec spec, Consumer<Columns> rows) throws IOException {
    Path file = tables.parquet(spec.table());
    try (ParquetFileReader reader =
        ParquetFileReader.open(new LocalInputFile(file), options(spec.range()))) {
      MessageType schema = reader.getFileMetaData().getSchema();
      List<Type> fields = spec.columns().stream().map(schema::getType).toList();
      MessageType projection = new MessageType(schema.getName(), fields);
      reader.setRequestedSchema(projection);
      List<ColumnDescriptor> columns = projection.getColumns();
      DecodedColumns block = new DecodedColumns(columns);
      String createdBy = reader.getFileMetaData().getCreatedBy();
      // Column readers require a converter, but do not call it here.
      GroupConverter converter = new DummyRecordConverter(projection).getRootConverter();
      for (PageReadStore group = reader.readNextFilteredRowGroup();
          group != null;
          group = reader.readNextFilteredRowGroup()) {
        ColumnReadStoreImpl store =
            new ColumnReadStoreImpl(group, converter, projection, createdBy);
        ColumnReader[] readers =
            columns.stream().map(store::getColumnReader).toArray(ColumnReader[]::new);
        long left = group.getRowCount();
        while (left > 0) {
          int count = (int) Math.min(left, DecodedColumns.ROWS);
          block.read(readers, count);
          rows.accept(block);
          left -= count;
        }
      }
    }
  }

  private static ParquetReadOptions options(KeyRange range) {
    ParquetReadOptions.Builder options =
        ParquetReadOptions.builder(new PlainParquetConfiguration());
    if (range != null) {
      IntColumn column = FilterApi.intColumn(range.column());
      options.withRecordFilter(
          FilterCompat.get(
              FilterApi.and(
                  FilterApi.gtEq(column, range.low()), FilterApi.ltEq(column, range.high()))));
    }
    return options.build();
  }

  @Override
  public Plan plan(List<ScanSpec> scans) {
    return Plan.NONE;
  }

  @Override
  public long bytesRead() {
    return -1;
  }

  @Override
  public Map<String, Long> counters() {
    return Map.of();
  }

  @Override
  public void close() {}
}
