// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.FormatReader;
import io.albis.bench.scan.OpenFormat;
import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import java.io.IOException;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.schema.MessageType;

/** Reads the row groups of Parquet with parquet-java. A part is every n-th row group. */
abstract class ParquetReader implements FormatReader {

  /** Sums row groups. */
  interface Sums {
    void add(PageReadStore rowGroup);
  }

  /**
   * Creates the sums of one thread.
   *
   * @param projection the columns that are read
   */
  abstract Sums sums(
      ScanRequest request, ParquetFileReader file, MessageType projection, Totals totals);

  @Override
  public final OpenFormat open(ScanRequest request) throws IOException {
    ParquetFileReader reader = ParquetFiles.open(request);
    return new OpenFormat() {
      @Override
      public void scan(int part, int parts, Totals totals) throws IOException {
        if (parts == 1) {
          ParquetReader.this.scan(request, reader, 0, 1, totals);
          return;
        }
        // Readers are not thread-safe.
        try (ParquetFileReader own = ParquetFiles.open(request)) {
          ParquetReader.this.scan(request, own, part, parts, totals);
        }
      }

      @Override
      public void close() throws IOException {
        reader.close();
      }
    };
  }

  private void scan(ScanRequest request, ParquetFileReader file, int part, int parts, Totals totals)
      throws IOException {
    MessageType projection = ParquetFiles.projection(file.getFileMetaData().getSchema(), request);
    file.setRequestedSchema(projection);
    Sums sums = sums(request, file, projection, totals);
    for (int i = part; i < file.getRowGroups().size(); i += parts) {
      try (PageReadStore rowGroup =
          request.below().isPresent() ? file.readFilteredRowGroup(i) : file.readRowGroup(i)) {
        if (rowGroup != null) {
          sums.add(rowGroup);
        }
      }
    }
  }
}
