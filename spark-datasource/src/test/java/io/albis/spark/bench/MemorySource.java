// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.bench;

import io.albis.reader.ColumnBatch;
import io.albis.reader.RowCursor;
import io.albis.spark.internal.type.SparkTypes;
import io.albis.spark.internal.vector.SparkBatch;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/**
 * A data source of Spark that gives it one batch in memory, over and over: a scan without reading.
 * Its one partition is for one core of a local session.
 */
public final class MemorySource implements TableProvider {

  /** The option that names the content. */
  static final String NAME = "name";

  private static final Map<String, Content> CONTENTS = new ConcurrentHashMap<>();

  /**
   * What the source gives.
   *
   * @param batch stays valid while queries run
   * @param vectors the batch as vectors; null to create them of {@code batch}
   * @param type its columns
   * @param path the form
   * @param times how often the batch is given
   */
  record Content(
      ColumnBatch batch, ColumnarBatch vectors, StructType type, ScanPath path, int times) {

    static Content of(ColumnBatch batch, ScanPath path, int times) {
      return new Content(batch, null, SparkTypes.toSpark(batch.schema()), path, times);
    }
  }

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static volatile long cpuNanos;

  /**
   * Returns the CPU time that the last task has spent from the creation of its reader to the end of
   * its rows: in the reader and in the code that consumes the rows. Time without a core does not
   * count.
   */
  static long cpuNanos() {
    return cpuNanos;
  }

  /** Sets what the source of a name gives. */
  static void put(String name, Content content) {
    CONTENTS.put(name, content);
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return CONTENTS.get(options.get(NAME)).type;
  }

  @Override
  public Table getTable(StructType schema, Transform[] partitioning, Map<String, String> options) {
    return new MemoryTable(options.get(NAME));
  }

  private record MemoryTable(String name) implements SupportsRead {

    @Override
    @Deprecated
    public StructType schema() {
      return CONTENTS.get(name).type;
    }

    @Override
    public Set<TableCapability> capabilities() {
      return Set.of(TableCapability.BATCH_READ);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
      return () -> new MemoryScan(name);
    }
  }

  private record MemoryScan(String name) implements Scan, Batch {

    @Override
    public StructType readSchema() {
      return CONTENTS.get(name).type;
    }

    @Override
    public Batch toBatch() {
      return this;
    }

    @Override
    public InputPartition[] planInputPartitions() {
      return new InputPartition[] {new OnePartition()};
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
      return new Readers(name);
    }
  }

  private record OnePartition() implements InputPartition {}

  private record Readers(String name) implements PartitionReaderFactory {

    @Override
    public boolean supportColumnarReads(InputPartition partition) {
      return CONTENTS.get(name).path == ScanPath.COLUMNS;
    }

    @Override
    public PartitionReader<InternalRow> createReader(InputPartition partition) {
      return new RowReader(CONTENTS.get(name));
    }

    @Override
    public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
      return new BatchReader(CONTENTS.get(name));
    }
  }

  private static final class BatchReader implements PartitionReader<ColumnarBatch> {

    private final Content source;
    private final SparkBatch batches;
    private final long startCpu = THREADS.getCurrentThreadCpuTime();
    private int given;

    BatchReader(Content source) {
      this.source = source;
      this.batches = new SparkBatch(source.type);
    }

    @Override
    public boolean next() {
      if (given++ < source.times) {
        return true;
      }
      cpuNanos = THREADS.getCurrentThreadCpuTime() - startCpu;
      return false;
    }

    @Override
    public ColumnarBatch get() {
      return source.vectors == null ? batches.set(source.batch) : source.vectors;
    }

    @Override
    public void close() {
      // The benchmark owns the batch.
    }
  }

  private static final class RowReader implements PartitionReader<InternalRow> {

    private final Content source;
    private final RowViewRow row;
    private final UnsafeProjection copy;
    private final long startCpu = THREADS.getCurrentThreadCpuTime();
    private RowCursor rows;
    private int given;

    RowReader(Content source) {
      this.source = source;
      this.row = new RowViewRow(source.type.length());
      this.copy = source.path == ScanPath.UNSAFE_ROWS ? UnsafeProjection.create(source.type) : null;
    }

    @Override
    public boolean next() {
      while (rows == null || !rows.next()) {
        close();
        if (given++ == source.times) {
          cpuNanos = THREADS.getCurrentThreadCpuTime() - startCpu;
          return false;
        }
        rows = source.batch.rows();
      }
      return true;
    }

    @Override
    public InternalRow get() {
      row.set(rows.row());
      return copy == null ? row : copy.apply(row);
    }

    @Override
    public void close() {
      if (rows != null) {
        rows.close();
        rows = null;
      }
    }
  }
}
