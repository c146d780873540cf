// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CorruptFileException;
import io.albis.format.error.SnapshotExpiredException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.internal.layout.ColumnGroups;
import io.albis.format.internal.metadata.ManifestBuilder;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.format.internal.schema.BoundTransform;
import io.albis.format.internal.schema.PartitionField;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.Field;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Tag;
import io.albis.format.schema.Transform;
import io.albis.format.schema.Type;
import io.albis.reader.source.SegmentKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests reading tables whose data files have several row groups and column groups. */
class PackedTableTest {

  private static final Schema SCHEMA =
      Schema.of(
              Field.nullable("a", Type.int32()),
              Field.required("b", Type.int64()),
              Field.nullable("c", Type.string()))
          .withAssignedIds();

  @TempDir Path directory;

  private static List<Object> ints(int first, int count) {
    return IntStream.range(first, first + count)
        .mapToObj(i -> (Object) (i % 5 == 0 ? null : i))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static List<Object> longs(int first, int count) {
    return IntStream.range(first, first + count).mapToObj(i -> (Object) (-1L * i)).toList();
  }

  private static List<Object> texts(int first, int count) {
    return IntStream.range(first, first + count)
        .mapToObj(i -> (Object) (i % 7 == 0 ? null : "text " + i))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static List<String> expected(int first, int count) {
    return IntStream.range(first, first + count)
        .mapToObj(
            i -> (i % 5 == 0 ? null : i) + " " + -1L * i + " " + (i % 7 == 0 ? null : "text " + i))
        .toList();
  }

  /** All rows as text. */
  static List<String> rows(DatasetScan scan) {
    List<String> rows = new ArrayList<>();
    try (RowCursor cursor = scan.rows()) {
      while (cursor.next()) {
        rows.add(text(cursor.row(), scan.schema().fields().size()));
      }
    }
    return rows;
  }

  private static String text(RowView row, int columns) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      values.add(String.valueOf(row.getObject(i)));
    }
    return String.join(" ", values);
  }

  private TestFile.Written file(
      TestTable table, String name, int first, int rowGroups, int rows, int perSegment) {
    TestFile file = table.file();
    for (int r = 0; r < rowGroups; r++) {
      int from = first + r * rows;
      file.rowGroup(rows)
          .column("a", perSegment, ints(from, rows))
          .column("b", perSegment, longs(from, rows))
          .column("c", perSegment, texts(from, rows));
    }
    return file.write(table.root(), name);
  }

