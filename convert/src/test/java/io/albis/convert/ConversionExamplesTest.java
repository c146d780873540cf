// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.SortColumn;
import io.albis.reader.Table;
import io.albis.writer.CommitResult;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code block of docs/sdk.md, and the public API as its users have it. */
class ConversionExamplesTest {

  private static final String CSV = "day,price,shop\n2026-01-02,2.5,b\n2026-01-01,1.25,a\n";

  @TempDir private Path directory;
  private String files;
  private String file;
  private String uri;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(directory.resolve("sales-1.csv"), CSV);
    files = directory + "/sales-*.csv";
    file = directory.resolve("sales.jsonl").toString();
    uri = directory.resolve("table").toString();
  }

  @Test
  void guide() throws IOException {
    // doc
    long rows =
        Conversion.of(files)
            .sortBy(SortColumn.ascending("day"))
            .verify()
            .createTable(uri)
            .written()
            .rowCount();
    try (Table table = Table.open(uri)) {
      Export.to(file).write(table, table.scan().select("day", "price"));
    }
    // doc
    assertThat(rows).isEqualTo(2);
    assertThat(Files.readAllLines(Path.of(file)))
        .containsExactly(
            "{\"day\":\"2026-01-01\",\"price\":1.25}", "{\"day\":\"2026-01-02\",\"price\":2.5}");
  }

  @Test
  void appendsStandardInputAndAddsColumns() throws IOException {
    Conversion.of(files).columns(List.of("day", "price")).createTable(uri);
    List<String> tasks = new ArrayList<>();
    Conversion.Result<CommitResult> result =
        Conversion.of("-")
            .standardInput(new ByteArrayInputStream(CSV.getBytes(StandardCharsets.UTF_8)))
            .addColumns()
            .progress(
                (name, rows) -> {
                  tasks.add(name);
                  return ProgressListener.NONE;
                })
            .appendTo(uri);
    assertThat(result.addedColumns()).containsExactly("shop");
    assertThat(result.written().rowCount()).isEqualTo(4);
    assertThat(tasks).containsExactly("Converting");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (Table table = Table.open(uri)) {
      Export.Result exported =
          Export.to("-").format(ExportFormat.CSV).standardOutput(out).write(table, table.scan());
      assertThat(exported.isStandardOutput()).isTrue();
    }
    assertThat(out.toString(StandardCharsets.UTF_8))
        .startsWith("day,price,shop\r\n2026-01-02,2.5,\r\n");
  }

  @Test
  void refusesWhatIsNotSupported() throws IOException {
    Conversion.of(files).createTable(uri);
    assertThatThrownBy(() -> Conversion.of(files).columns(List.of("day")).appendTo(uri + "-2"))
        .hasMessageContaining(uri + "-2");
    assertThatThrownBy(
            () -> Conversion.of(files).partitionBy(Partitioning.identity("shop")).appendTo(uri))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("keeps its partitions");
    assertThatThrownBy(() -> Conversion.of(directory + "/none*").createTable(uri + "-3"))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("no files match");
    try (Table table = Table.open(uri)) {
      assertThatThrownBy(() -> Export.to("table.txt").write(table, table.scan()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Cannot infer the format of table.txt");
      Export arrow = Export.to(directory + "/t.arrow").compression(ExportCompression.ZSTD);
      assertThatThrownBy(() -> arrow.write(table, table.scan()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("arrow files are not compressed with zstd");
    }
  }
}
