// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.error.AlbisException;
import io.albis.format.internal.layout.ColumnGroups;
import io.albis.format.internal.layout.Layout;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.StoredLayout;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.format.internal.schema.PartitionField;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.format.internal.schema.SortField;
import io.albis.format.internal.schema.SortOrder;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.Field;
import io.albis.format.schema.PartitionTuple;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Tag;
import io.albis.format.schema.Transform;
import io.albis.format.schema.Type;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a verification finds in tables that break a rule of SPEC.md, section 22. */
class VerificationTest {

  private static final Schema SCHEMA =
      Schema.of(
              Field.required("a", Type.int32()),
              Field.nullable(
                  "s",
                  Type.struct(
                      Field.required("x", Type.int64()), Field.nullable("y", Type.string()))))
          .withAssignedIds();

  @TempDir Path directory;

  private TestTable table() {
    return new TestTable(directory, SCHEMA, ColumnGroups.implicit());
  }

  private static List<Object> list(Object... values) {
    return new ArrayList<>(Arrays.asList(values));
  }

  /** Columns a, s.x and s.y; s is null in the second row. */
  private static TestFile fill(TestFile file) {
    return file.column("a", 2, list(1, 2, 3))
        .column("s", 3, list(true, null, true))
        .column("s.x", 3, list(10, null, 30))
        .column("s.y", 3, list("ä", null, null));
  }

  private static List<String> problems(Dataset dataset) {
    return dataset.verify(bytes -> {}).problems().stream().map(Problem::toString).toList();
  }

  private List<String> problems(TestTable table) {
    try (Table open = table.open()) {
      return problems(open);
    }
  }

  @Test
  void acceptsWhatIsValid() {
    TestTable table = table();
    table.manifest(List.of(fill(table.file().rowGroup(3)).write(directory, "data/f.albis")), 1);
    assertThat(problems(table.commit())).isEmpty();
    try (AlbisFile file = AlbisFile.open(directory.resolve("data/f.albis").toString())) {
      assertThat(problems(file)).isEmpty();
    }
  }

  @Test
  void findsValuesUnderNullStructs() {
    TestTable table = table();
    TestFile file =
        table
            .file()
            .rowGroup(3)
            .column("a", 3, list(1, 2, 3))
            .column("s", 3, list(true, null, true))
            .column("s.x", 3, list(10, 20, null))
            .column("s.y", 3, list("a", null, null));
    table.manifest(List.of(file.write(directory, "data/f.albis"))).commit();
    assertThat(problems(table))
        .singleElement()
        .asString()
        .contains(
            "column s.x: invalid value in row 1 of row group 0 (expected null, since its struct is"
                + " null");
  }

  @Test
  void findsRequiredValuesThatAreNull() {
    TestTable table = table();
    TestFile file =
        table
            .file()
            .rowGroup(3)
            .column("a", 3, list(1, 2, 3))
            .column("s", 3, list(true, null, true))
            .column("s.x", 3, list(10, null, null))
            .column("s.y", 3, list("a", null, null));
    table.manifest(List.of(file.write(directory, "data/f.albis"))).commit();
    assertThat(problems(table))
        .singleElement()
        .asString()
        .contains(
            "column s.x: invalid value in row 2 of row group 0 (expected a value, since it is"
                + " required");
  }

  @Test
  void findsRowsOutsideOfTheirPartitionAndOrder() {
    PartitionSpec spec =
        new PartitionSpec(1, List.of(new PartitionField(50, 1, Transform.truncate(10), "a_10")));
    SortOrder order = new SortOrder(1, List.of(new SortField(1, true, false)));
    PartitionTuple tens = new PartitionTuple(1, List.of(PlainEncoding.ofLong(10, 4)));
    TestTable table = table().partitions(List.of(spec), List.of(order));
    TestFile file = table.file().partitions(List.of(spec), List.of(order));
    for (List<Object> a : List.of(list(17, 13, 13), list(12, 14, 23))) {
      file.rowGroup(3, tens, 1)
          .column("a", 2, a)
          .column("s", 3, list(null, null, null))
          .column("s.x", 3, list(null, null, null))
          .column("s.y", 3, list(null, null, null));
    }
    table.manifest(List.of(file.write(directory, "data/f.albis")), 1).commit();
    assertThat(problems(table))
        .satisfiesExactlyInAnyOrder(
            problem ->
                assertThat(problem)
                    .contains("column a: invalid partition value a_10 of row 2 of row group 1"),
            problem ->
                assertThat(problem).contains("column a: invalid order of row 1 of row group 1"));
  }

