// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.format.error.AlbisIOException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.maintenance.TableMaintenance;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables that are dropped, also by a storage that fails. */
class DropTest {

  private static final Schema SCHEMA = Schema.of(Field.required("id", Type.int64()));

  @TempDir private Path directory;

  @AfterEach
  void stopFailing() {
    FaultyStorageProvider.stopFailing();
  }

  private static void write(TableWriter.Builder builder, long id) {
    MaintainedTable.append(builder, SCHEMA, List.of(List.of(id)));
  }

  /** Three snapshots: one row, another row, both. */
  private MaintainedTable create(Path path) {
    String uri = path.toString();
    write(TableWriter.create(uri, SCHEMA), 1);
    write(TableWriter.overwrite(uri), 2);
    write(TableWriter.append(uri), 1);
    return new MaintainedTable(uri);
  }

  @Test
  void deletesTheDirectory() throws IOException {
    Path path = directory.resolve("t");
    create(path);
    Files.writeString(path.resolve("data/of another"), "x");

    assertThat(TableMaintenance.drop(path.toString(), Map.of())).isTrue();
    assertThat(path).doesNotExist();
    assertThat(directory).isEmptyDirectory();
    assertThat(TableMaintenance.drop(path.toString(), Map.of())).isFalse();
  }

  @Test
  void deletesNothingWithoutATable() throws IOException {
    Files.createDirectories(directory.resolve("_albis/snapshots"));
    Files.writeString(directory.resolve("file"), "x");

    assertThat(TableMaintenance.drop(directory.toString(), Map.of())).isFalse();
    assertThat(directory.resolve("file")).exists();
  }

  /** None if there is no table. */
  private static List<List<Object>> rowsIfAny(MaintainedTable table) {
    try {
      return table.rows();
    } catch (TableNotFoundException e) {
      return List.of();
    }
  }

  /** Whatever call fails, there are all rows or no table, and a second call ends the work. */
  @ParameterizedTest
  @CsvSource({
    "list, false",
    "list, true",
    "delete, false",
    "delete, true",
    "deleteRecursively, false",
    "deleteRecursively, true"
  })
  void leavesAllRowsOrNone(String method, boolean isAfter) throws IOException {
    int calls = 0;
    boolean hasFailed = true;
    while (hasFailed) {
      Path path = directory.resolve(method + calls);
      MaintainedTable table = create(path);
      FaultyStorageProvider.failAfter(calls, method, isAfter, new IOException("lost"));
      try {
        TableMaintenance.drop("faulty:" + path, Map.of());
      } catch (AlbisIOException e) {
        assertThat(e).hasMessageContaining("lost");
      }
      hasFailed = !FaultyStorageProvider.stopFailing();
      List<List<Object>> rows = rowsIfAny(table);
      if (!rows.isEmpty()) {
        Values.assertSameRows(rows, List.of(List.of(2L), List.of(1L)));
      }
      assertThat(TableMaintenance.drop(path.toString(), Map.of())).isEqualTo(!rows.isEmpty());
      assertThat(rowsIfAny(table)).isEmpty();
      // Whatever is left is no obstacle to a new table.
      write(TableWriter.create(path.toString(), SCHEMA), 7);
      Values.assertSameRows(table.rows(), List.of(List.of(7L)));
      calls++;
    }
    assertThat(calls).isGreaterThan(1);
  }
}
