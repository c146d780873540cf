// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.internal.metadata.Snapshot;
import io.albis.format.schema.ColumnGroup;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/** The columns of a column group, by its id. Parses the schema when it is asked. Thread-safe. */
record GroupColumns(Snapshot snapshot) implements IntFunction<String> {

  @Override
  public String apply(int columnGroup) {
    Schema schema = snapshot.schema().schema();
    return snapshot.columnGroups().inOrder(schema).stream()
        .filter(group -> group.id() == columnGroup)
        .map(group -> columns(schema, group))
        .findFirst()
        .orElse("");
  }

  private static String columns(Schema schema, ColumnGroup group) {
    return schema.leaves().stream()
        .filter(leaf -> contains(group, leaf.id()))
        .map(Leaf::path)
        .collect(Collectors.joining(","));
  }

  private static boolean contains(ColumnGroup group, int leafId) {
    for (int i = 0; i < group.leafCount(); i++) {
      if (group.leafId(i) == leafId) {
        return true;
      }
    }
    return false;
  }
}
