// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.order;

import static io.albis.cli.CliRun.albis;
import static io.albis.cli.CliRun.ok;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.albis.cli.CliRun;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.reader.BatchCursor;
import io.albis.reader.DatasetScan;
import io.albis.reader.Predicate;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.reader.TableLayout.ExtentLayout;
import io.albis.reader.WorkloadRecorder;
import io.albis.writer.RowWriter;
import io.albis.writer.TableWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests recording a workload and ordering the columns by it. */
class OrderCommandTest {

  private static final int COLUMNS = 12;

  /** Long enough that reading over a column costs more than another request. */
  private static final int ROWS = 50_000;

  @TempDir private Path dir;
  private String table;
  private Path workload;

  @BeforeEach
  void create() throws IOException {
    table = dir.resolve("t.albis").toString();
    workload = dir.resolve("workload.jsonl");
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < COLUMNS; i++) {
      fields.add(Field.required("c" + i, Type.int64()));
    }
    try (TableWriter writer = TableWriter.create(table, Schema.of(fields)).open()) {
      write(writer);
    }
  }

  private static void write(TableWriter writer) {
    try (RowWriter rows = writer.newRowWriter()) {
      for (int row = 0; row < ROWS; row++) {
        for (int i = 0; i < COLUMNS; i++) {
          rows.setLong(i, row);
        }
        rows.endRow();
      }
    }
    writer.commit();
  }

  private void record() throws IOException {
    WorkloadRecorder recorder = new WorkloadRecorder();
    try (Table open = Table.open(table, ReadOptions.defaults().recordWorkload(recorder))) {
      DatasetScan scan = open.scan().select("c1", "c7").filter(Predicate.greaterThan("c4", 5));
      for (int i = 0; i < 3; i++) {
        scan.batches().close();
      }
      for (var split : scan.splits(1 << 20)) {
        try (BatchCursor cursor = scan.batches(split)) {
          assertThat(cursor.next()).isTrue();
        }
      }
      open.scan().select("c2").forEachBatch(1, batch -> {});
    }
    try (OutputStream out = Files.newOutputStream(workload)) {
      recorder.write(out);
    }
  }

  private List<String> columnsInFile(int rowGroup) {
    try (Table open = Table.open(table)) {
      return open.layout().rowGroups().get(rowGroup).extents().stream()
          .sorted(Comparator.comparingLong(ExtentLayout::offset))
          .map(extent -> "c" + (extent.columnGroupId() - 1))
          .toList();
    }
  }

  @Test
  void recordsQueriesAndNotTheirSplits() throws IOException {
    record();

    assertThat(workload)
        .hasContent(
            """
            {"columns":["c1","c7","c4"],"weight":4.0}
            {"columns":["c2"],"weight":1.0}
            """);
  }

  @Test
  void columnsThatAreReadTogetherLieTogetherInNewRowGroups() throws IOException {
    record();
    JsonNode dry =
        new ObjectMapper()
            .readTree(ok("order", table, "--workload", workload.toString(), "--dry-run", "--json"));
    assertThat(dry.get("before").get("requests").asDouble()).isEqualTo(13);
    assertThat(dry.get("after").get("requests").asDouble()).isEqualTo(5);
    List<String> schemaOrder = columnsInFile(0);

    assertThat(ok("order", table, "--workload", workload.toString())).contains("New order: ");
    try (TableWriter writer = TableWriter.append(table).open()) {
      write(writer);
    }

    assertThat(columnsInFile(0)).isEqualTo(schemaOrder);
    List<String> ordered = columnsInFile(1);
    List<Integer> positions =
        List.of(ordered.indexOf("c1"), ordered.indexOf("c4"), ordered.indexOf("c7"));
    assertThat(positions.stream().mapToInt(Integer::intValue).max().getAsInt())
        .isEqualTo(positions.stream().mapToInt(Integer::intValue).min().getAsInt() + 2);
    assertThat(ok("verify", table)).startsWith("Sound");
    assertThat(ok("order", table, "--workload", workload.toString()))
        .contains("No better order was found");
  }

  @Test
  void leavesOutUnknownColumnsAndRefusesOtherFiles() throws IOException {
    Files.writeString(workload, "{\"columns\":[\"c0\",\"gone\"]}\n");
    assertThat(ok("order", table, "--workload", workload.toString()))
        .contains("The table has no column gone");

    Files.writeString(workload, "c0,c1\n");
    CliRun run = albis("order", table, "--workload", workload.toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("Invalid workload", "workload.jsonl");
  }
}
