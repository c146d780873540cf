// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.metadata.FileEnd;
import io.albis.format.metadata.Snapshot;
import io.albis.format.metadata.SnapshotFile;
import io.albis.format.metadata.TablePaths;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.Table;
import io.albis.reader.info.Problem;
import io.albis.reader.info.Verification;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import io.albis.writer.row.RowWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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
          i == 0 ? TableWriter.create(uri, SCHEMA) : TableWriter.append(uri);
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

  @Test
  void reportsEveryCorruptFile() throws IOException {
    List<String> corrupt = new ArrayList<>();
    for (String file : files.list("/cg-1.albis")) {
      files.flip(file, 0, 1);
      corrupt.add(file);
    }
    String footer = files.list("/cg-2.albis").get(0);
    files.flip(footer, -65, 1);
    corrupt.add(footer);
    String missing = files.list("/cg-2.albis").get(1);
    files.delete(missing);
    corrupt.add(missing);
    Verification found = verify(0);
    assertThat(found.problems()).extracting(Problem::file).hasSameElementsAs(corrupt);
    assertThat(found.problems()).hasSameSizeAs(corrupt);
    assertThat(found.problems())
        .extracting(Problem::what)
        .contains("checksum of segment", "checksum of the footer", "file");
  }

  @Test
  void corruptManifestHidesNoOtherProblem() throws IOException {
    List<String> manifests = files.list("/manifest-");
    files.flip(manifests.get(1), -65, 1);
    List<String> data = files.list("/cg-1.albis");
    long lost = files.length(data.get(0)) * 2;
    for (String file : data) {
      files.flip(file, 0, 1);
    }
    Verification found = verify(lost);
    assertThat(found.problems()).hasSize(COMMITS);
    assertThat(found.problems())
        .filteredOn(problem -> problem.file().equals(manifests.get(1)))
        .extracting(Problem::what)
        .containsExactly("checksum of the footer");
    assertThat(found.problems())
        .filteredOn(problem -> problem.what().equals("checksum of segment"))
        .hasSize(COMMITS - 1);
  }

  @Test
  void reportsCorruptSectionOnceAndReadsTheOther() throws IOException {
    String manifest = files.list("/manifest-").get(0);
    // The first section starts after the header.
    files.flip(manifest, 16, 1);
    long lost = files.length(files.list("/cg-1.albis").get(0));
    Verification found = verify(lost);
    assertThat(found.problems()).hasSize(1);
    assertThat(found.problems().get(0).toString())
        .startsWith(manifest + " at offset 16: invalid checksum of a section");
    assertThat(found.files()).isEqualTo(2 * COMMITS - 1);
  }

  @Test
  void doesNotReadDroppedColumns() throws IOException {
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.dropColumn("name").commit();
    }
    files.flip(files.list("/cg-2.albis").get(0), 0, 1);
    Verification found = verify(0);
    assertThat(found.problems()).isEmpty();
    assertThat(found.files()).isEqualTo(COMMITS);
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
        .containsExactly(
            "row group 0, column new: invalid column (expected values or a default, since it is"
                + " required, found neither)",
            "row group 1, column new: invalid column (expected values or a default, since it is"
                + " required, found neither)",
            "row group 2, column new: invalid column (expected values or a default, since it is"
                + " required, found neither)");
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
                    .contains("/cg-1.albis, column id: invalid stored type")
                    .contains("expected one that can be read as int16, found int32"));
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
    long truth = 0;
    for (String file : files.list(".albis")) {
      truth += files.length(file);
    }
    try (Table opened = TestTables.open(uri)) {
      assertThat(opened.verify(bytes -> {}).problems())
          .extracting(Problem::what, Problem::expected, Problem::found)
          .containsExactly(
              org.assertj.core.groups.Tuple.tuple(
                  "data bytes", String.valueOf(truth / COMMITS), "1"));
    }
  }
}
