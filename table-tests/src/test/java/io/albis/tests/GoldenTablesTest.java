// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.albis.reader.AlbisFile;
import io.albis.reader.BatchCursor;
import io.albis.reader.Dataset;
import io.albis.reader.ReadOptions;
import io.albis.reader.RowCursor;
import io.albis.storage.tck.StoredFiles;
import io.albis.storage.tck.TestRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
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
      for (GoldenTable golden : GoldenTables.everything()) {
        write(golden);
      }
    }
    return GoldenTables.everything();
  }

  private static void write(GoldenTable golden) throws IOException {
    Path place = GOLDEN.resolve(golden.name());
    deleteAll(place);
    golden.write(place.resolve(nameOf(golden)).toString());
    for (int snapshot : golden.versions().keySet()) {
      GoldenTable.Version version = golden.versions().get(snapshot);
      Files.writeString(
          expected(golden, snapshot),
          GoldenJson.table(
              version.schema(),
              version.rows(),
              metadata(golden, place.resolve(nameOf(golden)).toString(), snapshot)));
    }
  }

  static void deleteAll(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> old = Files.walk(directory)) {
        for (Path path : old.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  /** The name of a table or file in the directory of its test. */
  private static String nameOf(GoldenTable golden) {
    return golden.isFile() ? "file.albis" : "table";
  }

  private static Map<String, Object> metadata(GoldenTable golden, String uri, int snapshot)
      throws IOException {
    if (!golden.isFile()) {
      return GoldenMetadata.ofTable(new StoredFiles(uri), snapshot);
    }
    int slash = uri.lastIndexOf('/');
    return GoldenMetadata.ofFile(
        new StoredFiles(uri.substring(0, slash)), uri.substring(slash + 1));
  }

  private static Path expected(GoldenTable golden, int snapshot) {
    return GOLDEN
        .resolve(golden.name())
        .resolve(snapshot == golden.latest() ? "expected.json" : "expected-" + snapshot + ".json");
  }

  /**
   * The URI of a table or file of the repository, or of a copy if the tests have their tables
   * elsewhere.
   */
  private String uriOf(GoldenTable golden) throws IOException {
    Path place = GOLDEN.resolve(golden.name());
    if (TestRoot.isLocal()) {
      return place.resolve(nameOf(golden)).toString();
    }
    String copy = TestRoot.uri(directory.resolve("copy"));
    new StoredFiles(place.toString()).copyTo(copy);
    return copy + "/" + nameOf(golden);
  }

  private static Dataset open(GoldenTable golden, String uri, int snapshot) {
    return golden.isFile()
        ? AlbisFile.open(uri)
        : TestTables.open(uri, ReadOptions.defaults().snapshot(snapshot));
  }

  @ParameterizedTest
  @MethodSource("tables")
  void readsExpectedRows(GoldenTable golden) throws IOException {
    String uri = uriOf(golden);
    for (int snapshot : golden.versions().keySet()) {
      try (Dataset table = open(golden, uri, snapshot)) {
        List<List<Object>> rows = new ArrayList<>();
        try (RowCursor cursor = table.scan().rows()) {
          while (cursor.next()) {
            rows.add(cursor.row().materialize());
          }
        }
        assertThat(GoldenJson.table(table.schema(), rows, metadata(golden, uri, snapshot)))
            .isEqualTo(Files.readString(expected(golden, snapshot)));
        assertThat(table.verify(bytes -> {}).problems()).isEmpty();
        assertThat(rowsWithoutColumns(table)).isEqualTo(rows.size());
      }
    }
  }

  private static long rowsWithoutColumns(Dataset table) {
    long rows = 0;
    try (BatchCursor cursor = table.scan().select(List.of()).batches()) {
      while (cursor.next()) {
        assertThat(cursor.batch().columnCount()).isZero();
        rows += cursor.batch().rowCount();
      }
    }
    return rows;
  }

  /** What is in the directory is what the tests read: nothing is left over from other tables. */
  @Test
  void directoryHasNoOtherTables() throws IOException {
    assumeTrue(!Boolean.getBoolean("golden.write"), "the tables are being written");
    try (Stream<Path> names = Files.list(GOLDEN)) {
      assertThat(names.filter(Files::isDirectory).map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(
                      GoldenTables.everything().stream().map(GoldenTable::name),
                      Stream.of("broken"))
                  .toList());
    }
  }

  @ParameterizedTest
  @MethodSource("tables")
  void writesSameBytes(GoldenTable golden) throws IOException {
    String uri = TestRoot.uri(directory.resolve("t"));
    golden.write(golden.isFile() ? uri + "/file.albis" : uri);
    Path kept = GOLDEN.resolve(golden.name());
    Path files = golden.isFile() ? kept : kept.resolve("table");
    Map<String, String> expected = new StoredFiles(files.toString()).contents();
    expected.remove("expected.json");
    assertThat(new StoredFiles(uri).contents()).isEqualTo(expected);
  }
}
