// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.reader.AlbisFile;
import io.albis.reader.Dataset;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.storage.tck.StoredFiles;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Exchanges random tables with another implementation, whose tests run this class: {@code
 * python/tests/test_java.py}. {@code -Dalbis.exchange=DIR} is the directory where the tables are.
 */
@EnabledIfSystemProperty(named = "albis.exchange", matches = ".+")
class ExchangeTest {

  private static final Path DIRECTORY = Path.of(System.getProperty("albis.exchange", ""));

  private static final int COMMITS = 20;
  private static final int ROWS_OF_COMMIT = 3;

  /** Writes tables with random changes to {@code java/SEED}, each with its expected content. */
  @Test
  void writesTables() throws IOException {
    int count = Integer.getInteger("albis.seeds", 20);
    long first = Long.getLong("albis.seed", 0);
    for (long seed = first; seed < first + count; seed++) {
      Path place = Files.createDirectories(DIRECTORY.resolve("java").resolve(Long.toString(seed)));
      String uri = place.resolve("table").toString();
      if (Files.exists(place.resolve("expected.json"))) {
        continue; // written by another execution of the tests
      }
      RandomData data = new RandomData(seed);
      Random random = data.random();
      RandomHistory history = new RandomHistory(uri, data);
      for (int i = random.nextInt(6); i > 0; i--) {
        history.step();
      }
      try (Table table = TestTables.open(uri)) {
        Files.writeString(place.resolve("expected.json"), content(table, uri));
      }
    }
  }

  /** Verifies the tables and files of {@code other}, and writes their content beside them. */
  @Test
  void readsTables() throws IOException {
    try (Stream<Path> places = Files.list(DIRECTORY.resolve("other"))) {
      for (Path place : places.sorted().toList()) {
        Path file = place.resolve("file.albis");
        boolean isFile = Files.exists(file);
        String uri = (isFile ? file : place.resolve("table")).toString();
        try (Dataset dataset = isFile ? AlbisFile.open(uri) : TestTables.open(uri)) {
          assertThat(dataset.verify(bytes -> {}).problems()).as(uri).isEmpty();
          Files.writeString(place.resolve("java.json"), content(dataset, uri));
        } catch (RuntimeException e) {
          throw new AssertionError(uri + ": " + e, e);
        }
      }
    }
  }

  /** Appends to the table in {@code shared} while the other implementation does, too. */
  @Test
  void appendsAtTheSameTime() throws IOException {
    Path shared = DIRECTORY.resolve("shared");
    Path started = shared.resolve("java-started");
    if (!Files.exists(shared.resolve("table")) || Files.exists(started)) {
      return; // not asked for, or done by another execution of the tests
    }
    Files.createFile(started);
    String uri = shared.resolve("table").toString();
    for (int commit = 0; commit < COMMITS; commit++) {
      try (TableWriter writer = TableWriter.append(uri).open()) {
        try (RowWriter rows = writer.newRowWriter()) {
          for (int row = 0; row < ROWS_OF_COMMIT; row++) {
            rows.setInt(0, -1);
            rows.setInt(1, commit);
            rows.endRow();
          }
        }
        writer.commit();
      }
    }
    try (Dataset table = TestTables.open(uri)) {
      assertThat(table.verify(bytes -> {}).problems()).isEmpty();
    }
  }

  private static String content(Dataset dataset, String uri) throws IOException {
    List<List<Object>> rows = new ArrayList<>();
    try (RowCursor cursor = dataset.scan().rows()) {
      while (cursor.next()) {
        rows.add(cursor.row().materialize());
      }
    }
    return GoldenJson.table(dataset.schema(), rows, metadata(dataset, uri));
  }

  private static Map<String, Object> metadata(Dataset dataset, String uri) throws IOException {
    if (dataset instanceof Table table) {
      return GoldenMetadata.ofTable(new StoredFiles(uri), table.snapshot().id());
    }
    int slash = uri.lastIndexOf('/');
    return GoldenMetadata.ofFile(
        new StoredFiles(uri.substring(0, slash)), uri.substring(slash + 1));
  }
}
