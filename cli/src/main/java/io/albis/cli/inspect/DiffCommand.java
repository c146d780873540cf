// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.cli.command.ColumnList;
import io.albis.cli.command.Datasets;
import io.albis.cli.command.StorageArguments;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.reader.Dataset;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.output.Json;
import io.albis.tools.output.Quantities;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code albis diff}: compares the schema and rows of two tables. */
@Command(
    name = "diff",
    description = {
      "Compares two tables or files: columns, and rows in order.",
      "The exit code is 0 if they are equal, 1 if they differ, 2 if they cannot be compared."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:no difference", "1:differences", "2:failure, or an invalid command line"})
public final class DiffCommand extends AlbisCommand {

  /**
   * A difference of columns, printed as JSON.
   *
   * @param leftType type on the left; null if it is only on the right
   */
  record ColumnDifference(String column, String leftType, String rightType) {}

  /** The result, printed as JSON. */
  private record Result(
      boolean equal,
      long leftRows,
      long rightRows,
      long differentRows,
      List<ColumnDifference> columns,
      List<RowComparison.Difference> differences) {}

  @Mixin private StorageArguments storageOptions;

  @Parameters(index = "0", paramLabel = "LEFT", description = "A table or Albis file.")
  private String left;

  @Parameters(index = "1", paramLabel = "RIGHT", description = "Another one.")
  private String right;

  @Option(
      names = "--left-snapshot",
      paramLabel = "ID",
      description = "Snapshot of the left table to read (default: the latest).")
  private Long leftSnapshot;

  @Option(
      names = "--right-snapshot",
      paramLabel = "ID",
      description = "Snapshot of the right table to read (default: the latest).")
  private Long rightSnapshot;

  @Option(
      names = "--columns",
      paramLabel = "COLUMN,...",
      converter = ColumnList.Converter.class,
      description = "Columns to compare (default: all).")
  private ColumnList columns;

  @Option(names = "--schema-only", description = "Compare only the columns.")
  private boolean schemaOnly;

  @Option(
      names = {"-n", "--rows"},
      paramLabel = "N",
      description = "Number of different rows to print (default: ${DEFAULT-VALUE}).",
      defaultValue = "10")
  private int maxRows;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  protected int failureCode() {
    return ExitCodes.USAGE;
  }

  @Override
  public Integer call() throws IOException {
    if (maxRows < 0) {
      throw usageError("Invalid --rows: " + maxRows + " (expected at least 0)");
    }
    try (Dataset a = Datasets.open(left, leftSnapshot, storageOptions);
        Dataset b = Datasets.open(right, rightSnapshot, storageOptions)) {
      Result result = compare(a, b);
      if (json) {
        Json.printResult(out(), result);
      } else {
        print(result);
      }
      out().flush();
      return result.equal() ? ExitCodes.OK : ExitCodes.FAILED;
    }
  }

  private Result compare(Dataset a, Dataset b) {
    Schema leftSchema = schema(a);
    Schema rightSchema = schema(b);
    Map<String, String> leftTypes = types(leftSchema);
    Map<String, String> rightTypes = types(rightSchema);
    List<ColumnDifference> differences = new ArrayList<>();
    leftTypes.forEach(
        (column, type) -> {
          if (!type.equals(rightTypes.get(column))) {
            differences.add(new ColumnDifference(column, type, rightTypes.get(column)));
          }
        });
    rightTypes.forEach(
        (column, type) -> {
          if (!leftTypes.containsKey(column)) {
            differences.add(new ColumnDifference(column, null, type));
          }
        });
    RowComparison rows = new RowComparison(maxRows);
    if (!schemaOnly && columns == null) {
      rows.run(a, b, RowComparison.common(leftSchema, rightSchema));
    } else if (!schemaOnly && differences.isEmpty()) {
      rows.run(a, b, columns.paths());
    }
    boolean areEqual = differences.isEmpty() && rows.differentRows() == 0;
    return new Result(
        areEqual,
        a.rowCount(),
        b.rowCount(),
        rows.differentRows(),
        differences,
        rows.differences());
  }

  private Schema schema(Dataset dataset) {
    return columns == null ? dataset.schema() : dataset.scan().select(columns.paths()).schema();
  }

  private static Map<String, String> types(Schema schema) {
    Map<String, String> types = new LinkedHashMap<>();
    for (String path : schema.paths()) {
      Field field = schema.field(path);
      boolean isStruct = field.type().kind() == io.albis.format.schema.TypeKind.STRUCT;
      types.put(
          path,
          (isStruct ? "struct" : field.type().toString()) + (field.nullable() ? "" : " not null"));
    }
    return types;
  }

  private void print(Result result) {
    for (ColumnDifference column : result.columns()) {
      if (column.leftType() != null) {
        line("< column %s %s", column.column(), column.leftType());
      }
      if (column.rightType() != null) {
        line("> column %s %s", column.column(), column.rightType());
      }
    }
    for (RowComparison.Difference row : result.differences()) {
      line("row %d", row.row());
      if (row.left() != null) {
        line("< %s", Json.line(row.left()));
      }
      if (row.right() != null) {
        line("> %s", Json.line(row.right()));
      }
    }
    if (result.differentRows() > result.differences().size()) {
      line(
          "%s rows differ (of %s and %s)",
          Quantities.count(result.differentRows()),
          Quantities.count(result.leftRows()),
          Quantities.count(result.rightRows()));
    }
  }
}
