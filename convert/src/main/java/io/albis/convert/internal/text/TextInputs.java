// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import io.albis.convert.internal.value.ColumnPaths;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The CSV and JSON lines files of a conversion. All are added before the first is opened, because
 * types are inferred from all of them together. Not thread-safe.
 */
public final class TextInputs {

  private final TextSettings settings;
  private final Map<Path, CsvLayout> layouts = new LinkedHashMap<>();
  private final Map<String, InferredType> csvTypes = new LinkedHashMap<>();
  private final JsonShape json = new JsonShape();
  private boolean hasJson;
  private int jsonRows;

  /** Creates an empty set of files. */
  public TextInputs(TextSettings settings) {
    this.settings = settings;
  }

  /**
   * Adds a file if its name ends like that of CSV ({@code .csv}, {@code .tsv}) or JSON lines
   * ({@code .jsonl}, {@code .ndjson}, {@code .json}), possibly followed by {@code .gz} or {@code
   * .zst}. Reads a sample of it.
   *
   * @return whether the name does
   * @throws InvalidArgumentException if the sample has an error
   */
  public boolean add(Path path) throws IOException {
    TextFile file = new TextFile(path);
    if (!file.isText()) {
      return false;
    }
    if (file.isCsv()) {
      layouts.put(path, CsvSample.read(file, settings, csvTypes));
    } else {
      sampleJson(file);
    }
    return true;
  }

  private void sampleJson(TextFile file) throws IOException {
    hasJson = true;
    int end = jsonRows + settings.sampleRows();
    try (InputStream in = new BufferedInputStream(file.open())) {
      TextFile.skipByteOrderMark(in);
      JsonRows.read(
          file.path().toString(),
          in,
          1,
          (row, line) -> {
            json.add(row);
            return ++jsonRows < end;
          });
    }
  }

  /**
   * Opens a file that has been added.
   *
   * @param columns paths that lie in the columns to read; empty for all
   * @throws InvalidArgumentException if there is no such column
   */
  public TextRows open(Path path, List<String> columns) throws IOException {
    TextFile file = new TextFile(path);
    CsvLayout layout = layouts.get(path);
    List<Field> all =
        layout == null ? json.columns(path.toString(), settings.types()) : csvColumns(path, layout);
    if (all.isEmpty()) {
      throw new InvalidArgumentException(
          "Cannot convert " + path + ": it has no rows and no columns");
    }
    Schema schema = select(all, columns);
    return layout == null
        ? new JsonTable(file, all, schema)
        : new CsvTable(file, layout, settings.nullText(), schema);
  }

  private List<Field> csvColumns(Path file, CsvLayout layout) {
    for (Map.Entry<String, Type> given : settings.types().entrySet()) {
      if (!layout.names().contains(given.getKey())) {
        throw InvalidArgumentException.unknownColumn(given.getKey(), layout.names());
      }
      if (given.getValue().isNested()) {
        throw new InvalidArgumentException(
            "Cannot convert "
                + file
                + ": column "
                + given.getKey()
                + ": CSV has no type for "
                + given.getValue());
      }
    }
    List<Field> fields = new ArrayList<>();
    for (String name : layout.names()) {
      Type given = settings.types().get(name);
      fields.add(Field.nullable(name, given == null ? csvTypes.get(name).type() : given));
    }
    return fields;
  }

  private static Schema select(List<Field> all, List<String> columns) {
    if (columns.isEmpty()) {
      return Schema.of(all);
    }
    Schema schema = Schema.of(all);
    List<String> names = all.stream().map(Field::name).toList();
    return Schema.of(
        ColumnPaths.columns(columns, names).stream()
            .map(name -> schema.fields().get(schema.ordinal(name)))
            .toList());
  }

  /**
   * Returns what types have been inferred, if there are such files.
   *
   * @param schema the columns of all files
   */
  public Optional<String> notice(Schema schema) {
    StringBuilder types = new StringBuilder();
    boolean isAny = !layouts.isEmpty() || hasJson;
    for (Field field : schema.fields()) {
      if (isAny && !settings.types().containsKey(field.name())) {
        types.append(types.isEmpty() ? "" : ", ").append(field.name()).append('=');
        types.append(field.type());
      }
    }
    return types.isEmpty()
        ? Optional.empty()
        : Optional.of("types inferred from a sample (--schema sets others): " + types);
  }
}
