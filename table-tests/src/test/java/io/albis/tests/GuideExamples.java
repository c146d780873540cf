// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.maintenance.MergeResult;
import io.albis.maintenance.OptimizeResult;
import io.albis.maintenance.RewriteOptions;
import io.albis.maintenance.TableMaintenance;
import io.albis.reader.Aggregation;
import io.albis.reader.Aggregator;
import io.albis.reader.AlbisFile;
import io.albis.reader.ArrowExport;
import io.albis.reader.BatchCursor;
import io.albis.reader.ColumnBatch;
import io.albis.reader.ColumnVector;
import io.albis.reader.DatasetScan;
import io.albis.reader.Expression;
import io.albis.reader.Predicate;
import io.albis.reader.ReadOptions;
import io.albis.reader.RowCursor;
import io.albis.reader.RowGroupInfo;
import io.albis.reader.RowView;
import io.albis.reader.ScanMetrics;
import io.albis.reader.ScanStatistics;
import io.albis.reader.Split;
import io.albis.reader.Table;
import io.albis.reader.WorkloadRecorder;
import io.albis.reader.cache.ColumnCache;
import io.albis.reader.cache.RegisteredPlan;
import io.albis.storage.memory.MemoryBudget;
import io.albis.writer.AlbisFileWriter;
import io.albis.writer.ArrowInput;
import io.albis.writer.BatchColumn;
import io.albis.writer.BatchWriter;
import io.albis.writer.CommitResult;
import io.albis.writer.DistributedWrite;
import io.albis.writer.FileResult;
import io.albis.writer.RowWriter;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import io.albis.writer.TaskResult;
import io.albis.writer.TaskWriter;
import io.albis.writer.ValueWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Java code of the guides, between comments {@code doc}. {@link DocumentationTest} compares it
 * with the documents and runs it in this build; the module sdk-tests runs it in a separate project,
 * so this class uses only the published libraries.
 */
class GuideExamples {

  @TempDir Path directory;
  private String uri;

  /** The location of a table; a subclass may choose another storage. */
  String uri(Path path) {
    return path.toString();
  }

  @BeforeEach
  void nameTable() {
    uri = uri(directory.resolve("prices"));
  }

