// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

import io.albis.convert.internal.batch.InputSource;
import io.albis.convert.internal.value.ColumnPaths;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The columns that the directories of several files stand for. */
final class HiveColumns {

  /**
   * A file.
   *
   * @param name for messages
   * @param columns its directories
   */
  record InputFile(String name, List<HiveDirectories.Column> columns) {}

  private final Map<String, Field> fields;
  private final List<String> names;

  private HiveColumns(List<String> names, Map<String, Field> fields) {
    this.names = names;
    this.fields = fields;
  }

  /**
   * Finds the columns of all files, and their types.
   *
   * @param types of some columns; those of others are inferred
   * @throws InvalidArgumentException if files have different columns
   * @throws InvalidArgumentException if a type is given for a column that there is not
   */
  static HiveColumns of(List<InputFile> files, Map<String, Type> types) {
    List<String> names = names(files.get(0));
    for (InputFile file : files) {
      if (!names(file).equals(names)) {
        throw new InvalidArgumentException(
            "Cannot convert "
                + file.name()
                + " together with "
                + files.get(0).name()
                + ": their directories stand for different columns ("
                + names(file)
                + " instead of "
                + names
                + "; --no-hive ignores directories)");
      }
    }
    for (String name : types.keySet()) {
      if (!names.contains(name)) {
        throw InvalidArgumentException.unknownColumn(name, names);
      }
    }
    Map<String, Field> fields = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      int column = i;
      List<String> values = new ArrayList<>();
      files.forEach(file -> values.add(file.columns().get(column).value()));
      Type type = types.get(names.get(i));
      fields.put(
          names.get(i),
          Field.nullable(names.get(i), type == null ? HiveTypes.infer(values) : type));
    }
    return new HiveColumns(names, fields);
  }

  private static List<String> names(InputFile file) {
    return file.columns().stream().map(HiveDirectories.Column::name).toList();
  }

  /** Returns the column that a path names; empty if files have it themselves. */
  private Optional<String> column(String path) {
    return Stream.of(path, ColumnPaths.name(path)).filter(names::contains).findFirst();
  }

  /** Returns those of a list of paths that files have themselves. */
  List<String> inFiles(List<String> columns) {
    List<String> inFiles = columns.stream().filter(path -> column(path).isEmpty()).toList();
    if (!columns.isEmpty() && inFiles.isEmpty()) {
      throw new InvalidArgumentException(
          "Cannot convert the columns "
              + columns
              + ": only directories stand for them (name a column of the files, too)");
    }
    return inFiles;
  }

  /**
   * Adds the columns to a file.
   *
   * @param columns paths of the columns of the result, in their order; empty for all
   * @param source the file, with those columns that it has itself
   */
  InputSource addTo(InputSource source, InputFile file, List<String> columns) {
    List<String> ofFile = source.schema().fields().stream().map(Field::name).toList();
    Set<String> order = new LinkedHashSet<>();
    for (String path : columns) {
      order.add(column(path).or(() -> ColumnPaths.column(path, ofFile)).orElseThrow());
    }
    if (columns.isEmpty()) {
      order.addAll(ofFile);
      order.addAll(names);
    }
    List<String> added = names.stream().filter(order::contains).toList();
    if (added.isEmpty()) {
      return source;
    }
    Map<String, Object> values = new HashMap<>();
    for (String name : added) {
      if (ofFile.contains(name)) {
        throw new InvalidArgumentException(
            "Cannot convert "
                + source.name()
                + ": column "
                + name
                + " is in the file, and a directory stands for it (--no-hive takes it from the"
                + " file)");
      }
      values.put(name, value(file, name));
    }
    List<Field> all = new ArrayList<>();
    for (String name : order) {
      all.add(
          added.contains(name)
              ? fields.get(name)
              : source.schema().fields().get(ofFile.indexOf(name)));
    }
    return new HiveSource(source, source.description().withSchema(Schema.of(all)), values);
  }

  private Object value(InputFile file, String name) {
    String value = file.columns().get(names.indexOf(name)).value();
    Type type = fields.get(name).type();
    try {
      return HiveTypes.value(type, value);
    } catch (IllegalArgumentException e) {
      throw new InvalidArgumentException(
          "Cannot convert "
              + file.name()
              + ": directory column "
              + name
              + " has the value '"
              + value
              + "' (expected "
              + type
              + "; --hive-types changes the type)",
          e);
    }
  }

  /** Describes the columns that are added; empty if there is none. */
  List<String> notice(List<String> columns) {
    Set<String> selected = new HashSet<>();
    columns.forEach(path -> column(path).ifPresent(selected::add));
    String added =
        names.stream()
            .filter(name -> columns.isEmpty() || selected.contains(name))
            .map(name -> name + ": " + fields.get(name).type())
            .collect(Collectors.joining(", "));
    return added.isEmpty()
        ? List.of()
        : List.of("columns from directories: " + added + " (--no-hive ignores directories)");
  }
}
