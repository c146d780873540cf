// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

import io.albis.convert.internal.value.ColumnPaths;
import io.albis.format.error.InvalidArgumentException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * Removes columns that were not requested, and fields of structs, before their types are checked
 * and their pages are read.
 */
final class ParquetSelection {

  private ParquetSelection() {}

  /**
   * Returns the columns to read.
   *
   * @param paths of columns, or of fields of structs; empty for all columns. Fields in lists and
   *     maps are not removed
   * @throws InvalidArgumentException if there is no such column
   */
  static MessageType of(MessageType message, List<String> paths) {
    if (paths.isEmpty()) {
      return message;
    }
    List<String> known = message.getFields().stream().map(Type::getName).toList();
    List<Type> fields = new ArrayList<>();
    for (String column : ColumnPaths.columns(paths, known)) {
      List<List<String>> below = new ArrayList<>();
      for (String path : paths) {
        if (ColumnPaths.column(path, known).orElseThrow().equals(column)) {
          List<String> names = io.albis.format.schema.Schema.namesOf(path);
          below.add(path.equals(column) ? List.of() : names.subList(1, names.size()));
        }
      }
      fields.add(cut(message.getType(column), below));
    }
    return new MessageType(message.getName(), fields);
  }

  /** Removes fields that are on none of the paths below a type. */
  private static Type cut(Type type, List<List<String>> below) {
    boolean isStruct =
        !type.isPrimitive()
            && !type.isRepetition(Type.Repetition.REPEATED)
            && type.getLogicalTypeAnnotation() == null;
    if (!isStruct || below.stream().anyMatch(List::isEmpty)) {
      return type;
    }
    List<Type> fields = new ArrayList<>();
    for (Type field : type.asGroupType().getFields()) {
      List<List<String>> inField =
          below.stream()
              .filter(names -> names.get(0).equals(field.getName()))
              .map(names -> names.subList(1, names.size()))
              .toList();
      if (!inField.isEmpty()) {
        fields.add(cut(field, inField));
      }
    }
    // Without fields there is an unknown one, which is reported with the names of all.
    return fields.isEmpty() ? type : type.asGroupType().withNewFields(fields);
  }
}
