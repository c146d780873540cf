// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.AlbisException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.error.SnapshotExpiredException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Tag;
import io.albis.format.schema.Type;
import io.albis.maintenance.ExpireResult;
import io.albis.maintenance.LaterMaintenance;
import io.albis.maintenance.RewriteOptions;
import io.albis.maintenance.TableMaintenance;
import io.albis.reader.ReadOptions;
import io.albis.reader.RowCursor;
import io.albis.reader.SnapshotInfo;
import io.albis.reader.Table;
import io.albis.storage.FileInfo;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import io.albis.writer.FixedEnvironment;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Expiry, clean-up and tags. */
class MaintenanceTest {

  private static final Schema SCHEMA = Schema.of(Field.required("id", Type.int64()));

  @TempDir Path directory;
  private String uri;
  private MaintainedTable table;
  private StoredFiles files;

  @BeforeEach
  void setUp() {
    uri = TestRoot.uri(directory.resolve("t"));
    table = new MaintainedTable(uri);
    files = new StoredFiles(uri);
  }

  private static List<List<Object>> rows(long first, int count) {
    List<List<Object>> rows = new ArrayList<>();
    for (long i = first; i < first + count; i++) {
      rows.add(List.of(i));
    }
    return rows;
  }

  /** Commits that replace all rows, so that each snapshot has files of its own. */
  private void replaceTimes(int times) {
    for (int i = 0; i < times; i++) {
      MaintainedTable.append(
          i == 0 ? TableWriter.create(uri, SCHEMA) : TableWriter.overwrite(uri),
          SCHEMA,
          rows(100L * i, 10));
    }
  }

  private List<Long> snapshotIds() {
    try (Table open = TestTables.open(uri)) {
      return open.snapshots().stream().map(SnapshotInfo::id).toList();
    }
  }

  private List<List<Object>> rowsOf(long snapshot) {
    try (Table open = TestTables.open(uri, ReadOptions.defaults().snapshot(snapshot));
        RowCursor cursor = open.scan().rows()) {
      List<List<Object>> rows = new ArrayList<>();
      while (cursor.next()) {
        rows.add(cursor.row().materialize());
      }
      return rows;
    }
  }

  private TableMaintenance now() {
    return TableMaintenance.open(uri);
  }

  private TableMaintenance later() {
    return LaterMaintenance.open(uri, MaintainedTable.LATER);
  }

  @Test
  void deletesOldSnapshotsAndTheirFiles() throws IOException {
    replaceTimes(5);
    ExpireResult plan;
    List<String> before = files.list();
    try (TableMaintenance later = later()) {
      plan = later.planExpire(Duration.ofDays(7), 2);
      assertThat(files.list()).isEqualTo(before);
      assertThat(later.expire(Duration.ofDays(7), 2)).isEqualTo(plan);
    }
    assertThat(plan.snapshotIds()).containsExactly(1L, 2L, 3L);
    assertThat(plan.manifests()).isEqualTo(3);
    assertThat(plan.dataFiles()).isEqualTo(3);
    assertThat(snapshotIds()).containsExactly(4L, 5L, 6L);
    assertThat(rowsOf(4)).isEqualTo(rows(300, 10));
    assertThat(rowsOf(6)).isEqualTo(rows(400, 10));
    table.requireNoOtherFiles();
    table.verify();
  }

