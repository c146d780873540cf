// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.demo;

import io.albis.tools.sales.SalesColumn;
import io.albis.tools.sales.SalesColumn.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.DummyRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.schema.MessageType;

/**
 * Reads {@code store_sales} from Parquet in the fastest way that parquet-java offers: column by
 * column, without assembling records.
 */
final class SalesParquetReader {
  private final Path file;

  SalesParquetReader(Path file) {
    this.file = file;
  }

  /** Computes the exact sum of every column. */
  List<ColumnSum> exactSums() throws IOException {
    long[] sums = new long[SalesColumn.ALL.size()];
    long[] values = new long[sums.length];
    scan(
        (c, reader, rows) -> {
          boolean money = SalesColumn.ALL.get(c).kind() == Kind.DOUBLE;
          boolean isInt = SalesColumn.ALL.get(c).kind() == Kind.INT;
          int defined = reader.getDescriptor().getMaxDefinitionLevel();
          for (long row = 0; row < rows; row++) {
            if (reader.getCurrentDefinitionLevel() == defined) {
              values[c]++;
              sums[c] +=
                  money
                      ? Math.round(reader.getDouble() * 100)
                      : isInt ? reader.getInteger() : reader.getLong();
            }
            reader.consume();
          }
        });
    List<ColumnSum> result = new ArrayList<>();
    for (int c = 0; c < sums.length; c++) {
      result.add(new ColumnSum(SalesColumn.ALL.get(c).name(), sums[c], values[c]));
    }
    return result;
  }

  /**
   * Sums every column as fast as possible.
   *
   * @return the total of all sums, so that no work can be optimized away
   */
  double fastSum() throws IOException {
    double[] total = new double[1];
    scan(
        (c, reader, rows) ->
            total[0] +=
                switch (SalesColumn.ALL.get(c).kind()) {
                  case INT -> sumInts(reader, rows);
                  case LONG -> sumLongs(reader, rows);
                  case DOUBLE -> sumDoubles(reader, rows);
                });
    return total[0];
  }

  private static double sumInts(ColumnReader reader, long rows) {
    int defined = reader.getDescriptor().getMaxDefinitionLevel();
    long sum = 0;
    for (long row = 0; row < rows; row++) {
      if (reader.getCurrentDefinitionLevel() == defined) {
        sum += reader.getInteger();
      }
      reader.consume();
    }
    return sum;
  }

  private static double sumLongs(ColumnReader reader, long rows) {
    int defined = reader.getDescriptor().getMaxDefinitionLevel();
    long sum = 0;
    for (long row = 0; row < rows; row++) {
      if (reader.getCurrentDefinitionLevel() == defined) {
        sum += reader.getLong();
      }
      reader.consume();
    }
    return sum;
  }

  private static double sumDoubles(ColumnReader reader, long rows) {
    int defined = reader.getDescriptor().getMaxDefinitionLevel();
    double sum = 0;
    for (long row = 0; row < rows; row++) {
      if (reader.getCurrentDefinitionLevel() == defined) {
        sum += reader.getDouble();
      }
      reader.consume();
    }
    return sum;
  }

  /** Receives one column of one row group. */
  private interface ColumnScan {
    void accept(int column, ColumnReader reader, long rows);
  }

  private void scan(ColumnScan scan) throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.builder(new PlainParquetConfiguration()).build();
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file), options)) {
      MessageType schema = reader.getFileMetaData().getSchema();
      String createdBy = reader.getFileMetaData().getCreatedBy();
      // Column readers require a converter, but do not call it here.
      GroupConverter converter = new DummyRecordConverter(schema).getRootConverter();
      List<ColumnDescriptor> columns = schema.getColumns();
      for (int i = 0; i < reader.getRowGroups().size(); i++) {
        try (PageReadStore rowGroup = reader.readRowGroup(i)) {
          ColumnReadStoreImpl store =
              new ColumnReadStoreImpl(rowGroup, converter, schema, createdBy);
          for (int c = 0; c < columns.size(); c++) {
            scan.accept(c, store.getColumnReader(columns.get(c)), rowGroup.getRowCount());
          }
        }
      }
    }
  }
}
