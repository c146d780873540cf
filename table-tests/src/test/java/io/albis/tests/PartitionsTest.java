// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CommitConflictException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.error.UnsupportedVersionException;
import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.SortColumn;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.TransformKind;
import io.albis.format.schema.Type;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.AlbisFileWriter;
import io.albis.writer.BatchWriter;
import io.albis.writer.CommitResult;
import io.albis.writer.DistributedWrite;
import io.albis.writer.FileResult;
import io.albis.writer.RowWriter;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import io.albis.writer.TaskResult;
import io.albis.writer.TaskWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Partitioned tables: what writers put where, and what readers skip. */
class PartitionsTest {

  private static final Schema SCHEMA =
      Schema.of(
          Field.required("id", Type.int64()),
          Field.nullable("region", Type.string()),
          Field.nullable("ts", Type.timestamp(TimeUnit.MICROS)));

  private static final long DAY = 86_400_000_000L;

  @TempDir Path directory;
  private String uri;

  @BeforeEach
  void chooseTable() {
    uri = TestRoot.uri(directory.resolve("t"));
  }

  private static void add(RowWriter rows, long id, String region, long ts) {
    rows.setLong(0, id);
    if (region != null) {
      rows.setString(1, region);
    }
    rows.setLong(2, ts);
    rows.endRow();
  }