  @Test
  void theSnapshotOfATimeIsNotAnOlderOne() {
    FixedEnvironment environment = new FixedEnvironment("times");
    MaintainedTable.append(environment.apply(TableWriter.create(uri, SCHEMA)), SCHEMA, rows(0, 1));
    for (int i = 1; i < 5; i++) {
      MaintainedTable.append(environment.apply(TableWriter.append(uri)), SCHEMA, rows(i, 1));
    }
    List<Instant> times = new ArrayList<>();
    try (Table open = TestTables.open(uri)) {
      open.snapshots().forEach(snapshot -> times.add(snapshot.timestamp()));
      for (int i = 0; i < 5; i++) {
        assertThat(open.snapshotAsOf(times.get(i).plusMillis(1)).id()).isEqualTo(i + 1);
      }
      assertThatThrownBy(() -> open.snapshotAsOf(times.get(0).minusMillis(1)))
          .isInstanceOf(TableNotFoundException.class)
          .hasMessageEndingWith(
              "its oldest snapshot is of " + times.get(0) + ", when it was created");
    }
    try (TableMaintenance later = later()) {
      later.tag("kept", 2);
      assertThat(later.expire(Duration.ZERO, 3).snapshotIds()).containsExactly(1L, 3L);
    }
    try (Table open = TestTables.open(uri)) {
      for (int i = 3; i < 5; i++) {
        assertThat(open.snapshotAsOf(times.get(i)).id()).isEqualTo(i + 1);
      }
      for (int i = 0; i < 3; i++) {
        Instant time = times.get(i);
        assertThatThrownBy(() -> open.snapshotAsOf(time))
            .isInstanceOf(SnapshotExpiredException.class)
            .hasMessageEndingWith(
                "the snapshot that was the latest one then has expired; there are all from snapshot"
                    + " 4 of "
                    + times.get(3)
                    + " on, and before it [2], which can be read by their ids");
      }
    }
  }

  @Test
  void doesNothingTheSecondTime() throws IOException {
    replaceTimes(4);
    try (TableMaintenance later = later()) {
      later.expire(Duration.ZERO, 1);
      List<String> before = files.list();
      assertThat(later.expire(Duration.ZERO, 1).snapshotIds()).isEmpty();
      assertThat(later.clean(Duration.ZERO)).isEmpty();
      assertThat(files.list()).isEqualTo(before);
      // The one with the rows, and the one that records the expiry.
      assertThat(snapshotIds()).containsExactly(4L, 5L);
    }
  }

  @Test
  void keepsYoungSnapshots() throws IOException {
    replaceTimes(3);
    List<String> before = files.list();
    try (TableMaintenance now = now();
        TableMaintenance soon = LaterMaintenance.open(uri, Duration.ofMinutes(9));
        TableMaintenance later = LaterMaintenance.open(uri, Duration.ofMinutes(11))) {
      assertThat(now.expire(Duration.ZERO, 1).snapshotIds()).isEmpty();
      assertThat(soon.expire(Duration.ZERO, 1).snapshotIds()).isEmpty();
      assertThat(later.expire(Duration.ofMinutes(12), 1).snapshotIds()).isEmpty();
      assertThat(files.list()).isEqualTo(before);
      assertThat(later.expire(Duration.ZERO, 1).snapshotIds()).containsExactly(1L, 2L);
    }
  }

  @Test
  void filesOfLaterSnapshotsStay() throws IOException {
    for (int i = 0; i < 20; i++) {
      table.append(i == 0, SCHEMA, rows(10L * i, 10), 4096, 1 << 20);
    }
    try (TableMaintenance later = later()) {
      ExpireResult result = later.expire(Duration.ZERO, 1);
      assertThat(result.snapshotIds()).hasSize(19);
      assertThat(result.dataFiles()).isZero();
      assertThat(result.manifests()).isPositive();
    }
    table.requireNoOtherFiles();
    assertThat(table.rows()).isEqualTo(rows(0, 200));
    table.append(false, SCHEMA, rows(200, 10), 4096, 1 << 20);
    assertThat(table.rows()).isEqualTo(rows(0, 210));
    table.verify();
  }

