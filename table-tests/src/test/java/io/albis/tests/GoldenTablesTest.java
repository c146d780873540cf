// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.reader.BatchCursor;
import io.albis.reader.ReadOptions;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The golden tables read as expected, and the writer still writes the same bytes. {@code
 * -Dgolden.write=true} regenerates them.
 */
class GoldenTablesTest {

  private static final Path GOLDEN = TestPaths.root().resolve("format-spec/golden");

  @TempDir Path directory;

  static List<GoldenTable> tables() throws IOException {
    if (Boolean.getBoolean("golden.write")) {
      for (GoldenTable golden : GoldenTables.withEvolved()) {
        write(golden);
      }
    }
    return GoldenTables.withEvolved();
  }

  private static void write(GoldenTable golden) throws IOException {
    Path place = GOLDEN.resolve(golden.name());
    if (Files.exists(place)) {
      try (Stream<Path> old = Files.walk(place)) {
        for (Path path : old.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
    golden.write(place.resolve("table").toString());
    for (int snapshot = 1; snapshot <= golden.snapshots(); snapshot++) {
      Files.writeString(
          expected(golden, snapshot),
          GoldenJson.table(golden.schema(snapshot), golden.rows(snapshot)));
    }
  }

  private static Path expected(GoldenTable golden, int snapshot) {
    boolean isLatest = snapshot == golden.snapshots();
    return GOLDEN
        .resolve(golden.name())
        .resolve(isLatest ? "expected.json" : "expected-" + snapshot + ".json");
  }

  /**
   * The URI of a table of the repository, or of a copy if the tests have their tables elsewhere.
   */
  private String uriOf(String name) throws IOException {
    String kept = GOLDEN.resolve(name).resolve("table").toString();
    if (TestRoot.isLocal()) {
      return kept;
    }
    String copy = TestRoot.uri(directory.resolve("copy"));
    new StoredFiles(kept).copyTo(copy);
    return copy;
  }

  @ParameterizedTest
  @MethodSource("tables")
  void readsExpectedRows(GoldenTable golden) throws IOException {
    String uri = uriOf(golden.name());
    for (int snapshot = 1; snapshot <= golden.snapshots(); snapshot++) {
      try (Table table = TestTables.open(uri, ReadOptions.defaults().snapshot(snapshot))) {
        List<List<Object>> rows = new ArrayList<>();
        try (RowCursor cursor = table.scan().rows()) {
          while (cursor.next()) {
            rows.add(cursor.row().materialize());
          }
        }
        assertThat(GoldenJson.table(table.schema(), rows))
            .isEqualTo(Files.readString(expected(golden, snapshot)));
        assertThat(table.verify(bytes -> {}).problems()).isEmpty();
        assertThat(rowsWithoutColumns(table)).isEqualTo(rows.size());
      }
    }
  }

  /** Manifests of version 1.0 contain no data file footers; such tables are no longer written. */
  @Test
  void readsVersion10() throws IOException {
    Path place = GOLDEN.resolve("version-1.0");
    String expected = Files.readString(place.resolve("expected.json"));
    try (Table table = TestTables.open(uriOf("version-1.0"));
        RowCursor cursor = table.scan().rows()) {
      List<List<Object>> rows = new ArrayList<>();
      while (cursor.next()) {
        rows.add(cursor.row().materialize());
      }
      assertThat(GoldenJson.table(table.schema(), rows)).isEqualTo(expected);
      assertThat(table.verify(bytes -> {}).problems()).isEmpty();
    }
    assertThat(Files.readString(GOLDEN.resolve("types-mixed/expected.json"))).isEqualTo(expected);
  }

  private static long rowsWithoutColumns(Table table) {
    long rows = 0;
    try (BatchCursor cursor = table.scan().select(List.of()).batches()) {
      while (cursor.next()) {
        assertThat(cursor.batch().columnCount()).isZero();
        rows += cursor.batch().rowCount();
      }
    }
    return rows;
  }

  @ParameterizedTest
  @MethodSource("tables")
  void writesSameBytes(GoldenTable golden) throws IOException {
    String uri = TestRoot.uri(directory.resolve("t"));
    golden.write(uri);
    Path kept = GOLDEN.resolve(golden.name()).resolve("table");
    assertThat(new StoredFiles(uri).contents())
        .isEqualTo(new StoredFiles(kept.toString()).contents());
  }
}
