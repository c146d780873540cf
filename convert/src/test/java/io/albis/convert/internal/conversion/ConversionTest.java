// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.convert.ProgressListener;
import io.albis.convert.internal.input.InputSet;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Schema;
import io.albis.reader.AlbisFile;
import io.albis.reader.BatchCursor;
import io.albis.reader.Table;
import io.albis.writer.BatchWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The layout that conversions write, and what they leave behind when they fail. */
class ConversionTest {

  @TempDir Path directory;

  private static TableConversion.Settings settings(
      TableConversion.Mode mode, long memory, int threads, boolean verify) {
    return new TableConversion.Settings(
        mode,
        ColumnGroupSpec.parse("single"),
        8 << 20,
        16 << 20,
        false,
        memory,
        threads,
        Ordering.NONE,
        verify,
        Map.of(),
        ProgressListener.NONE);
  }

  /** The row groups, the lengths of the data files, and the values in order. */
  private static List<String> layout(Path table) throws IOException {
    List<String> layout = new ArrayList<>();
    try (Table written = Table.open(table.toString());
        Stream<Path> files = Files.list(table.resolve("data"))) {
      written
          .rowGroups()
          .forEach(group -> layout.add(group.firstRow() + " " + group.rowCount() + " " + group));
      layout.replaceAll(text -> text.replaceAll("number=\\d+", ""));
      files.map(file -> "file of " + file.toFile().length()).sorted().forEach(layout::add);
      long row = 0;
      try (BatchCursor cursor = written.scan().select("c1").batches()) {
        while (cursor.next()) {
          for (int i = 0; i < cursor.batch().rowCount(); i++) {
            assertThat(cursor.batch().column(0).getLong(i)).isEqualTo(row++);
          }
        }
      }
    }
    return layout;
  }

  @ParameterizedTest
  @CsvSource({"64,3", "1024,50"})
  void layoutDoesNotDependOnThreads(int memoryMib, int parts) throws IOException {
    InputSet inputs = InputSet.of(new NumberSource(10, parts, 1_000_000 / parts));
    List<List<String>> layouts = new ArrayList<>();
    for (int threads : new int[] {1, 2, 8}) {
      Path table = directory.resolve("t" + threads);
      TableConversion.Settings settings =
          settings(TableConversion.Mode.CREATE, (long) memoryMib << 20, threads, false);
      TableConversion.toTable(inputs, table.toString(), settings);
      layouts.add(layout(table));
    }
    assertThat(layouts.get(0)).hasSizeGreaterThan(4);
    assertThat(layouts.get(1)).isEqualTo(layouts.get(0));
    assertThat(layouts.get(2)).isEqualTo(layouts.get(0));
  }

  @Test
  void dividesWorkBySizeAlone() {
    assertThat(WorkUnits.count(0)).isEqualTo(1);
    assertThat(WorkUnits.count(31 << 20)).isEqualTo(1);
    assertThat(WorkUnits.count(100 << 20)).isEqualTo(4);
    assertThat(WorkUnits.count(1 << 30)).isEqualTo(8);
    assertThat(WorkUnits.count(10L << 30)).isEqualTo(80);
  }

  /** Has other values when rows are read again, as verification does. */
  private static final class OtherNumbers extends NumberSource {
    private final Set<Integer> written = ConcurrentHashMap.newKeySet();

    OtherNumbers() {
      super(2, 2, 100);
    }

    @Override
    public void readColumns(Part part, Schema schema, BatchWriter batches, IntConsumer rows)
        throws IOException {
      if (written.add(part.index())) {
        super.readColumns(part, schema, batches, rows);
        return;
      }
      long[] values = LongStream.range(0, part.rowCount()).toArray();
      batches.column(0).setLongs(values);
      batches.column(1).setLongs(values);
      batches.endBatch(values.length);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"CREATE", "APPEND", "OVERWRITE"})
  void failedVerificationLeavesTheTableAsItWas(TableConversion.Mode mode) throws IOException {
    Path table = directory.resolve("t");
    if (mode != TableConversion.Mode.CREATE) {
      TableConversion.toTable(
          InputSet.of(new NumberSource(2, 1, 10)),
          table.toString(),
          settings(TableConversion.Mode.CREATE, 64 << 20, 1, true));
    }
    List<Path> before = files(table);
    assertThatThrownBy(
            () ->
                TableConversion.toTable(
                    InputSet.of(new OtherNumbers()),
                    table.toString(),
                    settings(mode, 64 << 20, 2, true)))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("Cannot verify numbers: row 100, column c0: expected 0, found 100");
    assertThat(files(table)).isEqualTo(before);
    if (mode == TableConversion.Mode.CREATE) {
      assertThat(table).doesNotExist();
    } else {
      try (Table opened = Table.open(table.toString())) {
        assertThat(opened.snapshot().id()).isEqualTo(1);
        assertThat(opened.rowCount()).isEqualTo(10);
      }
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(directory)) {
      return all.sorted().toList();
    }
  }