  @Test
  void tagsKeepSnapshots() throws IOException {
    replaceTimes(4);
    try (TableMaintenance now = now();
        TableMaintenance later = later()) {
      assertThat(now.tag("second", 2).snapshotId()).isEqualTo(2);
      assertThat(now.tag("last", 0).snapshotId()).isEqualTo(5);
      assertThat(now.tags()).extracting(Tag::name).containsExactly("second", "last");
      assertThatThrownBy(() -> now.tag("last", 1))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessage("Cannot set tag last: it exists");
      assertThatThrownBy(() -> now.tag("x", 9)).isInstanceOf(TableNotFoundException.class);
      assertThatThrownBy(() -> now.tag("", 1)).isInstanceOf(InvalidArgumentException.class);
      assertThat(later.expire(Duration.ZERO, 1).snapshotIds()).containsExactly(1L, 3L, 4L);
      assertThat(snapshotIds()).containsExactly(2L, 5L, 6L, 7L);
      assertThat(rowsOf(2)).isEqualTo(rows(100, 10));
      table.requireNoOtherFiles();
      assertThatThrownBy(() -> now.tag("x", 3))
          .isInstanceOf(SnapshotExpiredException.class)
          .hasMessageStartingWith("Cannot tag snapshot 3 of")
          .hasMessageEndingWith("it has expired");
      now.untag("second");
      assertThatThrownBy(() -> now.untag("second")).isInstanceOf(InvalidArgumentException.class);
      assertThatThrownBy(() -> now.tag("again", 2)).isInstanceOf(SnapshotExpiredException.class);
      // The one behind a tag stays until the next one, which that clock has written, is a day old.
      assertThat(later.planExpire(Duration.ZERO, 1).snapshotIds()).containsExactly(2L, 7L);
    }
  }

  @Test
  void readersOfExpiredSnapshotsAreTold() {
    replaceTimes(3);
    try (Table open = TestTables.open(uri, ReadOptions.defaults().snapshot(1))) {
      try (TableMaintenance later = later()) {
        later.expire(Duration.ZERO, 1);
      }
      assertThatThrownBy(() -> open.scan().rows().next())
          .isInstanceOf(SnapshotExpiredException.class)
          .hasMessageEndingWith("has expired since it was opened");
    }
    assertThatThrownBy(() -> TestTables.open(uri, ReadOptions.defaults().snapshot(2)))
        .isInstanceOf(SnapshotExpiredException.class);
  }

  /**
   * A writer whose snapshot is old looks for later ones before it commits: the next id is free
   * again, but what was committed under it would be behind the latest snapshot.
   */
  @Test
  void openWritersGoOn() throws IOException {
    MaintainedTable.append(
        new FixedEnvironment("t").apply(TableWriter.create(uri, SCHEMA)), SCHEMA, rows(0, 10));
    try (TableWriter writer = TableWriter.append(uri).open()) {
      try (RowWriter row = writer.newRowWriter()) {
        row.setLong(0, 20);
        row.endRow();
      }
      table.append(false, SCHEMA, rows(10, 10), 4096, 1 << 20);
      try (TableMaintenance now = now();
          TableMaintenance later = later()) {
        now.optimize(RewriteOptions.defaults().memoryLimit(1 << 20));
        assertThat(later.expire(Duration.ZERO, 1).snapshotIds()).containsExactly(1L, 2L);
      }
      assertThat(writer.commit().snapshotId()).isEqualTo(5);
    }
    assertThat(table.rows()).isEqualTo(rows(0, 21));
    table.verify();
  }

  @Test
  void finishesWhatWasInterrupted() throws IOException {
    replaceTimes(4);
    List<String> data = files.list("data/");
    try (TableMaintenance later = later()) {
      later.expire(Duration.ZERO, 1);
    }
    List<String> after = files.list();
    // Once more, as if it had been killed after the first files.
    uri = TestRoot.uri(directory.resolve("killed"));
    files = new StoredFiles(uri);
    table = new MaintainedTable(uri);
    replaceTimes(4);
    StoredFiles copy = new StoredFiles(TestRoot.uri(directory.resolve("copy")));
    files.copyTo(copy.uri());
    try (TableMaintenance later = later()) {
      later.expire(Duration.ZERO, 1);
    }
    List<String> left = files.list();
    List<String> gone = new ArrayList<>(copy.list());
    gone.removeAll(left);
    assertThat(gone).hasSize(9);
    assertThat(left).hasSameSizeAs(after);
    assertThat(data).hasSize(4);
    for (int restored = 1; restored <= gone.size(); restored++) {
      // Snapshots are the last in the list, and deleted last.
      for (String path : gone.subList(gone.size() - restored, gone.size())) {
        files.write(path, copy.read(path));
      }
      try (TableMaintenance later = later()) {
        later.expire(Duration.ZERO, 1);
        later.clean(Duration.ZERO);
      }
      assertThat(withoutSnapshots(files.list())).isEqualTo(withoutSnapshots(left));
    }
    assertThat(table.rows()).isEqualTo(rows(300, 10));
  }

