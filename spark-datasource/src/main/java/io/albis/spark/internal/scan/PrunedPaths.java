// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.scan;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Converts a {@linkplain PrunedSchema pruned schema} to the paths of the columns to read. */
final class PrunedPaths {

  private PrunedPaths() {}

  /**
   * Returns paths that select what a schema contains.
   *
   * @param pruned a part of the table's schema: columns, and fields of structs, may be missing,
   *     also inside of lists and maps
   * @param schema of the table
   */
  static List<String> of(StructType pruned, Schema schema) {
    List<String> paths = new ArrayList<>();
    for (StructField column : pruned.fields()) {
      Field field = schema.fields().get(schema.ordinal(column.name()));
      add("", field, column.dataType(), paths);
    }
    return paths;
  }

  private static void add(String prefix, Field field, DataType pruned, List<String> paths) {
    String path = prefix + quote(field.name());
    List<Field> children = field.type().children();
    if (isWhole(field, pruned)) {
      paths.add(path);
    } else if (pruned instanceof StructType struct) {
      for (StructField wanted : struct.fields()) {
        add(path + '.', child(field, wanted.name()), wanted.dataType(), paths);
      }
    } else if (pruned instanceof ArrayType array) {
      add(path + '.', children.get(0), array.elementType(), paths);
    } else if (pruned instanceof MapType map) {
      add(path + '.', children.get(0), map.keyType(), paths);
      add(path + '.', children.get(1), map.valueType(), paths);
    }
  }

  private static boolean isWhole(Field field, DataType pruned) {
    List<Field> children = field.type().children();
    if (pruned instanceof StructType struct) {
      boolean isWhole = struct.length() == children.size();
      for (int i = 0; isWhole && i < children.size(); i++) {
        isWhole = isWhole(children.get(i), struct.fields()[i].dataType());
      }
      return isWhole;
    }
    if (pruned instanceof ArrayType array) {
      return isWhole(children.get(0), array.elementType());
    }
    return !(pruned instanceof MapType map)
        || (isWhole(children.get(0), map.keyType()) && isWhole(children.get(1), map.valueType()));
  }

  private static Field child(Field parent, String name) {
    for (Field child : parent.type().children()) {
      if (child.name().equals(name)) {
        return child;
      }
    }
    throw new IllegalArgumentException(
        "Cannot read field " + name + " of column " + parent.name() + ": it does not exist");
  }

  /** In backquotes always, as a name with a dot could otherwise be taken for a path. */
  private static String quote(String name) {
    return '`' + name.replace("`", "``") + '`';
  }
}
