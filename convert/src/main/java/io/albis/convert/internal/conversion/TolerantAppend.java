// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import io.albis.convert.internal.append.AppendCheck;
import io.albis.convert.internal.append.AppendCheck.NewField;
import io.albis.convert.internal.batch.InputSource;
import io.albis.convert.internal.input.AppendedSource;
import io.albis.convert.internal.input.InputSet;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.schema.SchemaUpdate;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TransformKind;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes inputs fit the table that they are appended to. */
public final class TolerantAppend {

  private TolerantAppend() {}

  /**
   * Inputs that fit a table.
   *
   * @param additional the columns and fields that the table must get with their rows
   */
  public record Adapted(InputSet inputs, List<NewField> additional) {}

  /**
   * Returns inputs with the columns of a table: by name, widened, and null or the default where an
   * input has none. Changes nothing.
   *
   * @param addsColumns whether the table is to get the columns that it lacks
   * @throws InvalidArgumentException if the columns do not fit; the message names all that do not
   */
  public static Adapted adapt(
      InputSet inputs, String table, Map<String, String> options, boolean addsColumns) {
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
      throw new InvalidArgumentException(
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

  private static Schema schema(String table, Map<String, String> options) {
    try (Table opened = open(table, options)) {
      return opened.schema();
    }
  }

  private static Table open(String table, Map<String, String> options) {
    return Table.open(table, ReadOptions.defaults().options(options));
  }

  /** How an existing table is partitioned, so that rows of a partition are put together. */
  public static List<Partitioning> partitionsOf(String table, Map<String, String> options) {
    try (Table opened = open(table, options)) {
      return opened.partitioning().stream()
          .filter(known -> known.transform().kind() != TransformKind.UNKNOWN)
          .toList();
    }
  }
}
