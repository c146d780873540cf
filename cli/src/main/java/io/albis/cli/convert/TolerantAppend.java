// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.cli.command.StorageOptions;
import io.albis.cli.convert.append.AppendCheck;
import io.albis.cli.convert.append.AppendCheck.NewField;
import io.albis.format.schema.Schema;
import io.albis.reader.Table;
import io.albis.tools.command.CommandFailedException;
import io.albis.writer.TableUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes inputs fit the table that they are appended to. */
final class TolerantAppend {

  private TolerantAppend() {}

  /**
   * Inputs that fit a table.
   *
   * @param addition how the table has changed, if it got columns: by a commit of its own, because
   *     rows are appended to a table as it is
   */
  record Adapted(InputSet inputs, Optional<String> addition) {}

  /**
   * Returns inputs with the columns of a table: by name, widened, and null or the default where an
   * input has none.
   *
   * @param addsColumns whether the table gets the columns that it lacks, by a commit of its own
   * @throws CommandFailedException if the columns do not fit; the message names all that do not
   */
  static Adapted adapt(InputSet inputs, String table, StorageOptions options, boolean addsColumns) {
    Schema schema = schema(table, options);
    AppendCheck check = AppendCheck.of(inputs.schema(), schema);
    List<NewField> additional = check.additional();
    List<String> problems = new ArrayList<>(check.problems());
    if (!addsColumns && !additional.isEmpty()) {
      problems.add(
          "it has no column "
              + String.join(", ", additional.stream().map(NewField::path).toList())
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
    List<String> notices = new ArrayList<>(inputs.notices());
    Optional<String> addition = Optional.empty();
    if (!additional.isEmpty()) {
      String added = String.join(", ", additional.stream().map(NewField::path).toList());
      long snapshot = add(additional, table, options);
      schema = schema(table, options);
      notices.add("added to the table: " + added);
      addition =
          Optional.of(
              "the table keeps what --add-columns has added: "
                  + added
                  + " (undo: albis rollback "
                  + table
                  + " "
                  + (snapshot - 1)
                  + ")");
    }
    Schema target = schema;
    List<RowSource> sources = new ArrayList<>();
    inputs.sources().forEach(source -> sources.add(new AppendedSource(source, target)));
    return new Adapted(new InputSet(sources, target, inputs.properties(), notices), addition);
  }

  private static Schema schema(String table, StorageOptions options) {
    try (Table opened = Table.open(table, options.readOptions(null))) {
      return opened.schema();
    }
  }

  /** Returns the id of the snapshot that has the columns. */
  private static long add(List<NewField> fields, String table, StorageOptions options) {
    try (TableUpdate update = TableUpdate.open(table, options.asMap())) {
      for (NewField added : fields) {
        if (added.struct().isEmpty()) {
          update.addColumn(added.field());
        } else {
          update.addField(added.struct(), added.field());
        }
      }
      return update.commit().snapshotId();
    }
  }
}
