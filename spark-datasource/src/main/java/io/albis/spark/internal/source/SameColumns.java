// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.source;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import java.util.ArrayList;
import java.util.List;

/** Compares the columns of tables and files that are read together. */
final class SameColumns {

  private SameColumns() {}

  /**
   * Requires the same names and types in the same order.
   *
   * @return the columns, nullable where one of the two is; with the ids of the first
   * @throws IllegalArgumentException if they differ; the message names the first difference
   */
  static Schema require(Schema first, String firstUri, Schema second, String secondUri) {
    return Schema.of(merge("", first.fields(), second.fields(), new Names(firstUri, secondUri)));
  }

  private record Names(String first, String second) {

    IllegalArgumentException refuse(String difference) {
      return new IllegalArgumentException(
          "Cannot read " + first + " and " + second + " together: " + difference);
    }
  }

  private static List<Field> merge(
      String prefix, List<Field> first, List<Field> second, Names names) {
    List<Field> merged = new ArrayList<>();
    for (int i = 0; i < Math.max(first.size(), second.size()); i++) {
      if (i >= first.size() || i >= second.size()) {
        String path = prefix + (i < first.size() ? first : second).get(i).name();
        throw names.refuse(
            "column " + path + " exists only in the " + (i < first.size() ? "first" : "second"));
      }
      merged.add(merge(prefix, first.get(i), second.get(i), names));
    }
    return merged;
  }

  private static Field merge(String prefix, Field first, Field second, Names names) {
    String path = prefix + first.name();
    if (!first.name().equals(second.name())) {
      throw names.refuse("column " + path + " of the first is " + prefix + second.name());
    }
    boolean isSame =
        first.type().kind() == second.type().kind()
            && (first.type().isNested() || first.type().equals(second.type()))
            && first.extension().equals(second.extension());
    if (!isSame) {
      throw names.refuse(
          "the types of column " + path + " are " + first.type() + " and " + second.type());
    }
    Field merged = second.nullable() ? first.asNullable() : first;
    if (!first.type().isNested()) {
      return merged;
    }
    List<Field> children =
        merge(path + ".", first.type().children(), second.type().children(), names);
    return switch (first.type().nesting()) {
      case STRUCT -> merged.withType(Type.struct(children));
      case LIST -> merged.withType(Type.list(children.get(0)));
      case MAP -> merged.withType(Type.map(children.get(0), children.get(1)));
      case NONE -> merged;
    };
  }
}
