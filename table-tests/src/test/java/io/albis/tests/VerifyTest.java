// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.albis.format.internal.metadata.FileEnd;
import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.internal.metadata.SnapshotFile;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.Problem;
import io.albis.reader.Table;
import io.albis.reader.TableLayout.ExtentLayout;
import io.albis.reader.Verification;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.RowWriter;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyTest {

  private static final int COMMITS = 3;

  private static final Schema SCHEMA =
      Schema.of(Field.required("id", Type.int32()), Field.nullable("name", Type.string()));

  @TempDir Path directory;
  private String uri;
  private StoredFiles files;

  @BeforeEach
  void write() {
    uri = TestRoot.uri(directory);
    files = new StoredFiles(uri);
    for (int i = 0; i < COMMITS; i++) {
      TableWriter.Builder builder =
          i == 0
              ? TableWriter.create(uri, SCHEMA).columnGroups(ColumnGroupSpec.single())
              : TableWriter.append(uri);
      try (TableWriter writer = builder.open()) {
        try (RowWriter rows = writer.newRowWriter()) {
          rows.setInt(0, i);
          rows.setString(1, "n" + i);
          rows.endRow();
        }
        writer.commit();
      }
    }
  }

  /** Verifies the table and checks that the progress reaches its data bytes less the lost bytes. */
  private Verification verify(long lostBytes) {
    try (Table opened = TestTables.open(uri)) {
      long[] progress = new long[1];
      Verification found = opened.verify(bytes -> progress[0] += bytes);
      assertThat(progress[0]).isEqualTo(opened.snapshot().dataBytes() - lostBytes);
      assertThat(opened.memoryUsed()).isZero();
      return found;
    }
  }

  /** Damages the first byte of an extent. */
  private void damage(ExtentLayout extent) throws IOException {
    files.flip(extent.path(), (int) extent.offset(), 1);
  }

  @Test
  void reportsEveryCorruptFile() throws IOException {
    List<ExtentLayout> ids = StoredExtents.of(uri, 1);
    damage(ids.get(0));
    files.flip(ids.get(1).path(), -65, 1);
    files.delete(ids.get(2).path());
    Verification found = verify(0);
    assertThat(found.problems())
        .extracting(Problem::file, Problem::what)
        .containsExactlyInAnyOrder(
            tuple(ids.get(0).path(), "checksum of segment"),
            tuple(ids.get(1).path(), "checksum of the footer"),
            tuple(ids.get(2).path(), "file"));
  }

  @Test
  void corruptManifestHidesNoOtherProblem() throws IOException {
    List<ExtentLayout> ids = StoredExtents.of(uri, 1);
    List<ExtentLayout> names = StoredExtents.of(uri, 2);
    String manifest = files.list("/manifest-").get(0);
    for (ExtentLayout extent : ids) {
      damage(extent);
    }
    String lost = dataFileOf(manifest);
    files.flip(manifest, -65, 1);
    long lostBytes =
        Stream.concat(ids.stream(), names.stream())
            .filter(extent -> extent.path().equals(lost))
            .mapToLong(ExtentLayout::length)
            .sum();
    Verification found = verify(lostBytes);
    assertThat(found.problems())
        .filteredOn(problem -> problem.file().equals(manifest))
        .extracting(Problem::what)
        .containsExactly("checksum of the footer");
    assertThat(found.problems())
        .filteredOn(problem -> problem.what().equals("checksum of segment"))
        .extracting(Problem::file)
        .containsExactlyInAnyOrderElementsOf(
            ids.stream().map(ExtentLayout::path).filter(path -> !path.equals(lost)).toList());
    assertThat(found.problems()).hasSize(COMMITS);
  }

  /** The data file that a manifest refers to; manifests of these tables refer to one. */
  private String dataFileOf(String manifest) throws IOException {
    String content = new String(files.read(manifest), StandardCharsets.ISO_8859_1);
    return files.list(".albis").stream().filter(content::contains).findFirst().orElseThrow();
  }

  @Test
  void reportsCorruptSectionOnceAndReadsTheOther() throws IOException {
    String manifest = files.list("/manifest-").get(0);
    String data = dataFileOf(manifest);
    ExtentLayout lost =
        StoredExtents.of(uri, 1).stream()
            .filter(extent -> extent.path().equals(data))
            .findFirst()
            .orElseThrow();
    // The first section starts after the head.
    files.flip(manifest, 64, 1);
    Verification found = verify(lost.length());
    assertThat(found.problems()).hasSize(1);
    assertThat(found.problems().get(0).toString())
        .startsWith(manifest + " at offset 64: invalid checksum of a section");
    assertThat(found.segments()).isEqualTo(2 * COMMITS - 1);
    assertThat(found.files()).isEqualTo(COMMITS);
  }

  @Test
  void doesNotReadDroppedColumns() throws IOException {
    ExtentLayout name = StoredExtents.of(uri, 2).get(0);
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.dropColumn("name").commit();
    }
    damage(name);
    Verification found = verify(0);
    assertThat(found.problems()).isEmpty();
    assertThat(found.files()).isEqualTo(COMMITS);
    assertThat(found.segments()).isEqualTo(COMMITS);
  }

  /** Publishes a changed copy of the last snapshot. */
  private void publish(UnaryOperator<Snapshot> change) throws IOException {
    String last = TablePaths.snapshot(COMMITS);
    Snapshot message =
        SnapshotFile.decode(FileEnd.whole(last, files.read(last)), COMMITS).snapshot();
    Snapshot changed = change.apply(message).toBuilder().id(COMMITS + 1L).parentId(COMMITS).build();
    files.write(TablePaths.snapshot(COMMITS + 1L), SnapshotFile.encode(changed));
  }

  @Test
  void reportsRequiredColumnWithoutValues() throws IOException {
    publish(
        snapshot ->
            snapshot.toBuilder()
                .schema(
                    Schema.of(
                        SCHEMA.fields().get(0).withId(1),
                        SCHEMA.fields().get(1).withId(2),
                        Field.required("new", Type.int32()).withId(3)))
                .nextId(4)
                .build());
    assertThat(verify(0).problems())
        .extracting(Problem::toString)
        .hasSize(COMMITS)
        .allMatch(
            problem ->
                problem.endsWith(
                    " (expected values or a default, since it is required, found neither)"))
        .satisfiesExactly(
            problem -> assertThat(problem).contains("column new: invalid column in row group 0"),
            problem -> assertThat(problem).contains("column new: invalid column in row group 1"),
            problem -> assertThat(problem).contains("column new: invalid column in row group 2"));
  }

  @Test
  void reportsIncompatibleStoredType() throws IOException {
    publish(
        snapshot ->
            snapshot.toBuilder()
                .schema(
                    Schema.of(
                        Field.required("id", Type.int16()).withId(1),
                        SCHEMA.fields().get(1).withId(2)))
                .build());
    assertThat(verify(0).problems())
        .hasSize(COMMITS)
        .allSatisfy(
            problem ->
                assertThat(problem.toString())
                    .contains(", column id: invalid stored type")
                    .contains("expected one that can be read as int16 required, found int32"));
  }

  @Test
  void reportsWrongDataBytes() throws IOException {
    publish(
        snapshot ->
            snapshot.toBuilder()
                .manifests(
                    Stream.concat(
                            Stream.of(snapshot.manifests().get(0).toBuilder().dataBytes(1).build()),
                            snapshot.manifests().stream().skip(1))
                        .toList())
                .build());
    long truth = StoredExtents.of(uri).stream().mapToLong(ExtentLayout::length).sum();
    try (Table opened = TestTables.open(uri)) {
      assertThat(opened.verify(bytes -> {}).problems())
          .extracting(Problem::what, Problem::expected, Problem::found)
          .containsExactly(tuple("data bytes", String.valueOf(truth / COMMITS), "1"));
    }
  }
}