  @Test
  void readme() {
    // doc
    Schema schema =
        Schema.of(Field.required("id", Type.int64()), Field.nullable("price", Type.float64()));
    try (TableWriter writer = TableWriter.create(uri, schema).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        rows.setLong(0, 7);
        rows.setDouble(1, 19.99);
        rows.endRow();
      }
      writer.commit();
    }
    double sum = 0;
    try (Table table = Table.open(uri);
        RowCursor cursor = table.scan().select("price").rows()) {
      while (cursor.next()) {
        sum += cursor.row().getDouble(0); // 0 where it is null
      }
    }
    // doc
    assertThat(sum).isEqualTo(19.99);
  }

  private void writeNested() {
    // doc
    Schema schema =
        Schema.of(
            Field.required("id", Type.int64()),
            Field.nullable("name", Type.string()),
            Field.nullable("tags", Type.parse("list<string>")),
            Field.nullable("place", Type.parse("struct<x: double, y: double>")));
    try (TableWriter writer =
        TableWriter.create(uri, schema)
            .columnGroups(ColumnGroupSpec.parse("id,name"))
            .rowGroupSize(64 << 20)
            .memoryLimit(256 << 20)
            .property("owner", "sales")
            .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        ValueWriter tags = rows.value(2);
        ValueWriter place = rows.value(3);
        for (long id = 0; id < 1000; id++) {
          rows.setLong(0, id);
          rows.setString(1, "item " + id);
          tags.beginList();
          tags.element().setString("new");
          tags.element().setNull();
          tags.endList();
          place.beginStruct();
          place.field(0).setDouble(id / 2.0);
          place.endStruct(); // y was not set: it is null
          rows.endRow();
        }
      }
      writer.commit();
    }
    // doc
  }

  @Test
  void writesAndReadsNestedRows() {
    writeNested();
    // doc
    try (Table table = Table.open(uri)) {
      DatasetScan scan =
          table
              .scan()
              .select("id", "place.x")
              .filter(
                  Predicate.and(
                      Predicate.greaterOrEqual("id", 990), Predicate.startsWith("name", "item")))
              .limit(100);
      try (RowCursor cursor = scan.rows()) {
        while (cursor.next()) {
          RowView row = cursor.row();
          System.out.println(row.getLong(0) + " " + row.getStruct(1).getDouble(0));
        }
      }
    }
    // doc
    try (Table table = Table.open(uri);
        RowCursor cursor = table.scan().filter(Predicate.greaterOrEqual("id", 990)).rows()) {
      int rows = 0;
      while (cursor.next()) {
        rows++;
        assertThat(cursor.row().materialize().get(2))
            .isEqualTo(java.util.Arrays.asList("new", null));
      }
      assertThat(rows).isEqualTo(10);
    }
  }

  @Test
  void computesAggregates() {
    writeNested();
    // doc
    Aggregation aggregation =
        Aggregation.groupBy("name")
            .count()
            .sum(Expression.column("id").times(Expression.literal(new BigDecimal("0.5"))))
            .max(Expression.column("place.x"));
    try (Table table = Table.open(uri)) {
      DatasetScan scan = table.scan().filter(Predicate.lessThan("id", 100));
      Aggregator groups = scan.aggregate(aggregation);
      for (int group = 0; group < groups.groupCount(); group++) {
        if (!groups.isNull(group, 0)) {
          String name = new String(groups.getBytes(group, 0), StandardCharsets.UTF_8);
          System.out.println(
              name + ": " + groups.getLong(group, 1) + " rows, " + groups.getDecimal(group, 2));
        }
      }
    }
    // doc
    // doc
    Aggregation byName =
        Aggregation.groupBy("name")
            .count(Expression.literal(1).when(Predicate.greaterThan("id", 50)))
            .sum(Expression.column("id").when(Predicate.isNull("place"), Expression.literal(0)));
    // doc
    // doc
    Expression distance = Expression.column("place.x").minus(Expression.literal(2)).abs();
    Aggregation near =
        Aggregation.groupBy("name")
            .where(distance.lessThan(Expression.literal(4)))
            .count()
            .sum(Expression.literal(1).dividedBy(distance.plus(Expression.literal(1))));
    // doc
    try (Table table = Table.open(uri)) {
      assertThat(table.scan().aggregate(byName).groupCount()).isPositive();
      assertThat(table.scan().aggregate(near).groupCount()).isPositive();
      Aggregator one = table.scan().aggregate(Aggregation.groupBy().count());
      assertThat(one.getLong(0, 0)).isEqualTo(table.rowCount());
    }
  }

  @Test
  void sendsPredicatesToOtherProcesses() {
    writeNested();
    // doc
    Predicate predicate =
        Predicate.and(
            Predicate.in("id", List.of(7, 8, 990)),
            Predicate.or(
                Predicate.contains("name", "em 99"), Predicate.notEqualNullSafe("place.x", 4.0)));
    byte[] bytes = predicate.toBytes();
    // in another process
    try (Table table = Table.open(uri)) {
      DatasetScan scan = table.scan().filter(Predicate.fromBytes(bytes));
      try (BatchCursor cursor = scan.batches()) {
        while (cursor.next()) {
          System.out.println(cursor.batch().selectedCount() + " rows match " + predicate);
        }
      }
    }
    // doc
    try (Table table = Table.open(uri);
        RowCursor cursor = table.scan().select("id").filter(predicate).rows()) {
      List<Long> ids = new ArrayList<>();
      while (cursor.next()) {
        ids.add(cursor.row().getLong(0));
      }
      assertThat(ids).containsExactly(7L, 990L);
    }
  }

  @Test
  void writesInOtherProcesses() {
    Schema schema =
        Schema.of(Field.required("id", Type.int64()), Field.nullable("price", Type.float64()));
    // doc
    DistributedWrite write =
        TableWriter.create(uri, schema).memoryLimit(256 << 20).openDistributed();
    byte[] task = write.toBytes(); // to all workers

    // on a worker: partition 0, first attempt
    byte[] result;
    try (TaskWriter worker = DistributedWrite.fromBytes(task).openTask(0, 0)) {
      try (RowWriter rows = worker.newRowWriter()) {
        rows.setLong(0, 42);
        rows.endRow();
      }
      result = worker.finish().toBytes(); // durable; to the driver
    }

    // on the driver, or any other machine
    DistributedWrite driver = DistributedWrite.fromBytes(task);
    driver.commit(List.of(TaskResult.fromBytes(result)));
    // doc
    try (Table table = Table.open(uri)) {
      assertThat(table.rowCount()).isEqualTo(1);
    }
  }

  @Test
  void writesPartitions() {
    Schema schema =
        Schema.of(
            Field.required("id", Type.int64()),
            Field.nullable("time", Type.timestamp(TimeUnit.MICROS)));
    // doc
    try (TableWriter writer =
        TableWriter.create(uri, schema)
            .partitionBy(Partitioning.day("time"), Partitioning.bucket("id", 16))
            .sortBy(SortColumn.ascending("time"))
            .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        rows.setLong(0, 42);
        rows.setLong(1, 1_700_000_000_000_000L);
        rows.endRow();
      }
      CommitResult result = writer.commit();
      System.out.println(result.shortRowGroups() + " row groups were ended early");
    }
    // doc
    try (Table table = Table.open(uri)) {
      assertThat(table.rowCount()).isEqualTo(1);
    }
  }

  private void writeBatches() {
    // doc
    Schema schema =
        Schema.of(Field.required("id", Type.int64()), Field.nullable("price", Type.float64()));
    try (TableWriter writer = TableWriter.create(uri, schema).open()) {
      try (BatchWriter batches = writer.newBatchWriter()) {
        batches.setLongs(0, new long[] {1, 2, 3});
        batches.setDoubles(1, new double[] {1.5, 0, 2.5});
        batches.setNulls(1, new boolean[] {false, true, false});
        batches.endBatch(3);
      }
      writer.commit();
    }
    // doc
  }

  @Test
  void writesNestedBatches() {
    // doc
    Schema schema =
        Schema.of(
            Field.required("id", Type.int64()),
            Field.nullable("tags", Type.list(Field.nullable("element", Type.string()))));
    try (TableWriter writer = TableWriter.create(uri, schema).open()) {
      try (BatchWriter batches = writer.newBatchWriter()) {
        batches.column(0).setLongs(new long[] {1, 2, 3});
        BatchColumn tags = batches.column(1);
        tags.setOffsets(new int[] {0, 2, 2, 2});
        tags.setNulls(new boolean[] {false, false, true});
        byte[] text = "newsale".getBytes(StandardCharsets.UTF_8);
        tags.child(0).setBytes(text, new int[] {0, 3, 7});
        batches.endBatch(3);
      }
      writer.commit();
    }
    // doc
    try (Table table = Table.open(uri);
        RowCursor rows = table.scan().rows()) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.row().materialize()).isEqualTo(List.of(1L, List.of("new", "sale")));
    }
  }

  @Test
  void packsDataFiles() {
    Schema schema =
        Schema.of(Field.required("id", Type.int64()), Field.nullable("price", Type.float64()));
    // doc
    try (TableWriter writer =
        TableWriter.create(uri, schema)
            .rowGroupSize(32 << 20)
            .fileSize(512 << 20)
            .separateColumnGroups()
            .open()) {
      write(writer);
    }
    // doc
    try (Table table = Table.open(uri)) {
      assertThat(table.layout().files()).hasSize(2);
      assertThat(table.layout().rowGroups().get(0).extents()).hasSize(2);
    }
  }

  private static void write(TableWriter writer) {
    try (RowWriter rows = writer.newRowWriter()) {
      rows.setLong(0, 1);
      rows.endRow();
    }
    writer.commit();
  }

  @Test
  void writesAndReadsFiles() {
    Schema schema =
        Schema.of(Field.required("id", Type.int64()), Field.nullable("price", Type.float64()));
    String file = uri(directory.resolve("prices.albis"));
    // doc
    try (AlbisFileWriter writer = AlbisFileWriter.create(file, schema).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        rows.setLong(0, 7);
        rows.setDouble(1, 19.99);
        rows.endRow();
      }
      FileResult result = writer.finish();
      System.out.println(result.length() + " bytes, file id " + result.fileId());
    }
    try (AlbisFile opened = AlbisFile.open(file);
        RowCursor cursor = opened.scan().select("price").rows()) {
      while (cursor.next()) {
        System.out.println(cursor.row().getDouble(0));
      }
    }
    // doc
    try (AlbisFile opened = AlbisFile.open(file)) {
      assertThat(opened.rowCount()).isEqualTo(1);
      assertThat(opened.columnStatistics().get(1).max()).contains(19.99);
    }
  }

  @Test
  void writesAndReadsBatches() {
    writeBatches();
    // doc
    double sum = 0;
    try (Table table = Table.open(uri);
        BatchCursor cursor = table.scan().select("price").batches()) {
      while (cursor.next()) {
        ColumnBatch batch = cursor.batch();
        ColumnVector price = batch.column(0);
        for (int row = 0; row < batch.rowCount(); row++) {
          if (!price.isNullAt(row)) {
            sum += price.getDouble(row);
          }
        }
      }
    }
    // doc
    assertThat(sum).isEqualTo(4);
    // doc
    LongAdder rows = new LongAdder();
    try (Table table = Table.open(uri, ReadOptions.defaults().memoryLimit(64 << 20))) {
      table.scan().forEachBatch(4, batch -> rows.add(batch.rowCount()));
    }
    // doc
    assertThat(rows.sum()).isEqualTo(3);
    // doc
    try (Table table = Table.open(uri)) {
      for (Split split : table.scan().splits(64 << 20)) {
        try (BatchCursor cursor = table.scan().batches(split)) {
          while (cursor.next()) {
            System.out.println(split + ": " + cursor.batch().rowCount() + " rows");
          }
        }
      }
    }
    // doc
  }

  @Test
  void plansAndReadsForAnEngine() {
    writeBatches();
    // doc
    try (Table table = Table.open(uri)) {
      DatasetScan scan = table.scan().select("id").filter(Predicate.greaterThan("price", 1));
      ScanStatistics statistics = scan.statistics(List.of("id"));
      System.out.println(statistics.rowCount() + " rows in " + statistics.bytes() + " bytes");
      List<Split> splits = scan.splitByPartition().splits(64 << 20);
      // later: the keys of the other side of a join are known
      Predicate keys = Predicate.in("id", List.of(1L, 2L));
      for (Split split : scan.pruneBy(keys).prune(splits)) {
        System.out.println(table.partitionValues(split.partition()) + ": " + split.bytes());
      }
    }
    // doc
    Predicate keys = Predicate.in("id", List.of(1L, 2L));
    Split split;
    try (Table table = Table.open(uri)) {
      split = table.scan().select("id").splits(1 << 20).get(0);
    }
    MemoryBudget budget =
        new MemoryBudget() {
          @Override
          public boolean tryReserve(long bytes) {
            return true;
          }

          @Override
          public void release(long bytes) {
            assertThat(bytes).isPositive();
          }
        };
    // doc
    try (Table table = Table.open(uri)) {
      DatasetScan scan = table.scan().select("id").pruneBy(keys).memoryBudget(budget);
      try (BatchCursor cursor = scan.batches(split)) {
        while (cursor.next()) {
          ColumnBatch batch = cursor.batch();
          String place = batch.file() + ", row group " + batch.rowGroup();
          System.out.println(place + ", from row " + batch.firstRowInRowGroup());
        }
        ScanMetrics metrics = cursor.metrics();
        System.out.println(metrics.bytesRead() + " bytes in " + metrics.requests() + " requests");
      }
    }
    // doc
    // doc
    long prices = 0;
    try (Table table = Table.open(uri)) {
      List<RowGroupInfo> rowGroups = new ArrayList<>();
      table.scan().visitRowGroups(List.of("price"), rowGroups::add);
      for (RowGroupInfo rowGroup : rowGroups) {
        prices += rowGroup.rowCount() - rowGroup.columns().get(0).nullCount();
      }
    }
    // doc
    assertThat(prices).isEqualTo(2);
  }

  @Test
  void exchangesBatchesWithArrow() {
    writeBatches();
    String copy = uri + "-copy";
    // doc
    try (BufferAllocator allocator = new RootAllocator();
        Table table = Table.open(uri);
        BatchCursor cursor = table.scan().batches();
        ArrowExport export = new ArrowExport(table.schema(), allocator);
        TableWriter writer =
            TableWriter.create(copy, ArrowInput.schema(export.root().getSchema())).open()) {
      try (BatchWriter batches = writer.newBatchWriter()) {
        ArrowInput input = new ArrowInput(writer.schema(), batches);
        while (cursor.next()) {
          VectorSchemaRoot batch = export.load(cursor.batch());
          input.write(batch);
        }
      }
      writer.commit();
    }
    // doc
    try (Table table = Table.open(copy)) {
      assertThat(table.rowCount()).isEqualTo(3);
    }
  }

  @Test
  void recordsWorkloads() throws IOException {
    writeBatches();
    Path file = directory.resolve("queries.jsonl");
    // doc
    WorkloadRecorder recorder = new WorkloadRecorder();
    ReadOptions recorded = ReadOptions.defaults().recordWorkload(recorder);
    try (Table table = Table.open(uri, recorded)) {
      table.scan().select("id", "price").forEachBatch(2, batch -> {});
    }
    try (OutputStream out = Files.newOutputStream(file)) {
      recorder.write(out);
    }
    // doc
    assertThat(file).hasContent("{\"columns\":[\"id\",\"price\"],\"weight\":1.0}");
  }

  @Test
  void cachesSegments() {
    writeBatches();
    // doc
    try (ColumnCache cache = ColumnCache.builder().limit(1L << 30).build();
        Table table = Table.open(uri, ReadOptions.defaults().cache(cache))) {
      DatasetScan scan = table.scan().select("price");
      // Two scans of these columns will follow.
      try (RegisteredPlan plan = cache.plan(scan.planned("query 42", 2))) {
        scan.forEachBatch(2, batch -> {});
        scan.forEachBatch(2, batch -> {});
        System.out.println(plan.remainingScans() + " scans of segments are left");
      }
      System.out.println(cache.statistics().hits() + " hits");
      System.out.println(cache.reclaim(64 << 20) + " bytes released");
    }
    // doc
    assertThat(ColumnCache.isSharedByDefault()).isFalse();
  }

  @Test
  void changesTheSchema() {
    writeBatches();
    // doc
    try (Table table = Table.open(uri);
        RowCursor prices = table.scan().select("price").rows();
        TableUpdate update = TableUpdate.open(uri)) {
      update
          .renameColumn("id", "item")
          .addColumn(Field.nullable("note", Type.string()))
          .addColumn(
              Field.nullable("gross", Type.float64()),
              (firstRow, rowCount, column) -> {
                for (long i = 0; i < rowCount; i++) {
                  prices.next();
                  if (!prices.row().isNullAt(0)) {
                    column.setDouble(0, prices.row().getDouble(0) * 1.2);
                  }
                  column.endRow();
                }
              })
          .commit();
    }
    // doc
    try (Table table = Table.open(uri);
        RowCursor rows = table.scan().rows()) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.row().materialize())
          .isEqualTo(java.util.Arrays.asList(1L, 1.5, null, 1.7999999999999998));
    }
  }

  @Test
  void appendsRowsWithNewColumns() {
    writeBatches();
    // doc
    try (TableWriter writer =
        TableWriter.append(uri).addColumn(Field.nullable("note", Type.string())).open()) {
      int note = writer.schema().ordinal("note");
      try (RowWriter rows = writer.newRowWriter()) {
        rows.setLong(0, 8);
        rows.setString(note, "the first row that has one");
        rows.endRow();
      }
      writer.commit();
    }
    // doc
    try (Table table = Table.open(uri);
        RowCursor rows = table.scan().select("note").rows()) {
      assertThat(table.snapshots()).hasSize(2);
      assertThat(rows.next()).isTrue();
      assertThat(rows.row().isNullAt(0)).isTrue();
      String last = null;
      while (rows.next()) {
        last = rows.row().getString(0);
      }
      assertThat(last).isEqualTo("the first row that has one");
    }
  }

  @Test
  void maintains() {
    writeBatches();
    // doc
    try (TableMaintenance table = TableMaintenance.open(uri)) {
      table.tag("before", 0);
      OptimizeResult plan = table.planOptimize(RewriteOptions.defaults());
      if (plan.bytes() > 0) {
        table.optimize(RewriteOptions.defaults());
      }
      table.expire(Duration.ofDays(7), 3);
      table.clean(Duration.ofDays(1));
    }
    // doc
    try (Table table = Table.open(uri)) {
      assertThat(table.snapshots()).hasSize(2);
      assertThat(table.rowCount()).isEqualTo(3);
    }
  }

  @Test
  void mergesRowGroups() {
    writeBatches();
    try (TableWriter writer = TableWriter.append(uri).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        rows.setLong(0, 4);
        rows.endRow();
      }
      writer.commit();
    }
    // doc
    try (TableMaintenance table = TableMaintenance.open(uri)) {
      MergeResult plan = table.planMergeRowGroups(RewriteOptions.defaults());
      if (!plan.isEmpty()) {
        table.mergeRowGroups(RewriteOptions.defaults());
      }
    }
    // doc
    try (Table table = Table.open(uri)) {
      assertThat(table.rowGroups()).hasSize(1);
      assertThat(table.rowCount()).isEqualTo(4);
    }
  }

  @Test
  void replacesRowGroups() {
    writeBatches();
    // doc
    try (Table table = Table.open(uri)) {
      RowGroupInfo first = table.rowGroups().get(0);
      List<List<Long>> replaced = List.of(List.of(first.number()));
      try (TableWriter writer =
          TableWriter.replaceRowGroups(uri, table.snapshot().id(), replaced).open()) {
        try (RowWriter rows = writer.newRowWriter();
            RowCursor cursor = table.scan().rows(first.firstRow(), first.rowCount())) {
          while (cursor.next()) {
            if (!cursor.row().isNullAt(1)) {
              rows.setLong(0, cursor.row().getLong(0));
              rows.setDouble(1, cursor.row().getDouble(1));
              rows.endRow();
            }
          }
        }
        writer.commit();
      }
    }
    // doc
    try (Table table = Table.open(uri)) {
      assertThat(table.rowCount()).isEqualTo(2);
    }
  }
}