  @Test
  void findsNumbersThatAreTooSmallOrUsedTwice() {
    TestTable table = table();
    table.manifest(List.of(fill(table.file().rowGroup(3)).write(directory, "data/f.albis")));
    table.manifest(List.of(fill(table.file().rowGroup(3)).write(directory, "data/g.albis")));
    Snapshot valid = table.snapshot().build();
    Snapshot twice =
        valid.toBuilder()
            .manifests(
                List.of(
                    valid.manifests().get(0),
                    valid.manifests().get(1).toBuilder().rowGroupBase(0).build()))
            .nextId(3)
            .nextRowGroupId(0)
            .tags(List.of(new Tag("old", 1, 0)))
            .build();
    table.commit(twice);
    assertThat(problems(table))
        .anySatisfy(
            p -> assertThat(p).contains("invalid number of a row group (expected each once"))
        .anySatisfy(p -> assertThat(p).contains("invalid number of a row group (expected below 0"))
        .anySatisfy(
            p -> assertThat(p).contains("invalid id of field 4 (expected below 3, found 4"));
  }

  @Test
  void findsTagsOfMissingSnapshotsAndCountersThatDecrease() throws IOException {
    TestTable table = table();
    table.manifest(List.of(fill(table.file().rowGroup(3)).write(directory, "data/f.albis")));
    table.commit().commit();
    Files.delete(directory.resolve(TablePaths.snapshot(1)));
    Snapshot.Builder third = table.snapshot().tags(List.of(new Tag("first", 1, 0)));
    table.commit(third.nextId(999).build());
    assertThat(problems(table))
        .satisfiesExactlyInAnyOrder(
            problem -> assertThat(problem).contains("invalid snapshot of tag first"),
            problem ->
                assertThat(problem).contains("next id (expected at least 100000, found 999)"));
  }

  @Test
  void findsLeavesThatTwoExtentsStore() {
    ColumnGroup row = ColumnGroup.ofRows(20, List.of(1, 3));
    ColumnGroups groups = ColumnGroups.implicit().regroup(List.of(row));
    TestTable table = new TestTable(directory, SCHEMA, groups);
    TestFile file = new TestFile(SCHEMA, groups).rowGroup(3);
    file.group(row, 3, List.of(list(1, 2, 3), list(10, null, 30)))
        .column("s", 3, list(true, null, true))
        .column("s.y", 3, list("ä", null, null));
    file.extent(
        1, StoredLayout.of(Layout.COLUMN, List.of(SCHEMA.leaf(1))), 3, List.of(list(1, 2, 3)));
    table.manifest(List.of(file.write(directory, "data/f.albis"))).commit();
    assertThat(problems(table))
        .singleElement()
        .asString()
        .contains("column a: invalid extent of the column in row group 0 (expected only one");
  }

  /** Every byte of every file is covered by a checksum, or must be zero. */
  @Test
  void findsEveryDamagedByte() throws IOException {
    ColumnGroup row = ColumnGroup.ofRows(20, List.of(1, 3));
    ColumnGroups groups = ColumnGroups.of(List.of(row));
    TestTable table = new TestTable(directory, SCHEMA, groups);
    TestFile file =
        new TestFile(SCHEMA, groups)
            .padding(100)
            .rowGroup(3)
            .group(row, 2, List.of(list(1, 2, 3), list(10, null, 30)))
            .column("s", 3, list(true, null, true))
            .column("s.y", 2, list("ä", null, null));
    table.manifest(List.of(file.write(directory, "data/f.albis")), 1).commit();
    List<Path> files;
    try (Stream<Path> all = Files.walk(directory)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    assertThat(files).hasSize(3);
    assertThat(problems(table)).isEmpty();
    for (Path path : files) {
      byte[] bytes = Files.readAllBytes(path);
      for (int i = 0; i < bytes.length; i++) {
        byte[] damaged = bytes.clone();
        damaged[i] ^= (byte) (1 << i % 8);
        Files.write(path, damaged);
        assertThat(isDamageFound(table)).as("byte %d of %s", i, path).isTrue();
      }
      for (int length = 0; length < bytes.length; length += 13) {
        Files.write(path, Arrays.copyOf(bytes, length));
        assertThat(isDamageFound(table)).as("%d bytes of %s", length, path).isTrue();
      }
      Files.write(path, Arrays.copyOf(bytes, bytes.length + 1));
      assertThat(isDamageFound(table)).as("a longer %s", path).isTrue();
      Files.write(path, bytes);
    }
  }

  private boolean isDamageFound(TestTable table) {
    try {
      return !problems(table).isEmpty();
    } catch (AlbisException e) {
      return true;
    }
  }
}