  private static CommitResult write(TableWriter.Builder builder, long from, long to, int regions) {
    try (TableWriter writer = builder.open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (long id = from; id < to; id++) {
          add(rows, id, id % regions == 0 ? null : "r" + id % regions, id / 1000 * DAY);
        }
      }
      return writer.commit();
    }
  }

  private static List<Long> ids(DatasetScan scan) {
    List<Long> ids = new ArrayList<>();
    try (RowCursor cursor = scan.select("id").rows()) {
      while (cursor.next()) {
        ids.add(cursor.row().getLong(0));
      }
    }
    return ids;
  }

  private void requireIds(long from, long to) {
    try (Table table = TestTables.open(uri)) {
      assertThat(ids(table.scan()))
          .containsExactlyInAnyOrderElementsOf(LongStream.range(from, to).boxed().toList());
      assertThat(table.verify(any -> {}).problems()).isEmpty();
    }
  }

  private Snapshot latest() throws IOException {
    StoredFiles files = new StoredFiles(uri);
    long id = files.list("snapshot-").size();
    FileEnd end = FileEnd.whole(TablePaths.snapshot(id), files.read(TablePaths.snapshot(id)));
    return SnapshotFile.decode(end, id).snapshot();
  }

  private static List<Partitioning> all(String column) {
    return List.of(
        Partitioning.identity(column),
        Partitioning.bucket(column, 5),
        Partitioning.truncate(column, 3),
        Partitioning.truncate(column, 1_000_000_000),
        Partitioning.year(column),
        Partitioning.month(column),
        Partitioning.day(column),
        Partitioning.hour(column));
  }

  /** Rows of few different values in each column that can be a source of partitions. */
  private static List<List<Object>> rows(RandomData data, Schema schema, int count) {
    Random random = data.random();
    List<List<Object>> pools = new ArrayList<>();
    for (Field field : schema.fields()) {
      List<Object> pool = new ArrayList<>();
      int size = 1 + random.nextInt(4);
      for (int i = 0; i < size; i++) {
        pool.add(data.value(field.type()));
      }
      if (field.nullable() && random.nextBoolean()) {
        pool.add(null);
      }
      pools.add(pool);
    }
    boolean isClustered = random.nextBoolean();
    List<List<Object>> rows = new ArrayList<>();
    for (long id = 0; id < count; id++) {
      if (isClustered && id > 0 && random.nextInt(100) > 0) {
        List<Object> row = new ArrayList<>(rows.get(rows.size() - 1));
        row.set(0, id);
        rows.add(row);
        continue;
      }
      List<Object> row = new ArrayList<>(List.of(id));
      for (int c = 1; c < pools.size(); c++) {
        row.add(pools.get(c).get(random.nextInt(pools.get(c).size())));
      }
      rows.add(row);
    }
    return rows;
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
  void everyRowIsInItsPartition(long seed) throws IOException {
    RandomData data = new RandomData(seed);
    Random random = data.random();
    List<Field> fields = new ArrayList<>(List.of(Field.required("id", Type.int64())));
    fields.addAll(data.schema(6, 1).fields());
    List<Partitioning> candidates = new ArrayList<>();
    for (Field field : fields.subList(1, fields.size())) {
      all(field.name()).stream()
          .filter(one -> one.transform().accepts(field.type()))
          .forEach(one -> candidates.add(one.named("p" + candidates.size())));
    }
    fields.add(Field.nullable("nested", data.schema(1, 4).fields().get(0).type()));
    fields.add(Field.nullable("list", Type.parse("list<struct<a: string, b: list<int32>>>")));
    fields.add(Field.nullable("map", Type.parse("map<string, double>")));
    Schema schema = Schema.of(fields);
    List<List<Object>> rows = rows(data, schema, 3000);
    java.util.Collections.shuffle(candidates, random);
    List<String> groups = List.of("single", "auto", "id,c0,c1");
    TableWriter.Builder builder =
        TableWriter.create(uri, schema)
            .columnGroups(ColumnGroupSpec.parse(groups.get(random.nextInt(3))));
    if (random.nextInt(3) == 0) {
      builder.separateColumnGroups();
    }
    try (TableWriter writer =
        builder
            .segmentSize(4096 << random.nextInt(4))
            .rowGroupSize(65536 << random.nextInt(4))
            .fileSize(1 << (17 + random.nextInt(4)))
            .openPartitions(1 + random.nextInt(40))
            .memoryLimit(16 << 20)
            .partitionBy(
                candidates
                    .subList(0, Math.min(candidates.size(), 1 + random.nextInt(3)))
                    .toArray(Partitioning[]::new))
            .open()) {
      try (RowWriter out = writer.newRowWriter()) {
        RowInput.write(out, schema, rows);
        assertThat(out.rowCount()).isEqualTo(rows.size());
      }
      CommitResult result = writer.commit();
      assertThat(result.rowCount()).isEqualTo(rows.size());
      assertThat(result.shortRowGroups()).isLessThanOrEqualTo(result.writtenRowGroups());
      assertThat(writer.memoryUsed()).isZero();
    }
    try (Table table = TestTables.open(uri)) {
      List<List<Object>> found = new ArrayList<>();
      try (RowCursor cursor = table.scan().rows()) {
        while (cursor.next()) {
          found.add(cursor.row().materialize());
        }
      }
      found.sort(Comparator.comparing(row -> (Long) row.get(0)));
      Values.assertSameRows(found, rows);
      assertThat(table.verify(any -> {}).problems()).isEmpty();
    }
    if (new StoredFiles(uri).list("manifest-").size() == 1) {
      PartitionedFiles files = PartitionedFiles.check(uri);
      assertThat(files.partitions()).allMatch(tuple -> tuple.specId() == 1);
    }
  }

  /** With as many open partitions as there are, each has one row group; otherwise more. */
  @Test
  void openPartitionsAreBounded() throws IOException {
    TableWriter.Builder create =
        TableWriter.create(uri, SCHEMA).partitionBy(Partitioning.identity("region"));
    CommitResult enough = write(create.openPartitions(200), 0, 50_000, 200);
    assertThat(enough.writtenRowGroups()).isEqualTo(200);
    assertThat(enough.shortRowGroups()).isZero();
    CommitResult few = write(TableWriter.append(uri).openPartitions(7), 50_000, 60_000, 20);
    // Chunks of 512 rows would give 400: they grow, as most row groups are ended early.
    assertThat(few.writtenRowGroups()).isBetween(21, 200);
    assertThat(few.shortRowGroups()).isEqualTo(few.writtenRowGroups() - 7);
    requireIds(0, 60_000);
    PartitionedFiles files = PartitionedFiles.check(uri);
    assertThat(new HashSet<>(files.partitions())).hasSize(200);
    assertThat(files.partitions()).contains(nullPartition());
  }

  private static PartitionTuple nullPartition() {
    return new PartitionTuple(1, java.util.Collections.singletonList(null));
  }

  @ParameterizedTest
  @ValueSource(longs = {256 << 10, 1 << 20, 8 << 20})
  void memoryIsBounded(long limit) {
    CommitResult result;
    try (TableWriter writer =
        TableWriter.create(uri, SCHEMA)
            .partitionBy(Partitioning.bucket("id", 1000), Partitioning.identity("region"))
            .openPartitions(500)
            .memoryLimit(limit)
            .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (long id = 0; id < 6_000; id++) {
          add(rows, id, "region with a name that is long " + id % 3, id);
        }
      }
      result = writer.commit();
      assertThat(writer.peakMemoryUsed()).isLessThanOrEqualTo(limit);
    }
    assertThat(result.shortRowGroups()).isPositive();
    requireIds(0, 6_000);
  }

  @Test
  void rowsThatComeInOrderMakeFullRowGroups() throws IOException {
    try (TableWriter writer =
        TableWriter.create(uri, SCHEMA)
            .partitionBy(Partitioning.day("ts"))
            .sortBy(SortColumn.ascending("id"))
            .rowGroupSize(1 << 16)
            .openPartitions(2)
            .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (long id = 0; id < 40_000; id++) {
          add(rows, id, "x", id / 10_000 * DAY + id);
        }
      }
      CommitResult result = writer.commit();
      // The last row group of each of two days that were pushed out.
      assertThat(result.shortRowGroups()).isEqualTo(2);
      assertThat(result.unorderedRowGroups()).isZero();
    }
    try (Table table = TestTables.open(uri)) {
      assertThat(ids(table.scan())).hasSize(40_000);
      assertThat(table.verify(any -> {}).problems()).isEmpty();
    }
    PartitionedFiles.check(uri);
  }

  @Test
  void batchesAreRoutedLikeRows() throws IOException {
    int count = 30_000;
    try (TableWriter writer =
        TableWriter.create(uri, SCHEMA)
            .partitionBy(Partitioning.truncate("region", 1), Partitioning.month("ts"))
            .rowGroupSize(1 << 16)
            .open()) {
      try (BatchWriter batches = writer.newBatchWriter()) {
        for (int first = 0; first < count; first += 3000) {
          long[] ids = new long[3000];
          String[] regions = new String[3000];
          long[] times = new long[3000];
          for (int i = 0; i < ids.length; i++) {
            ids[i] = (long) first + i;
            regions[i] = i % 7 == 0 ? null : (char) ('a' + i % 5) + "" + i;
            times[i] = (first + i) * DAY / 500;
          }
          batches.setLongs(0, ids);
          batches.setStrings(1, regions);
          batches.setLongs(2, times);
          batches.endBatch(ids.length);
        }
        assertThat(batches.rowCount()).isEqualTo(count);
      }
      assertThat(writer.commit().rowCount()).isEqualTo(count);
    }
    requireIds(0, count);
    assertThat(new HashSet<>(PartitionedFiles.check(uri).partitions())).hasSizeGreaterThan(6);
  }

  @Test
  void readersSkipRowGroupsAndManifests() throws IOException {
    write(
        TableWriter.create(uri, SCHEMA)
            .partitionBy(Partitioning.day("ts"), Partitioning.bucket("region", 4)),
        0,
        3000,
        50);
    write(TableWriter.append(uri), 3000, 6000, 50);
    write(TableWriter.append(uri), 6000, 9000, 50);
    Predicate region = Predicate.equal("region", "r7");
    Predicate day = Predicate.and(region, Predicate.equal("ts", 4 * DAY));
    try (Table table = TestTables.open(uri)) {
      long all = table.scan().select("id").segments().size();
      assertThat(all).isEqualTo(9 * 5);
      assertThat(table.scan().select("id").pruneBy(region).segments().size()).isEqualTo(9);
      assertThat(table.scan().select("id").pruneBy(day).segments().size()).isEqualTo(1);
      assertThat(ids(table.scan().filter(day)))
          .containsExactlyElementsOf(
              LongStream.range(4000, 5000).filter(id -> id % 50 == 7).boxed().toList());
      assertThat(ids(table.scan().filter(Predicate.isNull("region")))).hasSize(180);
    }
    Snapshot snapshot = latest();
    new StoredFiles(uri).delete(snapshot.manifests().get(0).path());
    new StoredFiles(uri).delete(snapshot.manifests().get(2).path());
    try (Table table = TestTables.open(uri)) {
      assertThat(ids(table.scan().filter(day))).hasSize(20);
    }
  }

  @Test
  void specsChange() throws IOException {
    write(TableWriter.create(uri, SCHEMA), 0, 1000, 5);
    try (TableUpdate update = TableUpdate.open(uri)) {
      assertThatThrownBy(() -> update.partitionBy(Partitioning.hour("region")))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessage("Cannot apply transform hour to type string");
      update.partitionBy(Partitioning.identity("region"), Partitioning.day("ts"));
      assertThatThrownBy(() -> update.dropColumn("region"))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessage("Cannot drop column region: new rows are partitioned by it");
      update.commit();
    }
    write(TableWriter.append(uri), 1000, 3000, 5);
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.partitionBy(Partitioning.day("ts"), Partitioning.bucket("id", 3)).commit();
    }
    write(TableWriter.append(uri), 3000, 4000, 5);
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.partitionBy().dropColumn("region").commit();
    }
    try (TableWriter writer = TableWriter.append(uri).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        rows.setLong(0, 4000);
        rows.endRow();
      }
      writer.commit();
    }
    Snapshot snapshot = latest();
    assertThat(snapshot.partitionSpecId()).isZero();
    List<PartitionSpec> specs = snapshot.partitionSpecs();
    assertThat(specs).hasSize(2);
    assertThat(specs.get(1).fields().get(0)).isEqualTo(specs.get(0).fields().get(1));
    assertThat(snapshot.nextId()).isGreaterThan(specs.get(1).fields().get(1).id());
    assertThat(specs.get(1).fields().get(1).id()).isGreaterThan(specs.get(0).fields().get(1).id());
    requireIds(0, 4001);
    Set<Integer> used = new HashSet<>();
    PartitionedFiles.check(uri).partitions().forEach(tuple -> used.add(tuple.specId()));
    assertThat(used).containsExactlyInAnyOrder(0, 1, 2);
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.partitionBy(Partitioning.day("ts"), Partitioning.bucket("id", 3)).commit();
    }
    assertThat(latest().partitionSpecId()).isEqualTo(2);
    assertThat(latest().nextId()).isEqualTo(snapshot.nextId());
  }

  /** Partitions from before a column was widened are found, and columns are added to them. */
  @Test
  void columnsAreWidenedAndAdded() throws IOException {
    Schema schema =
        Schema.of(
            Field.required("id", Type.int64()),
            Field.nullable("small", Type.int16()),
            Field.nullable("price", Type.decimal(5, 2)));
    try (TableWriter writer =
        TableWriter.create(uri, schema)
            .partitionBy(
                Partitioning.identity("small"),
                Partitioning.truncate("price", 100),
                Partitioning.bucket("price", 2))
            .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int id = 0; id < 2000; id++) {
          rows.setLong(0, id);
          rows.setShort(1, (short) (id % 4 - 2));
          rows.setUnscaledDecimal(2, id % 300);
          rows.endRow();
        }
      }
      writer.commit();
    }
    try (TableUpdate update = TableUpdate.open(uri)) {
      update
          .widenColumn("small", Type.int64())
          .widenColumn("price", Type.decimal(20, 2))
          .addColumn(
              Field.required("added", Type.int32()),
              (first, count, rows) -> {
                for (long i = 0; i < count; i++) {
                  rows.setInt(0, 1);
                  rows.endRow();
                }
              })
          .commit();
    }
    try (TableWriter writer = TableWriter.append(uri).open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (int id = 2000; id < 4000; id++) {
          rows.setLong(0, id);
          rows.setLong(1, id % 4 - 2);
          rows.setUnscaledDecimal(2, id % 300);
          rows.setInt(3, 1);
          rows.endRow();
        }
      }
      writer.commit();
    }
    requireIds(0, 4000);
    try (Table table = TestTables.open(uri)) {
      DatasetScan one = table.scan().select("id").pruneBy(Predicate.equal("small", -2L));
      assertThat(one.segments().size()).isLessThan(table.scan().segments().size() / 2);
      assertThat(ids(table.scan().filter(Predicate.equal("small", -2L))))
          .hasSize(1000)
          .allMatch(id -> id % 4 == 0);
    }
  }

  @Test
  void changesOfTheSpecConflict() {
    write(TableWriter.create(uri, SCHEMA), 0, 10, 5);
    try (TableWriter writer = TableWriter.append(uri).open();
        TableUpdate other = TableUpdate.open(uri)) {
      try (RowWriter rows = writer.newRowWriter()) {
        add(rows, 10, "x", 0);
      }
      DistributedWrite distributed = TableWriter.append(uri).openDistributed();
      TaskResult result = run(distributed, 0, 11, 12);
      try (TableUpdate update = TableUpdate.open(uri)) {
        update.partitionBy(Partitioning.day("ts")).commit();
      }
      assertThatThrownBy(writer::commit)
          .isInstanceOf(CommitConflictException.class)
          .hasMessageContaining("the partition spec has changed from 0 to 1");
      assertThatThrownBy(() -> distributed.commit(List.of(result)))
          .isInstanceOf(CommitConflictException.class);
      other.partitionBy(Partitioning.bucket("id", 2));
      assertThatThrownBy(other::commit).isInstanceOf(CommitConflictException.class);
    }
    // An append does not conflict with one by the same spec.
    try (TableWriter writer = TableWriter.append(uri).open()) {
      write(TableWriter.append(uri), 10, 20, 5);
      try (RowWriter rows = writer.newRowWriter()) {
        add(rows, 20, "x", 0);
      }
      writer.commit();
    }
    requireIds(0, 21);
    assertThatThrownBy(
            () -> TableWriter.append(uri).partitionBy(Partitioning.identity("id")).open())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("set its partitions by a TableUpdate");
  }

  private static TaskResult run(DistributedWrite write, int part, long from, long to) {
    DistributedWrite task = DistributedWrite.fromBytes(write.toBytes());
    try (TaskWriter writer = task.openTask(part, 0)) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (long id = from; id < to; id++) {
          add(rows, id, "r" + id % 9, id * DAY / 100);
        }
      }
      return TaskResult.fromBytes(writer.finish().toBytes());
    }
  }

  @Test
  void distributedWrites() throws IOException {
    DistributedWrite write =
        TableWriter.create(uri, SCHEMA)
            .partitionBy(Partitioning.identity("region").named("area"), Partitioning.year("ts"))
            .openPartitions(4)
            .openDistributed();
    List<TaskResult> results = List.of(run(write, 0, 0, 9000), run(write, 1, 9000, 20_000));
    CommitResult result = write.commit(results);
    assertThat(result.shortRowGroups()).isPositive().isLessThan(result.writtenRowGroups());
    requireIds(0, 20_000);
    PartitionedFiles.check(uri);
    PartitionSpec spec = latest().partitionSpec().orElseThrow();
    assertThat(spec.fields()).extracting("name").containsExactly("area", "ts_year");
    DistributedWrite append = TableWriter.append(uri).openDistributed();
    append.commit(List.of(run(append, 0, 20_000, 20_100)));
    requireIds(0, 20_100);
    assertThat(new HashSet<>(PartitionedFiles.check(uri).partitions()))
        .allMatch(tuple -> tuple.specId() == 1);
  }

  @Test
  void replacedTables() throws IOException {
    write(TableWriter.create(uri, SCHEMA).partitionBy(Partitioning.identity("region")), 0, 100, 5);
    write(TableWriter.overwrite(uri), 0, 100, 5);
    assertThat(latest().partitionSpecId()).isEqualTo(1);
    write(TableWriter.overwrite(uri, SCHEMA).partitionBy(Partitioning.bucket("id", 2)), 0, 100, 5);
    assertThat(latest().partitionSpecId()).isEqualTo(2);
    requireIds(0, 100);
    write(TableWriter.overwrite(uri, SCHEMA), 0, 100, 5);
    assertThat(latest().partitionSpecId()).isZero();
    assertThat(latest().partitionSpecs()).hasSize(2);
    requireIds(0, 100);
  }

  @Test
  void filesThatStandAlone() throws IOException {
    String root = TestRoot.uri(directory);
    FileResult result;
    try (AlbisFileWriter writer =
        AlbisFileWriter.create(root + "/x.albis", SCHEMA)
            .partitionBy(Partitioning.identity("region"))
            .openPartitions(2)
            .open()) {
      try (RowWriter rows = writer.newRowWriter()) {
        for (long id = 0; id < 5000; id++) {
          add(rows, id, "r" + id % 3, 0);
        }
      }
      result = writer.finish();
    }
    List<PartitionTuple> partitions =
        PartitionedFiles.check(new StoredFiles(root), root, "x.albis").partitions();
    assertThat(partitions).hasSize(result.rowGroupCount()).hasSizeGreaterThan(3);
    assertThat(result.shortRowGroups()).isEqualTo(partitions.size() - 2);
  }

  /** A newer version partitions the table in a way that this one does not know. */
  @Test
  void unknownTransforms() throws IOException {
    write(TableWriter.create(uri, SCHEMA).partitionBy(Partitioning.bucket("id", 3)), 0, 100, 5);
    String path = TablePaths.snapshot(1);
    StoredFiles files = new StoredFiles(uri);
    byte[] bytes = files.read(path);
    int name =
        new String(bytes, StandardCharsets.ISO_8859_1)
            .indexOf(
                "id_bucket",
                (int)
                    ByteBuffer.wrap(bytes)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .getLong(bytes.length - 64));
    // In front of the name: its tag and length, the parameter, and the transform.
    assertThat(bytes[name - 5]).isEqualTo((byte) 2);
    bytes[name - 5] = 99;
    fixChecksums(bytes);
    files.write(path, bytes);
    assertThat(latest().partitionSpec().orElseThrow().fields().get(0).transform().kind())
        .isEqualTo(TransformKind.UNKNOWN);
    try (Table table = TestTables.open(uri)) {
      assertThat(ids(table.scan().filter(Predicate.equal("id", 7L)))).containsExactly(7L);
    }
    requireIds(0, 100);
    assertThatThrownBy(() -> TableWriter.append(uri).open())
        .isInstanceOf(UnsupportedVersionException.class)
        .hasMessageContaining("unsupported transform of partition field id_bucket");
    assertThatThrownBy(() -> TableWriter.append(uri).openDistributed())
        .isInstanceOf(UnsupportedVersionException.class);
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.describeColumn("id", "a number").commit();
    }
    requireIds(0, 100);
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.partitionBy(Partitioning.bucket("id", 3)).commit();
    }
    write(TableWriter.append(uri), 100, 200, 5);
    requireIds(0, 200);
    assertThat(latest().partitionSpecs()).hasSize(2);
    write(TableWriter.overwrite(uri, SCHEMA), 0, 100, 5);
    assertThat(latest().partitionSpecs().get(0).fields().get(0).transform().kind())
        .isEqualTo(TransformKind.UNKNOWN);
  }

  private static void fixChecksums(byte[] file) {
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    int tail = file.length - 64;
    bytes.putInt(tail + 12, crc(file, (int) bytes.getLong(tail), tail));
    bytes.putInt(tail + 52, crc(file, tail, tail + 52));
  }

  private static int crc(byte[] bytes, int from, int to) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, to - from);
    return (int) crc.getValue();
  }

  @Test
  void partitioningsAsText() {
    for (String text :
        List.of("region", "day(ts)", "bucket(id, 16)", "truncate(s.x, 4)", "hour(ts)", "year(a)")) {
      assertThat(Partitioning.parse(text)).hasToString(text);
    }
    assertThat(Partitioning.parse("bucket(id,16)")).isEqualTo(Partitioning.bucket("id", 16));
    assertThat(Partitioning.parse("identity(a)")).isEqualTo(Partitioning.identity("a"));
    assertThatThrownBy(() -> Partitioning.parse("bucket(16, id)"))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("bucket(16, id) (expected the column first, such as bucket(id, 16))");
    assertThatThrownBy(() -> Partitioning.parse("week(ts)"))
        .isInstanceOf(InvalidArgumentException.class);
    assertThatThrownBy(() -> Partitioning.parse("bucket(id)"))
        .isInstanceOf(InvalidArgumentException.class);
  }

  @Test
  void theHashOfTheModelIsTheOneOfTheSpecification() {
    assertThat(PartitionModel.hash("iceberg".getBytes(StandardCharsets.UTF_8)))
        .isEqualTo(1210000089);
    assertThat(PartitionModel.hash(new byte[] {0, 1, 2, 3})).isEqualTo(-188683207);
    assertThat(PartitionModel.hash(new byte[] {34, 0, 0, 0, 0, 0, 0, 0})).isEqualTo(2017239379);
  }
}
