// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.ScanRequest;
import io.albis.format.schema.Field;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** Shared code of the readers that use parquet-java. */
final class ParquetFiles {

  private ParquetFiles() {}

  /**
   * Opens a file with the filter of the request, which excludes row groups and pages by statistics.
   */
  static ParquetFileReader open(ScanRequest request) throws IOException {
    ParquetReadOptions.Builder options =
        ParquetReadOptions.builder(new PlainParquetConfiguration());
    OptionalLong below = request.below();
    if (below.isPresent()) {
      options.withRecordFilter(filter(request));
    }
    return ParquetFileReader.open(new LocalInputFile(Path.of(request.location())), options.build());
  }

  static FilterCompat.Filter filter(ScanRequest request) {
    if (request.below().isEmpty()) {
      return FilterCompat.NOOP;
    }
    String column = request.schema().fields().get(0).name();
    return FilterCompat.get(
        FilterApi.lt(FilterApi.intColumn(column), (int) request.below().getAsLong()));
  }

  /** The requested columns in their order, with the types of the file. */
  static MessageType projection(MessageType file, ScanRequest request) {
    List<Type> fields = new ArrayList<>();
    for (Field field : request.schema().fields()) {
      fields.add(file.getType(field.name()));
    }
    return new MessageType(file.getName(), fields);
  }

  /** Parquet has the same leaves as Albis, in the same order. */
  static List<ColumnDescriptor> leaves(MessageType projection, ScanRequest request) {
    List<ColumnDescriptor> leaves = projection.getColumns();
    if (leaves.size() != request.leaves().size()) {
      throw new IllegalStateException(
          "Found " + leaves.size() + " leaves (expected " + request.leaves().size() + ")");
    }
    return leaves;
  }
}