  @Test
  void failedVerificationDeletesTheFile() throws IOException {
    Path file = directory.resolve("a/b/f.albis");
    TableConversion.Settings settings = settings(TableConversion.Mode.CREATE, 64 << 20, 1, true);
    assertThatThrownBy(
            () ->
                TableConversion.toFile(InputSet.of(new OtherNumbers()), file.toString(), settings))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("Cannot verify numbers");
    assertThat(files(directory)).containsExactly(directory);
    var result =
        TableConversion.toFile(InputSet.of(new NumberSource(2, 2, 100)), file.toString(), settings);
    assertThat(result.verifiedRows()).isEqualTo(200);
    try (AlbisFile opened = AlbisFile.open(file.toString())) {
      assertThat(opened.rowCount()).isEqualTo(200);
    }
  }

  /** Fails in its second part, when row groups have been written. */
  private static final class Failing extends NumberSource {
    Failing() {
      super(10, 2, 200_000);
    }

    @Override
    public void readColumns(Part part, Schema schema, BatchWriter batches, IntConsumer written)
        throws IOException {
      if (part.index() == 1) {
        throw new UncheckedIOException(new IOException("the file is damaged"));
      }
      super.readColumns(part, schema, batches, written);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void failureLeavesNothingBehind(boolean existsBefore) throws IOException {
    Path table = directory.resolve("a/t");
    if (existsBefore) {
      Files.createDirectories(table.resolve("other"));
    }
    List<Path> before = files(directory);
    assertThatThrownBy(
            () ->
                TableConversion.toTable(
                    InputSet.of(new Failing()),
                    table.toString(),
                    settings(TableConversion.Mode.CREATE, 64 << 20, 2, false)))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("the file is damaged");
    assertThat(files(directory)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void failureLeavesNoFileAndNoDirectories(boolean existsBefore) throws IOException {
    Path file = directory.resolve("a/b/f.albis");
    if (existsBefore) {
      Files.createDirectories(file.resolveSibling("other/empty"));
    }
    List<Path> before = files(directory);
    for (boolean verify : new boolean[] {false, true}) {
      assertThatThrownBy(
              () ->
                  TableConversion.toFile(
                      InputSet.of(new Failing()),
                      file.toString(),
                      settings(TableConversion.Mode.CREATE, 64 << 20, 1, verify)))
          .hasMessageContaining("the file is damaged");
      assertThat(files(directory)).isEqualTo(before);
    }
  }

  @Test
  void aFileAppearsWhenItIsVerified() throws IOException {
    Path file = directory.resolve("f 1%.albis");
    NumberSource source =
        new NumberSource(2, 2, 100) {
          @Override
          public void readColumns(
              Part part, Schema schema, BatchWriter batches, IntConsumer written)
              throws IOException {
            assertThat(file).doesNotExist();
            super.readColumns(part, schema, batches, written);
          }
        };
    TableConversion.Settings settings = settings(TableConversion.Mode.CREATE, 64 << 20, 1, true);
    var result = TableConversion.toFile(InputSet.of(source), file.toString(), settings);
    assertThat(result.verifiedRows()).isEqualTo(200);
    assertThat(files(directory)).containsExactly(directory, file);
    assertThatThrownBy(() -> TableConversion.toFile(InputSet.of(source), file.toString(), settings))
        .hasMessageContaining("it exists");
    assertThat(files(directory)).containsExactly(directory, file);
  }
}