  @Test
  void cleansOldFilesWithoutUse() throws IOException {
    replaceTimes(2);
    List<String> used = files.list();
    files.write("data/00000000-0000-0000-0000-000000000000-0.albis", new byte[100]);
    files.write("data/below/left.albis", new byte[10]);
    files.write("_albis/manifests/manifest-00000000-0000-0000-0000-000000000000", new byte[7]);
    files.write("README", new byte[1]);
    files.write("_albis/other", new byte[1]);
    List<String> all = files.list();
    try (TableMaintenance now = now();
        TableMaintenance later = later()) {
      assertThat(now.clean(Duration.ofDays(1))).isEmpty();
      List<FileInfo> found = later.findUnusedFiles(Duration.ofDays(1));
      assertThat(found)
          .extracting(FileInfo::name)
          .containsExactly(
              "_albis/manifests/manifest-00000000-0000-0000-0000-000000000000",
              "data/00000000-0000-0000-0000-000000000000-0.albis",
              "data/below/left.albis");
      assertThat(found).extracting(FileInfo::length).containsExactly(7L, 100L, 10L);
      assertThat(later.findUnusedFiles(Duration.ofDays(31))).isEmpty();
      assertThat(files.list()).isEqualTo(all);
      assertThat(later.clean(Duration.ofDays(1))).isEqualTo(found);
      assertThat(later.clean(Duration.ofDays(1))).isEmpty();
    }
    List<String> left = new ArrayList<>(files.list());
    assertThat(left).contains("README", "_albis/other");
    left.removeAll(List.of("README", "_albis/other"));
    assertThat(withoutSnapshots(left)).isEqualTo(withoutSnapshots(used));
    try (Table open = TestTables.open(uri)) {
      assertThat(open.snapshots())
          .extracting(SnapshotInfo::operation)
          .containsExactly("create", "overwrite", "clean");
    }
  }

  private static List<String> withoutSnapshots(List<String> paths) {
    return paths.stream().filter(path -> !path.startsWith("_albis/snapshots/")).toList();
  }

  /** What a writer has not committed yet is protected by its age. */
  @Test
  void filesOfWritersInTheGracePeriodStay() {
    replaceTimes(1);
    try (TableWriter writer = TableWriter.append(uri).open()) {
      try (RowWriter row = writer.newRowWriter()) {
        row.setLong(0, 10);
        row.endRow();
      }
      try (TableMaintenance later = LaterMaintenance.open(uri, Duration.ofHours(23))) {
        assertThat(later.clean(Duration.ofDays(1))).isEmpty();
      }
      writer.commit();
    }
    assertThat(table.rows()).isEqualTo(rows(0, 11));
    table.verify();
  }

  /** A damaged manifest may name any file, so none is deleted. */
  @Test
  void deletesNothingIfAManifestIsDamaged() throws IOException {
    replaceTimes(2);
    files.write("data/left", new byte[10]);
    String manifest = files.list("manifest-").get(0);
    files.flip(manifest, -30, 1);
    List<String> before = files.list();
    try (TableMaintenance later = later()) {
      assertThatThrownBy(() -> later.clean(Duration.ZERO)).isInstanceOf(AlbisException.class);
    }
    assertThat(files.list()).isEqualTo(before);
  }

  @Test
  void refusesWhatIsNoTable() throws IOException {
    assertThatThrownBy(() -> TableMaintenance.open(uri)).isInstanceOf(TableNotFoundException.class);
    files.write("data/x", new byte[1]);
    assertThatThrownBy(() -> TableMaintenance.open(uri)).isInstanceOf(TableNotFoundException.class);
  }

  @Test
  void refusesToKeepNoSnapshotAndNegativeAges() {
    replaceTimes(1);
    try (TableMaintenance now = TableMaintenance.open(uri)) {
      assertThatThrownBy(() -> now.expire(Duration.ZERO, 0))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> now.planExpire(Duration.ofDays(-1), 1))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