  private TestTable table() {
    return new TestTable(directory, SCHEMA, ColumnGroups.implicit());
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 100, 1000})
  void readsSeveralRowGroupsOfSeveralFiles(int perSegment) {
    TestTable table = table();
    TestFile.Written one = file(table, "data/one.albis", 0, 3, 300, perSegment);
    TestFile.Written two = file(table, "data/two.albis", 900, 2, 500, perSegment);
    table.manifest(List.of(one)).manifest(List.of(two)).commit();
    try (Table open = table.open()) {
      assertThat(open.rowCount()).isEqualTo(1900);
      assertThat(rows(open.scan())).isEqualTo(expected(0, 1900));
      assertThat(rows(open.scan().select("c"))).hasSize(1900).contains("text 1899");
      assertThat(open.verify(bytes -> {}).problems()).isEmpty();
    }
  }

  @Test
  void readsAFileOnItsOwn() {
    TestFile.Written written = file(table(), "data/one.albis", 0, 3, 300, 100);
    String uri = directory.resolve("data/one.albis").toString();
    try (AlbisFile file = AlbisFile.open(uri)) {
      assertThat(file.fileId()).isEqualTo(written.footer().fileId());
      assertThat(file.rowGroupCount()).isEqualTo(3);
      assertThat(file.rowCount()).isEqualTo(900);
      assertThat(rows(file.scan())).isEqualTo(expected(0, 900));
      assertThat(rows(file.scan().filter(Predicate.lessThan("b", -890))))
          .isEqualTo(expected(891, 9));
      assertThat(file.verify(bytes -> {}).problems()).isEmpty();
      assertThat(file.columnStatistics())
          .extracting(ColumnSummary::nullCount)
          .containsExactly(180L, 0L, 129L);
      List<Split> splits = file.scan().splits(1000);
      assertThat(splits).hasSizeGreaterThan(2);
      List<String> rows = new ArrayList<>();
      for (Split split : splits) {
        try (RowCursor cursor = file.scan().rows(split)) {
          while (cursor.next()) {
            rows.add(text(cursor.row(), 3));
          }
        }
      }
      assertThat(rows).isEqualTo(expected(0, 900));
    }
  }

  @Test
  void readsTablesWithEmptyManifests() {
    TestTable table = table();
    table.manifest(new ManifestBuilder(table.id()));
    table.manifest(List.of(file(table, "data/one.albis", 0, 1, 100, 50)));
    table.manifest(new ManifestBuilder(table.id())).manifest(new ManifestBuilder(table.id()));
    table.manifest(List.of(file(table, "data/two.albis", 100, 1, 100, 50)));
    table.manifest(new ManifestBuilder(table.id())).commit();
    try (Table open = table.open()) {
      assertThat(rows(open.scan())).isEqualTo(expected(0, 200));
      assertThat(rows(open.scan().filter(Predicate.equal("b", -150)))).isEqualTo(expected(150, 1));
    }
  }

  @Test
  void opensASmallFileByOneRead() {
    file(table(), "data/one.albis", 0, 3, 300, 100);
    String uri = directory.resolve("data/one.albis").toUri().toString();
    try (AlbisFile file = AlbisFile.open(uri)) {
      assertThat(file.metrics().readRequests()).isOne();
      // The sections have been read with the footer.
      assertThat(file.scan().select("a").segments()).hasSize(9);
      assertThat(file.metrics().readRequests()).isOne();
    }
  }

  @Test
  void readsAFileOfSomeLeavesOnItsOwn() {
    Schema nested =
        Schema.of(
                Field.nullable(
                    "s",
                    Type.struct(
                        Field.required("x", Type.int64()), Field.nullable("y", Type.string()))))
            .withAssignedIds();
    new TestFile(nested, ColumnGroups.implicit())
        .rowGroup(2)
        .column("s.x", 2, new ArrayList<>(Arrays.asList(7, null)))
        .write(directory, "x.albis");
    try (AlbisFile file = AlbisFile.open(directory.resolve("x.albis").toString())) {
      assertThat(file.schema().toString().trim()).isEqualTo("s: struct<x: int64> required");
      assertThat(rows(file.scan())).containsExactly("[7]", "[null]");
      assertThat(file.verify(bytes -> {}).problems()).isEmpty();
    }
  }

  @Test
  void saysThatAFileIsMissing() {
    String uri = directory.resolve("missing.albis").toString();
    assertThatThrownBy(() -> AlbisFile.open(uri))
        .isInstanceOf(TableNotFoundException.class)
        .hasMessage("Cannot open " + uri + ": there is no such file");
  }

  @Test
  void readsOneRequestForNeighbours() {
    TestTable table = table();
    table.manifest(List.of(file(table, "data/one.albis", 0, 2, 2400, 800))).commit();
    RecordingSource source = new RecordingSource();
    try (Table open = table.open(ReadOptions.defaults().segmentSource(source))) {
      assertThat(rows(open.scan())).hasSize(4800);
      // All nine segments of a row group are adjacent, and so are the row groups.
      assertThat(source.requests()).hasSize(1).allMatch(keys -> keys.size() == 18);
      for (List<SegmentKey> keys : source.requests()) {
        assertThat(keys).isSortedAccordingTo((x, y) -> Long.compare(x.offset(), y.offset()));
      }
      source.requests().clear();
      // A gap of 19,200 bytes costs less than a request.
      assertThat(rows(open.scan().select("c", "a"))).hasSize(4800);
      assertThat(source.requests()).hasSize(1).allMatch(keys -> keys.size() == 12);
      source.requests().clear();
    }
    ReadOptions free =
        ReadOptions.defaults().segmentSource(source).option("io.request-micros", "0");
    try (Table open = table.open(free)) {
      assertThat(rows(open.scan().select("c", "a"))).hasSize(4800);
      // The last column of the first row group and the first one of the second are neighbours.
      assertThat(source.requests()).extracting(List::size).containsExactly(3, 6, 3);
    }
  }

  @Test
  void takesSegmentsFromTheDataFileIfTheManifestLeavesThemOut() {
    TestTable table = table();
    // More than 4096 bytes of segments.
    TestFile.Written long1 = file(table, "data/long.albis", 0, 2, 5000, 16);
    table.manifest(List.of(long1)).commit();
    try (Table open = table.open()) {
      assertThat(rows(open.scan())).isEqualTo(expected(0, 10_000));
      assertThat(open.verify(bytes -> {}).problems()).isEmpty();
      TableLayout layout = open.layout();
      assertThat(layout.rowGroups().get(1).extents().get(0).segments()).hasSize(313);
    }
  }

  @Test
  void readsLeavesInRowLayoutAndMovedLeaves() {
    ColumnGroup both = ColumnGroup.ofRows(10, List.of(1, 2));
    ColumnGroups before = ColumnGroups.of(List.of(both));
    TestTable table = new TestTable(directory, SCHEMA, before);
    TestFile old = table.file().rowGroup(200);
    old.group(both, 64, List.of(ints(0, 200), longs(0, 200))).column("c", 64, texts(0, 200));
    TestFile.Written first = old.write(directory, "data/old.albis");
    // Column a becomes a group of its own, b and c a new one.
    ColumnGroup moved = ColumnGroup.ofRows(11, List.of(2, 3));
    ColumnGroups after = before.regroup(List.of(ColumnGroup.implicit(1), moved));
    table.schema(SCHEMA, after);
    TestFile now = table.file().rowGroup(100);
    now.column("a", 100, ints(200, 100))
        .group(moved, 50, List.of(longs(200, 100), texts(200, 100)));
    TestFile.Written second = now.write(directory, "data/new.albis");
    table.manifest(List.of(first, second)).commit();
    try (Table open = table.open()) {
      assertThat(rows(open.scan())).isEqualTo(expected(0, 300));
      assertThat(rows(open.scan().filter(Predicate.greaterThan("a", 190))))
          .isEqualTo(expected(191, 109).stream().filter(row -> !row.startsWith("null")).toList());
      assertThat(open.verify(bytes -> {}).problems()).isEmpty();
    }
  }

  @Test
  void readsOnlyManifestsThatMayMatch() throws IOException {
    TestTable table = table();
    table
        .manifest(List.of(file(table, "data/one.albis", 0, 2, 100, 50)), 2)
        .manifest(List.of(file(table, "data/two.albis", 200, 2, 100, 50)), 2)
        .commit();
    // The first manifest is destroyed, but not needed.
    try (Table open = table.open()) {
      Path manifest = directory.resolve(open.context().rowGroups().manifestRef(0).path());
      Files.write(manifest, new byte[(int) Files.size(manifest)]);
      DatasetScan scan = open.scan().filter(Predicate.lessThan("b", -350));
      assertThat(rows(scan)).isEqualTo(expected(351, 49));
      assertThat(scan.splits(1 << 20)).hasSize(1);
      assertThatThrownBy(() -> rows(open.scan()))
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining("_albis/manifests/manifest-");
    }
  }

  @Test
  void readsAddedFilesOfOneColumnAndDefaults() {
    TestTable table = table();
    TestFile.Written base = file(table, "data/base.albis", 0, 1, 100, 64);
    Field d = Field.nullable("d", Type.int16()).withId(20);
    Field e = Field.required("e", Type.string()).withId(21).withInitialDefault("xy");
    List<Field> fields = new ArrayList<>(SCHEMA.fields());
    fields.add(d);
    fields.add(e);
    Schema wider = Schema.of(fields);
    table.schema(wider, ColumnGroups.implicit());
    TestFile.Written added =
        table
            .file()
            .rowGroup(100)
            .column("d", 30, IntStream.range(0, 100).boxed().toList())
            .write(directory, "data/added.albis");
    ManifestBuilder manifest = new ManifestBuilder(table.id());
    TestTable.addRowGroup(manifest, 0, 100, base, added);
    manifest.addRowGroup(1, 3, PartitionTuple.NONE, 0);
    table.schema(
        Schema.of(
            fields.stream()
                .map(field -> field.name().equals("b") ? field.asNullable() : field)
                .toList()),
        ColumnGroups.implicit());
    table.manifest(manifest).commit();
    try (Table open = table.open()) {
      List<String> rows = rows(open.scan().select("a", "d", "e"));
      assertThat(rows).hasSize(103);
      assertThat(rows.get(99)).isEqualTo("99 99 xy");
      assertThat(rows.get(102)).isEqualTo("null null xy");
      assertThat(open.verify(bytes -> {}).problems()).isEmpty();
    }
  }

  @Test
  void saysThatASnapshotHasExpired() throws IOException {
    TestTable table = table();
    table.manifest(List.of(file(table, "data/one.albis", 0, 1, 100, 50))).commit().commit();
    Table old = table.open(ReadOptions.defaults().snapshot(1));
    Files.delete(directory.resolve(TablePaths.snapshot(1)));
    Files.delete(directory.resolve("data/one.albis"));
    assertThatThrownBy(() -> table.open(ReadOptions.defaults().snapshot(1)))
        .isInstanceOf(SnapshotExpiredException.class)
        .hasMessageContaining("Cannot open snapshot 1 of table")
        .hasMessageEndingWith("it has expired (the snapshots are [2])");
    assertThatThrownBy(() -> table.open(ReadOptions.defaults().snapshot(3)))
        .isInstanceOf(TableNotFoundException.class)
        .hasMessageEndingWith("there is none (the snapshots are [2])");
    try (old) {
      assertThatThrownBy(() -> rows(old.scan()))
          .isInstanceOf(SnapshotExpiredException.class)
          .hasMessageContaining("Cannot read data/one.albis: snapshot 1 of table")
          .hasMessageEndingWith("has expired since it was opened");
    }
  }

  /** While files are being deleted, the snapshot itself still exists. */
  @Test
  void saysThatASnapshotIsExpiring() throws IOException {
    TestTable table = table();
    table.manifest(List.of(file(table, "data/one.albis", 0, 1, 100, 50))).commit();
    table.commit(table.snapshot().expiredBefore(2).build());
    Files.delete(directory.resolve("data/one.albis"));
    try (Table old = table.open(ReadOptions.defaults().snapshot(1))) {
      assertThat(old.snapshots()).extracting(SnapshotInfo::id).containsExactly(2L);
      assertThatThrownBy(() -> rows(old.scan()))
          .isInstanceOf(SnapshotExpiredException.class)
          .hasMessageEndingWith("has expired since it was opened");
    }
    table.commit(table.snapshot().tags(List.of(new Tag("kept", 1, 0))).expiredBefore(2).build());
    try (Table old = table.open(ReadOptions.defaults().snapshot(1))) {
      assertThat(old.snapshots()).extracting(SnapshotInfo::id).containsExactly(1L, 2L, 3L);
      assertThatThrownBy(() -> rows(old.scan())).isInstanceOf(CorruptFileException.class);
    }
  }

  @Test
  void parsesOnlyTheSchemaOfSelectedColumns() {
    List<Field> fields =
        IntStream.range(0, 3000).mapToObj(i -> Field.nullable("c" + i, Type.int32())).toList();
    Schema wide = Schema.of(fields).withAssignedIds();
    TestTable table = new TestTable(directory, wide, ColumnGroups.implicit());
    TestFile file = table.file().rowGroup(10);
    for (int i = 0; i < 3000; i++) {
      file.column("c" + i, 10, Collections.nCopies(10, i));
    }
    table.manifest(List.of(file.write(directory, "data/wide.albis"))).commit();
    try (Table open = table.open()) {
      long before = open.metrics().bytesRead();
      assertThat(rows(open.scan().select("c7", "c2999").pruneBy(Predicate.equal("c5", 5))))
          .hasSize(10)
          .allMatch(row -> row.equals("7 2999"));
      // Sections of three columns, not of 3000.
      assertThat(open.metrics().bytesRead() - before).isLessThan(200_000);
      assertThat(open.context().rowGroups().snapshot().schema().toString())
          .isEqualTo("schema of 3000 fields");
      assertThat(rows(open.scan())).hasSize(10);
      assertThat(open.verify(bytes -> {}).problems()).isEmpty();
    }
  }

  @Test
  void readsNestedDefaultsAndWidenedElements() {
    Schema before =
        Schema.of(
                Field.nullable(
                    "l",
                    Type.list(
                        Field.nullable("element", Type.struct(Field.nullable("x", Type.int16()))))))
            .withAssignedIds();
    TestTable table = new TestTable(directory, before, ColumnGroups.implicit());
    List<Object> lists =
        new ArrayList<>(
            Arrays.asList(
                Arrays.asList(new Object[] {1}, null, new Object[] {null}),
                null,
                List.of(),
                Arrays.asList((Object) new Object[] {4})));
    TestFile.Written file =
        table.file().rowGroup(4).column("l", 4, lists).write(directory, "data/l.albis");
    Field x = Field.nullable("x", Type.int64()).withId(3);
    Field y = Field.required("y", Type.int32()).withId(4).withInitialDefault(9);
    Field z =
        Field.required("z", Type.struct(Field.nullable("u", Type.string()).withId(6))).withId(5);
    Field element = Field.nullable("element", Type.struct(x, y, z)).withId(2);
    Schema after = Schema.of(Field.nullable("l", Type.list(element)).withId(1));
    table.schema(after, ColumnGroups.implicit()).manifest(List.of(file)).commit();
    try (Table open = table.open();
        BatchCursor cursor = open.scan().batches()) {
      assertThat(cursor.next()).isTrue();
      var list = cursor.batch().column(0);
      var struct = list.children().get(0);
      assertThat(struct.rowCount()).isEqualTo(4);
      assertThat(struct.isNullAt(1)).isTrue();
      assertThat(struct.children().get(0).getLong(0)).isEqualTo(1);
      assertThat(struct.children().get(0).isNullAt(2)).isTrue();
      assertThat(struct.children().get(0).getLong(3)).isEqualTo(4);
      assertThat(struct.children().get(1).getInt(0)).isEqualTo(9);
      assertThat(struct.children().get(1).getInt(3)).isEqualTo(9);
      assertThat(struct.children().get(2).isNullAt(3)).isFalse();
      assertThat(struct.children().get(2).children().get(0).isNullAt(3)).isTrue();
    }
    try (Table open = table.open()) {
      assertThat(open.verify(bytes -> {}).problems()).isEmpty();
    }
  }

  @Test
  void streamsRowsThatNothingBounds() {
    TestTable table = table();
    ManifestBuilder manifest = new ManifestBuilder(table.id());
    manifest.addRowGroup(0, 1L << 50, PartitionTuple.NONE, 0);
    table
        .schema(
            Schema.of(SCHEMA.fields().stream().map(Field::asNullable).toList()),
            ColumnGroups.implicit())
        .manifest(manifest)
        .commit();
    try (Table open = table.open();
        BatchCursor cursor = open.scan().filter(Predicate.isNull("a")).batches()) {
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.batch().rowCount()).isLessThanOrEqualTo(1 << 20);
      assertThat(cursor.batch().column(2).isNullAt(7)).isTrue();
    }
  }

  /** Large segments, which are read straight into their buffers, between small ones. */
  private TestTable mixedTable(int rowGroups, int rows) {
    TestTable table = table();
    List<TestFile.Written> files = new ArrayList<>();
    for (int f = 0; f < 2; f++) {
      TestFile file = table.file().padding(f * 1000);
      for (int r = 0; r < rowGroups; r++) {
        int from = (f * rowGroups + r) * rows;
        file.rowGroup(rows)
            .column("c", rows / 3, texts(from, rows))
            .column("b", 9000, longs(from, rows))
            .column("a", 2000, ints(from, rows));
      }
      files.add(file.write(directory, "data/mixed-" + f + ".albis"));
    }
    return table.manifest(files).commit();
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "never"})
  void readsSmallSegmentsWithLargeOnes(String direct) {
    TestTable table = mixedTable(3, 20_000);
    for (int readSize : new int[] {4096, 100_000, 1 << 20}) {
      for (int micros : new int[] {0, 20, 1000}) {
        ReadOptions options =
            ReadOptions.defaults()
                .readSize(readSize)
                .option("io.direct", direct)
                .option("io.request-micros", String.valueOf(micros));
        try (Table open = table.open(options)) {
          assertThat(rows(open.scan())).isEqualTo(expected(0, 120_000));
          assertThat(rows(open.scan().select("a", "c"))).hasSize(120_000);
        }
      }
    }
    try (Table open = table.open()) {
      assertThat(open.verify(bytes -> {}).problems()).isEmpty();
    }
  }

  @Test
  void readsInParallelWithinItsMemory() {
    TestTable table = mixedTable(4, 30_000);
    try (Table open = table.open(ReadOptions.defaults().memoryLimit(6 << 20))) {
      LongAdder sum = new LongAdder();
      LongAdder count = new LongAdder();
      open.scan()
          .select("b")
          .forEachBatch(
              3,
              batch -> {
                count.add(batch.rowCount());
                for (int i = 0; i < batch.rowCount(); i++) {
                  sum.add(batch.column(0).getLong(i));
                }
              });
      assertThat(count.sum()).isEqualTo(240_000);
      assertThat(sum.sum()).isEqualTo(-239_999L * 240_000 / 2);
      assertThat(open.peakMemoryUsed()).isLessThanOrEqualTo(6 << 20);
    }
  }

  @Test
  void stopsInTheMiddleOfRowGroupsThatAreReadAhead() {
    TestTable table = mixedTable(6, 9_000);
    ReadOptions options = ReadOptions.defaults().requestsAhead(16);
    for (int batches = 0; batches < 6; batches++) {
      try (Table open = table.open(options);
          BatchCursor cursor = open.scan().batches()) {
        for (int i = 0; i < batches; i++) {
          assertThat(cursor.next()).isTrue();
        }
      }
    }
  }

  @Test
  void reportsDamagedSegmentsInTheirTurn() throws IOException {
    TestTable table = mixedTable(4, 9_000);
    Path file = directory.resolve("data/mixed-1.albis");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 4] ^= 1;
    Files.write(file, bytes);
    try (Table open = table.open()) {
      int[] rows = {0};
      assertThatThrownBy(
              () -> {
                try (RowCursor cursor = open.scan().rows()) {
                  while (cursor.next()) {
                    rows[0]++;
                  }
                }
              })
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining("checksum of segment")
          .hasMessageContaining("data/mixed-1.albis");
      assertThat(rows[0]).isGreaterThanOrEqualTo(4 * 9_000);
      assertThat(open.verify(progress -> {}).problems()).isNotEmpty();
    }
  }

  @Test
  void prunesByPartitions() {
    Transform bucket = Transform.bucket(8);
    PartitionSpec spec =
        new PartitionSpec(
            1,
            List.of(
                new PartitionField(50, 3, bucket, "c_bucket"),
                new PartitionField(51, 2, Transform.truncate(100), "b_100")));
    TestTable table = table().partitions(List.of(spec), List.of());
    TestFile file = table.file().partitions(List.of(spec), List.of());
    BoundTransform ofText = new BoundTransform(bucket, Type.string());
    List<Integer> buckets = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      byte[] value = ofText.apply(("t" + i).getBytes(StandardCharsets.UTF_8));
      buckets.add((int) PlainEncoding.toLong(Type.int32(), value));
      List<Object> text = new ArrayList<>(List.of("t" + i, "t" + i));
      PartitionTuple tuple = new PartitionTuple(1, List.of(value, PlainEncoding.ofLong(0, 8)));
      file.rowGroup(2, tuple, 0)
          .column("a", 2, ints(1, 2))
          .column("b", 2, longs(-5, 2))
          .column("c", 2, text);
    }
    table.manifest(List.of(file.write(directory, "data/f.albis"))).commit();
    try (Table open = table.open()) {
      DatasetScan one = open.scan().pruneBy(Predicate.equal("c", "t7"));
      assertThat(rows(one)).hasSize(2);
      assertThat(rows(open.scan().pruneBy(Predicate.equal("b", 99)))).isEmpty();
      assertThat(rows(open.scan().filter(Predicate.in("b", List.of(4, 200))))).hasSize(20);
      assertThat(rows(open.scan().pruneBy(Predicate.equal("b", 205)))).isEmpty();
      assertThat(open.verify(bytes -> {}).problems()).isEmpty();
    }
    assertThat(buckets).hasSize(20).allMatch(b -> b >= 0 && b < 8);
  }
}
