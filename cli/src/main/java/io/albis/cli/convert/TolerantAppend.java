// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.cli.command.StorageArguments;
import io.albis.cli.convert.append.AppendCheck;
import io.albis.cli.convert.append.AppendCheck.NewField;
import io.albis.format.internal.schema.SchemaUpdate;
import io.albis.format.schema.Schema;
import io.albis.reader.Table;
import io.albis.tools.command.CommandFailedException;
import java.util.ArrayList;
import java.util.List;

/** Makes inputs fit the table that they are appended to. */
final class TolerantAppend {

  private TolerantAppend() {}

  /**
   * Inputs that fit a table.
   *
   * @param additional the columns and fields that the table must get with their rows
   */
  record Adapted(InputSet inputs, List<NewField> additional) {}

  /**
   * Returns inputs with the columns of a table: by name, widened, and null or the default where an
   * input has none. Changes nothing.
   *
   * @param addsColumns whether the table is to get the columns that it lacks
   * @throws CommandFailedException if the columns do not fit; the message names all that do not
   */
  static Adapted adapt(
      InputSet inputs, String table, StorageArguments options, boolean addsColumns) {
    Schema schema = schema(table, options);
    AppendCheck check = AppendCheck.of(inputs.schema(), schema);
    List<NewField> additional = check.additional();
    List<String> problems = new ArrayList<>(check.problems());
    if (!addsColumns && !additional.isEmpty()) {
      problems.add(
          "it has no column "
              + NewField.paths(additional)
              + " (--add-columns adds what a table lacks, --columns selects)");
    }
    if (!problems.isEmpty()) {
      throw new CommandFailedException(
          "Cannot append to "
              + table
              + ": its columns differ from those of "
              + inputs.sources().get(0).name()
              + ": "
              + String.join("; ", problems));
    }
    Schema target = withAdded(schema, additional);
    List<InputSource> sources = new ArrayList<>();
    inputs.sources().forEach(source -> sources.add(new AppendedSource(source, target)));
    return new Adapted(
        new InputSet(sources, target, inputs.properties(), inputs.notices()), additional);
  }

  /** Returns the columns that the table will have; the commit may give them other ids. */
  private static Schema withAdded(Schema table, List<NewField> additional) {
    SchemaUpdate update = SchemaUpdate.of(table, table.maxFieldId() + 1);
    for (NewField added : additional) {
      update = added.addTo(update);
    }
    return update.schema();
  }

  private static Schema schema(String table, StorageArguments options) {
    try (Table opened = Table.open(table, options.readOptions(null))) {
      return opened.schema();
    }
  }
}
