// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.metadata.ColumnGroupSection;
import io.albis.format.internal.metadata.StoredLayout;
import io.albis.format.internal.schema.PlainDefaults;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;

/**
 * Checks whether rows of a data file can be read as rows of a table (SPEC.md, section 17). For one
 * thread.
 */
final class FileFit {

  private final String path;
  private final Schema file;
  private final Schema table;

  FileFit(String path, Schema file, Schema table) {
    this.path = path;
    this.file = file;
    this.table = table;
  }

  /**
   * Requires that the file fits.
   *
   * @param sections of all column groups of the file
   * @param rowGroups number of row groups of the file
   * @throws InvalidArgumentException if it does not
   */
  void require(Collection<ColumnGroupSection> sections, int rowGroups) {
    for (Leaf leaf : file.leaves()) {
      requireColumn(leaf);
    }
    for (ColumnGroupSection section : sections) {
      for (StoredLayout layout : section.layouts()) {
        layout.leaves().forEach(this::requireReadable);
      }
      if (section.extentCount() < rowGroups) {
        section.layouts().stream()
            .flatMap(layout -> layout.leaves().stream())
            .filter(leaf -> file.hasLeaf(leaf.id()))
            .forEach(leaf -> requireSameDefault(leaf.id()));
      }
    }
    for (Leaf leaf : table.leaves()) {
      if (!file.hasLeaf(leaf.id())) {
        requireMayBeMissing(leaf);
      }
    }
  }

  private void requireColumn(Leaf leaf) {
    if (!table.hasLeaf(leaf.id())) {
      throw incompatible(
          "its column "
              + leaf.path()
              + " with id "
              + leaf.id()
              + " is not in the table"
              + table
                  .find(leaf.path())
                  .map(field -> ", whose column of this name has the id " + field.id())
                  .orElse(""));
    }
    Leaf wanted = table.leaf(leaf.id());
    if (!wanted.path().equals(leaf.path())) {
      throw incompatible(
          "its column with id "
              + leaf.id()
              + " is "
              + leaf.path()
              + ", but in the table it is "
              + wanted.path());
    }
    if (!wanted.ancestorIds().equals(leaf.ancestorIds())) {
      throw incompatible(
          "the structs around its column "
              + leaf.path()
              + " have the ids "
              + leaf.ancestorIds()
              + ", but in the table "
              + wanted.ancestorIds());
    }
  }

  /** Stored leaves, whose types may be narrower than those of both schemas. */
  private void requireReadable(Leaf stored) {
    if (!table.hasLeaf(stored.id())) {
      return; // also not in the schema of the file, see above
    }
    Leaf wanted = table.leaf(stored.id());
    if (!file.hasLeaf(stored.id())) {
      throw incompatible(
          "it stores a dropped column with id "
              + stored.id()
              + ", which in the table is "
              + wanted.path());
    }
    if (!stored.canBeReadAs(wanted)) {
      throw incompatible(
          "its column "
              + wanted.path()
              + " is "
              + describe(stored)
              + ", but in the table "
              + describe(wanted));
    }
  }

  private static String describe(Leaf leaf) {
    return (leaf.isPresence() ? "a struct" : leaf.type().toString())
        + (leaf.nullable() ? " (nullable)" : " (required)");
  }

  /** Rows of the file that do not store a leaf must read as in the table. */
  private void requireSameDefault(int leafId) {
    Optional<byte[]> own = initialDefault(file, leafId);
    Optional<byte[]> wanted = initialDefault(table, leafId);
    if (!Arrays.equals(own.orElse(null), wanted.orElse(null))) {
      throw incompatible(
          "not all its rows store column "
              + file.leaf(leafId).path()
              + ", whose initial default is another one in the table");
    }
  }

  private static Optional<byte[]> initialDefault(Schema schema, int leafId) {
    return PlainDefaults.initialOf(schema.fieldOf(leafId));
  }

  private void requireMayBeMissing(Leaf leaf) {
    if (leaf.isPresence()) {
      for (Leaf below : file.leaves()) {
        if (below.ancestorIds().contains(leaf.id())) {
          throw incompatible(
              "it has the column "
                  + below.path()
                  + ", but does not store where the nullable struct "
                  + leaf.path()
                  + " is null");
        }
      }
    } else if (!leaf.nullable() && initialDefault(table, leaf.id()).isEmpty()) {
      throw incompatible(
          "it has no column "
              + leaf.path()
              + " with id "
              + leaf.id()
              + ", which is required in the table and has no initial default");
    }
  }

  private InvalidArgumentException incompatible(String why) {
    return new InvalidArgumentException("Cannot add file " + path + ": " + why);
  }
}
