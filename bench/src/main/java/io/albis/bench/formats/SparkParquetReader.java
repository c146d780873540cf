// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.FormatReader;
import io.albis.bench.scan.OpenFormat;
import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.parquet.filter2.predicate.FilterApi;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.hadoop.ParquetInputFormat;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.parquet.ParquetReadSupport;
import org.apache.spark.sql.execution.datasources.parquet.VectorizedParquetRecordReader;
import org.apache.spark.sql.types.StructType;

/**
 * Reads Parquet with Spark's vectorized reader, outside of Spark: columnar batches of Spark's
 * default size, with dictionaries decoded on access. As in Spark, a part is a range of bytes that
 * contains the middle of its row groups, and a selection becomes a filter on the statistics of row
 * groups and pages.
 */
public final class SparkParquetReader implements FormatReader {

  /** The memory of the vectors. */
  public enum Memory {
    /** Arrays on the heap, Spark's default. */
    ON_HEAP,
    /** Off-heap memory. */
    OFF_HEAP
  }

  private static final int BATCH_ROWS = 4096;

  private final Memory memory;

  /** Creates a reader with vectors in this memory. */
  public SparkParquetReader(Memory memory) {
    this.memory = memory;
  }

  @Override
  public OpenFormat open(ScanRequest request) throws IOException, InterruptedException {
    Path path = Hadoop.path(request.location());
    Configuration configuration = configuration(request);
    long length = path.getFileSystem(configuration).getFileStatus(path).getLen();
    OpenSpark open = new OpenSpark(request, new ArrayList<>());
    try {
      for (int i = 0; i < request.threads(); i++) {
        VectorizedParquetRecordReader reader =
            new VectorizedParquetRecordReader(
                null,
                "CORRECTED",
                "UTC",
                "CORRECTED",
                "UTC",
                memory == Memory.OFF_HEAP,
                BATCH_ROWS);
        open.readers.add(reader);
        long start = length * i / request.threads();
        long end = length * (i + 1) / request.threads();
        reader.initialize(
            new FileSplit(path, start, end - start, new String[0]),
            new TaskAttemptContextImpl(configuration, new TaskAttemptID()));
        reader.initBatch(new StructType(), InternalRow.empty());
        reader.enableReturningBatches();
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      try (open) {
        throw e;
      }
    }
    return open;
  }

  /** The settings that Spark's planner would make. */
  private static Configuration configuration(ScanRequest request) {
    Configuration configuration = Hadoop.configuration();
    configuration.set(ParquetInputFormat.READ_SUPPORT_CLASS, ParquetReadSupport.class.getName());
    configuration.set(
        "org.apache.spark.sql.parquet.row.requested_schema",
        SparkStructs.of(request.schema()).json());
    configuration.setBoolean("spark.sql.caseSensitive", true);
    configuration.setBoolean("spark.sql.optimizer.nestedSchemaPruning.enabled", true);
    configuration.setBoolean("spark.sql.parquet.binaryAsString", false);
    configuration.setBoolean("spark.sql.parquet.int96AsTimestamp", false);
    configuration.setBoolean("spark.sql.parquet.fieldId.read.enabled", false);
    configuration.setBoolean("spark.sql.parquet.inferTimestampNTZ.enabled", true);
    configuration.setBoolean("spark.sql.legacy.parquet.nanosAsLong", true);
    if (request.below().isPresent()) {
      ParquetInputFormat.setFilterPredicate(configuration, filter(request));
    }
    return configuration;
  }

  private static FilterPredicate filter(ScanRequest request) {
    String column = request.schema().fields().get(0).name();
    return FilterApi.lt(FilterApi.intColumn(column), (int) request.below().getAsLong());
  }

  private record OpenSpark(ScanRequest request, List<VectorizedParquetRecordReader> readers)
      implements OpenFormat {

    @Override
    public void scan(int part, int parts, Totals totals) throws IOException {
      VectorizedParquetRecordReader reader = readers.get(part);
      SparkSums sums = new SparkSums(request, totals);
      while (reader.nextKeyValue()) {
        sums.add(reader.resultBatch());
      }
    }

    @Override
    public void close() throws IOException {
      for (VectorizedParquetRecordReader reader : readers) {
        reader.close();
      }
    }
  }
}
