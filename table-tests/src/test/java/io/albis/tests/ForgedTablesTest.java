// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.albis.format.error.AlbisException;
import io.albis.format.error.CorruptFileException;
import io.albis.format.internal.schema.PlainEncoding;
import io.albis.maintenance.OptimizeResult;
import io.albis.maintenance.RewriteOptions;
import io.albis.maintenance.TableMaintenance;
import io.albis.reader.AlbisFile;
import io.albis.reader.Problem;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What maintenance, verification and messages make of tables with forged metadata. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForgedTablesTest {

  private static final int ID = 1;
  private static final int NAME = 2;
  private static final int MAX_MESSAGE = 10_000;

  @TempDir Path directory;

  private String write(BrokenBase base, Consumer<ForgedTable> forge) throws IOException {
    ForgedTable table = base.forged();
    forge.accept(table);
    String uri = TestRoot.uri(directory.resolve("t"));
    table.write(new StoredFiles(uri));
    return uri;
  }

  private static List<Problem> verify(String uri) {
    try (Table table = TestTables.open(uri)) {
      return table.verify(bytes -> {}).problems();
    }
  }

  @Test
  void writersRejectColumnGroupsOfUnknownLeaves() throws IOException {
    String uri =
        write(
            BrokenBase.TWO_SNAPSHOTS,
            t -> {
              EditableMessage snapshot = t.snapshot().footer.set("next_id", 100);
              EditableMessage group = snapshot.add("column_groups").set("id", 50);
              group.set("layout", 2).setNumbers("leaf_ids", 99);
            });
    try (TableMaintenance maintenance = TableMaintenance.open(uri)) {
      assertThatThrownBy(() -> maintenance.planMergeRowGroups(RewriteOptions.defaults()))
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining("column groups")
          .hasMessageContaining("99");
      assertThatThrownBy(() -> maintenance.planOptimize(RewriteOptions.defaults()))
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining("99");
    }
  }

  /** Lets the second of two row groups use the extents of the first one, too. */
  private static void doubleRows(ForgedTable table) {
    table.manifest().footer.message("row_groups").setNumbers("row_counts", 3, 3);
    EditableMessage ref = table.manifestRef().set("row_count", 6).set("row_group_count", 2);
    ref.set("data_bytes", 2 * ref.number("data_bytes"));
    table.snapshot().footer.set("row_count", 6).set("next_row_group_id", 2);
    for (int group : new int[] {ID, NAME}) {
      EditableMessage section = table.manifest().section(group);
      section.add("extents", section.message("extents", 0)).set("row_group", 1);
    }
  }

  @Test
  void optimizationIsPlannedWhereExtentsShareBytes() throws IOException {
    String uri = write(BrokenBase.TABLE, ForgedTablesTest::doubleRows);
    try (TableMaintenance maintenance = TableMaintenance.open(uri)) {
      OptimizeResult plan = maintenance.planOptimize(RewriteOptions.defaults());
      assertThat(plan.columnGroups()).hasSize(2).allMatch(group -> group.extents() == 2);
    }
    assertThat(verify(uri)).anyMatch(problem -> problem.expected().contains("no other extent"));
  }

  /** 10^18 rows of one value: what is the same is looked at once. */
  @Test
  void rowsWithoutExtentsAreVerifiedAtOnce() throws IOException {
    long rows = 1_000_000_000_000_000_000L;
    String uri =
        write(
            BrokenBase.TABLE,
            t -> {
              EditableMessage rowGroups = t.manifest().footer.message("row_groups");
              rowGroups.setNumbers("row_counts", rows).setNumbers("sort_order_ids", 1);
              rowGroups
                  .add("partitions")
                  .set("spec_id", 1)
                  .add("values", PlainEncoding.ofLong(7, 8));
              t.manifest().sections.clear();
              t.manifest().footer.clear("files");
              t.manifestRef().set("row_count", rows).clear("data_bytes").clear("file_count");
              EditableMessage snapshot = t.snapshot().footer.set("row_count", rows);
              EditableMessage order = snapshot.add("sort_orders").set("id", 1);
              order.add("fields").set("leaf_id", ID);
              EditableMessage spec =
                  snapshot.set("next_id", 100).add("partition_specs").set("id", 1);
              spec.add("fields")
                  .set("id", 50)
                  .set("source_id", ID)
                  .set("transform", 1)
                  .set("name", "p");
              byte[] seven = PlainEncoding.ofLong(7, 8);
              t.snapshot()
                  .editField(0, f -> f.set("has_initial_default", 1).set("initial_default", seven));
            });
    assertThat(verify(uri)).isEmpty();
  }

  @Test
  void messagesAreBounded() throws IOException {
    String path = "x/".repeat(1_000_000) + "y";
    String uri =
        write(BrokenBase.TABLE, t -> t.manifestRef().set("path", path).set("length", 1000));
    try (Table table = TestTables.open(uri)) {
      assertThatThrownBy(() -> table.scan().rows().next())
          .isInstanceOf(AlbisException.class)
          .extracting(Throwable::getMessage)
          .satisfies(text -> assertThat(text.length()).isLessThan(MAX_MESSAGE));
    }
    assertThat(verify(uri)).isNotEmpty().allMatch(p -> p.toString().length() < MAX_MESSAGE);
    byte[] bound = new byte[2 << 20];
    String other =
        write(
            BrokenBase.TABLE,
            t ->
                t.inExtents(
                    NAME, e -> e.message("statistics", 0).set("max", bound).set("min", bound)));
    assertThat(verify(other)).isNotEmpty().allMatch(p -> p.toString().length() < MAX_MESSAGE);
  }

  @Test
  void messagesSayWhatDiffers() throws IOException {
    ForgedTable table = BrokenBase.FILE.forged();
    table.data().footer.set("next_id", 100);
    table.data().editField(2, f -> f.message("type").message("children", 0).set("id", 50));
    String uri = TestRoot.uri(directory.resolve("f"));
    table.write(new StoredFiles(uri));
    try (AlbisFile file = AlbisFile.open(uri + "/file.albis")) {
      assertThatThrownBy(() -> file.scan().rows().next())
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining(
              "expected one that can be read as list<int16> with the field ids [50]")
          .hasMessageContaining("found list<int16> with the field ids [4]");
    }
  }

  @Test
  void directoriesInPlaceOfFilesAreNamed() throws IOException {
    assumeTrue(TestRoot.isLocal(), "of local files");
    String uri = write(BrokenBase.TWO_SNAPSHOTS, t -> {});
    Path snapshots = directory.resolve("t/_albis/snapshots/00000000000000000");
    Files.createDirectory(snapshots.resolve("snapshot-00000000000000000009"));
    assertThatThrownBy(() -> Table.open(uri, ReadOptions.defaults().snapshot(9)))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("snapshot-00000000000000000009")
        .hasMessageContaining("found not a regular file");
  }
}
