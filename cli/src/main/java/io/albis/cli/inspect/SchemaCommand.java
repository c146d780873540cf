// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.inspect;

import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.reader.Dataset;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.output.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code albis schema}: prints the columns of a table or file. */
@Command(name = "schema", description = "Prints the columns and column groups of a table or file.")
public final class SchemaCommand extends DatasetCommand {

  /** A field, printed as JSON. */
  private record Column(
      int id,
      String column,
      String type,
      boolean nullable,
      Integer columnGroup,
      String doc,
      Map<String, String> metadata) {}

  @Override
  int run(Dataset dataset) {
    List<Column> columns = new ArrayList<>();
    add(columns, dataset.schema().fields(), "", dataset);
    if (isJson()) {
      printJson(columns);
      return ExitCodes.OK;
    }
    TextTable text =
        new TextTable().number("id").text("column").text("type").text("nulls").text("group");
    for (Column column : columns) {
      text.row(
          column.id(),
          column.column(),
          column.type(),
          column.nullable() ? "allowed" : "none",
          column.columnGroup());
    }
    text.print(out());
    return ExitCodes.OK;
  }

  /** Adds fields, including those of flattened structs. */
  private static void add(
      List<Column> columns, List<Field> fields, String prefix, Dataset dataset) {
    for (Field field : fields) {
      boolean isStruct = field.type().nesting() == io.albis.format.schema.Nesting.STRUCT;
      columns.add(
          new Column(
              field.id(),
              prefix + field.name(),
              isStruct ? "struct" : field.type().toString(),
              field.nullable(),
              group(dataset, field.id()),
              field.doc(),
              field.metadata()));
      if (isStruct) {
        add(columns, field.type().children(), prefix + field.name() + ".", dataset);
      }
    }
  }

  private static Integer group(Dataset dataset, int fieldId) {
    for (Leaf leaf : dataset.schema().leaves()) {
      if (leaf.id() == fieldId) {
        return dataset.columnGroups().stream()
            .filter(group -> group.leafIds().contains(fieldId))
            .map(ColumnGroup::id)
            .findFirst()
            .orElse(null);
      }
    }
    return null;
  }
}
