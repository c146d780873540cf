// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.error.CommitConflictException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.maintenance.LaterMaintenance;
import io.albis.maintenance.TableMaintenance;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.writer.TableWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables that are dropped and created again while maintenance works on the one before. */
class RecreatedTableTest {

  private static final Schema SCHEMA = Schema.of(Field.required("id", Type.int64()));
  private static final long SNAPSHOTS = 4;

  @TempDir private Path directory;

  private void create(String uri, long first) {
    for (long id = first; id < first + SNAPSHOTS; id++) {
      MaintainedTable.append(
          id == first ? TableWriter.create(uri, SCHEMA) : TableWriter.overwrite(uri),
          SCHEMA,
          List.of(List.of(id)));
    }
  }

  /** Runs maintenance, with the table created again when it asks for the time again. */
  private int recreateInEachCall(String name, Consumer<TableMaintenance> maintenance) {
    int refused = 0;
    boolean isRecreated = true;
    for (int call = 0; isRecreated; call++) {
      String uri = directory.resolve(name + call).toString();
      create(uri, 0);
      AtomicInteger left = new AtomicInteger(call);
      long later = System.currentTimeMillis() + Duration.ofHours(1).toMillis();
      try (TableMaintenance table =
          LaterMaintenance.open(
              uri,
              Map.of(),
              () -> {
                if (left.getAndDecrement() == 0) {
                  TableMaintenance.drop(uri, Map.of());
                  create(uri, 100);
                }
                return later;
              })) {
        maintenance.accept(table);
      } catch (CommitConflictException e) {
        refused++;
      }
      isRecreated = left.get() < 0;
      requireWhole(uri, isRecreated ? 100 : 0, isRecreated);
    }
    return refused;
  }

  /** Requires the rows of the latest snapshot, and those of all others if none may be missing. */
  private static void requireWhole(String uri, long first, boolean isNew) {
    assertThat(new MaintainedTable(uri).rows()).isEqualTo(List.of(List.of(first + SNAPSHOTS - 1)));
    for (long id = 1; isNew && id <= SNAPSHOTS; id++) {
      try (Table table = Table.open(uri, ReadOptions.defaults().snapshot(id))) {
        assertThat(table.verify(bytes -> {}).problems()).isEmpty();
        assertThat(table.rowCount()).isEqualTo(1);
      }
    }
  }

  @Test
  void doNotHaveTheLatestSnapshotOfTheOldTable() {
    String uri = directory.resolve("latest").toString();
    create(uri, 0);
    try (Table old = Table.open(uri)) {
      assertThat(old.isLatest()).isTrue();
      TableMaintenance.drop(uri, Map.of());
      assertThat(old.isLatest()).isFalse();
      create(uri, 100);
      assertThat(old.isLatest()).isFalse();
    }
    try (Table table = Table.open(uri)) {
      assertThat(table.isLatest()).isTrue();
      MaintainedTable.append(TableWriter.append(uri), SCHEMA, List.of(List.of(200L)));
      assertThat(table.isLatest()).isFalse();
    }
  }

  @Test
  void keepTheirSnapshotsWhenThoseOfTheOldTableExpire() {
    assertThat(recreateInEachCall("expire", table -> table.expire(Duration.ZERO, 1))).isPositive();
  }

  @Test
  void keepTheirFilesWhenThoseOfTheOldTableAreCleaned() {
    int refused =
        recreateInEachCall(
            "clean",
            table -> {
              table.expire(Duration.ZERO, 1);
              table.clean(Duration.ZERO);
            });
    assertThat(refused).isPositive();
  }
}
