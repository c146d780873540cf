// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.format.schema.Partitioning;
import io.albis.reader.AlbisFile;
import io.albis.reader.Dataset;
import io.albis.reader.SnapshotInfo;
import io.albis.reader.Table;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.output.Quantities;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;

/** {@code albis describe}: prints what a table or file is. */
@Command(
    name = "describe",
    description = "Prints what a table or file is: size, snapshot, partitions and properties.")
public final class DescribeCommand extends DatasetCommand {

  /** The result, printed as JSON. Nulls are what a file does not have. */
  private record Description(
      String table,
      String kind,
      String tableId,
      String fileId,
      Long snapshotId,
      String timestamp,
      String createdBy,
      long rows,
      long rowGroups,
      long dataBytes,
      int columns,
      int columnGroups,
      List<String> partitions,
      Map<String, String> properties) {}

  @Override
  int run(Dataset dataset) {
    Description found = dataset instanceof Table table ? of(table) : of((AlbisFile) dataset);
    if (isJson()) {
      printJson(found);
    } else {
      print(found);
    }
    return ExitCodes.OK;
  }

  private static Description of(Table table) {
    SnapshotInfo snapshot = table.snapshot();
    return new Description(
        table.uri(),
        "table",
        table.id().toString(),
        null,
        snapshot.id(),
        snapshot.timestamp().toString(),
        snapshot.createdBy(),
        table.rowCount(),
        snapshot.rowGroupCount(),
        snapshot.dataBytes(),
        table.schema().fields().size(),
        table.columnGroups().size(),
        partitions(table.partitioning()),
        new TreeMap<>(table.properties()));
  }

  private static Description of(AlbisFile file) {
    return new Description(
        file.uri(),
        "file",
        null,
        file.fileId().toString(),
        null,
        null,
        file.createdBy(),
        file.rowCount(),
        file.rowGroupCount(),
        file.length(),
        file.schema().fields().size(),
        file.columnGroups().size(),
        file.partitionings().values().stream().flatMap(one -> partitions(one).stream()).toList(),
        new TreeMap<>(file.properties()));
  }

  private static List<String> partitions(List<Partitioning> partitioning) {
    return partitioning.stream().map(Partitioning::name).toList();
  }

  private void print(Description found) {
    line("table", found.table());
    line("kind", found.kind());
    line("id", found.tableId() == null ? found.fileId() : found.tableId());
    if (found.snapshotId() != null) {
      line("snapshot", found.snapshotId() + ", committed " + found.timestamp());
    }
    line("created by", found.createdBy());
    line("rows", Quantities.count(found.rows()));
    line("row groups", Quantities.count(found.rowGroups()));
    line("size", Quantities.bytes(found.dataBytes()));
    line("columns", found.columns() + " in " + found.columnGroups() + " column groups");
    line(
        "partitions",
        found.partitions().isEmpty() ? "none" : String.join(", ", found.partitions()));
    found.properties().forEach((key, value) -> line("property " + key, value));
  }

  private void line(String name, String value) {
    line("%-12s %s", name, value);
  }
}
