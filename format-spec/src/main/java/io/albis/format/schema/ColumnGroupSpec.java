// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.layout.RowLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A rule that divides the leaves of a schema into column groups. Each list or map always gets its
 * own group. A group of one leaf has the column layout, any other the row layout.
 */
public final class ColumnGroupSpec {

  /** Above this number of leaves, {@link #auto} puts several into one group. */
  static final int AUTO_SINGLE_LEAVES = 128;

  /** The maximum stride, in bytes, of the groups that {@link #auto} forms: one cache line. */
  static final int AUTO_STRIDE = 64;

  private enum Rule {
    ALL,
    SINGLE,
    AUTO,
    EXPLICIT
  }

  private final Rule rule;
  private final List<List<String>> paths;

  private ColumnGroupSpec(Rule rule, List<List<String>> paths) {
    this.rule = rule;
    this.paths = paths;
  }

  /**
   * Puts all leaves except lists and maps into one group: best for reading whole rows. All columns
   * are read from storage even if few are selected.
   */
  public static ColumnGroupSpec all() {
    return new ColumnGroupSpec(Rule.ALL, List.of());
  }

  /**
   * Gives each leaf its own group: only the selected columns are read, and columnar scans are
   * fastest.
   */
  public static ColumnGroupSpec single() {
    return new ColumnGroupSpec(Rule.SINGLE, List.of());
  }

  /**
   * Groups by the shape of the table. Up to 128 leaves it is {@link #single}: scans are fastest and
   * read nothing that was not asked for. Above that, neighbouring leaves of fixed width share
   * groups in which a row fits one cache line of 64 bytes: an extent for each of thousands of
   * columns in each row group would be too small for fast storage to read well.
   */
  public static ColumnGroupSpec auto() {
    return new ColumnGroupSpec(Rule.AUTO, List.of());
  }

  /**
   * Uses the given groups; every other leaf gets its own group.
   *
   * @param groups paths of columns; the path of a struct selects all its leaves except lists and
   *     maps
   */
  public static ColumnGroupSpec explicit(List<List<String>> groups) {
    return new ColumnGroupSpec(Rule.EXPLICIT, groups.stream().map(List::copyOf).toList());
  }

  /**
   * Parses the text form: {@code all}, {@code single}, {@code auto}, or groups of paths such as
   * {@code a,b;c.d,e}.
   *
   * @throws InvalidArgumentException if a group or path is empty
   */
  public static ColumnGroupSpec parse(String text) {
    switch (text.strip()) {
      case "all":
        return all();
      case "single":
        return single();
      case "auto":
        return auto();
      default:
        List<List<String>> groups = new ArrayList<>();
        for (String group : text.split(";", -1)) {
          List<String> names = new ArrayList<>();
          for (String path : group.split(",", -1)) {
            if (path.isBlank()) {
              throw new InvalidArgumentException(
                  "Invalid column groups: "
                      + text
                      + " (expected all, single, auto, or paths such as a,b;c)");
            }
            names.add(path.strip());
          }
          groups.add(names);
        }
        return explicit(groups);
    }
  }

  /**
   * Divides the leaves of a schema.
   *
   * @param schema with ids assigned
   * @param firstId id of the first group of several leaves; those of the others follow. A group of
   *     one leaf has the id of that leaf.
   * @return all groups, implicit ones included
   * @throws InvalidArgumentException if an explicit path does not exist
   * @throws InvalidArgumentException if a leaf is given twice, a list or map shares a group, or the
   *     rows of a group would be too long
   */
  public List<ColumnGroup> resolve(Schema schema, int firstId) {
    return resolve(schema, schema.leaves(), firstId);
  }

  /**
   * Like {@link #resolve(Schema, int)}, for some of the leaves: those of added columns. Explicit
   * groups must not have others.
   */
  public List<ColumnGroup> resolve(Schema schema, List<Leaf> leaves, int firstId) {
    List<List<Leaf>> groups =
        switch (rule) {
          case ALL -> all(leaves);
          case SINGLE -> leaves.stream().map(List::of).toList();
          case AUTO -> auto(leaves);
          case EXPLICIT -> explicit(schema, leaves);
        };
    List<ColumnGroup> resolved = new ArrayList<>();
    int id = firstId;
    for (List<Leaf> group : groups) {
      if (group.size() == 1) {
        resolved.add(ColumnGroup.implicit(group.get(0).id()));
        continue;
      }
      RowLayout.of(group);
      resolved.add(ColumnGroup.ofRows(id++, group.stream().map(Leaf::id).toList()));
    }
    return resolved;
  }

  private static List<List<Leaf>> all(List<Leaf> leaves) {
    List<List<Leaf>> groups = new ArrayList<>();
    List<Leaf> together = leaves.stream().filter(leaf -> !leaf.type().isRepeated()).toList();
    if (!together.isEmpty()) {
      groups.add(together);
    }
    leaves.stream()
        .filter(leaf -> leaf.type().isRepeated())
        .forEach(leaf -> groups.add(List.of(leaf)));
    return groups;
  }

  private static List<List<Leaf>> auto(List<Leaf> leaves) {
    if (leaves.size() <= AUTO_SINGLE_LEAVES) {
      return leaves.stream().map(List::of).toList();
    }
    List<List<Leaf>> groups = new ArrayList<>();
    List<Leaf> open = new ArrayList<>();
    for (Leaf leaf : leaves) {
      if (leaf.type().isRepeated() || leaf.type().isVariableLength()) {
        groups.add(List.of(leaf));
        continue;
      }
      open.add(leaf);
      if (open.size() > 1 && RowLayout.of(open).stride() > AUTO_STRIDE) {
        groups.add(List.copyOf(open.subList(0, open.size() - 1)));
        open = new ArrayList<>(List.of(leaf));
      }
    }
    if (!open.isEmpty()) {
      groups.add(List.copyOf(open));
    }
    return groups;
  }

  private List<List<Leaf>> explicit(Schema schema, List<Leaf> leaves) {
    Map<Integer, Leaf> left = new LinkedHashMap<>();
    leaves.forEach(leaf -> left.put(leaf.id(), leaf));
    Set<Integer> named = new HashSet<>();
    List<List<Leaf>> groups = new ArrayList<>();
    for (List<String> group : paths) {
      List<Leaf> members = new ArrayList<>();
      for (String path : group) {
        Field field = schema.field(path);
        List<Leaf> below = leaves.stream().filter(leaf -> isAt(leaf, field)).toList();
        if (below.isEmpty()) {
          boolean isStored = schema.leaves().stream().anyMatch(leaf -> isAt(leaf, field));
          throw new InvalidArgumentException(
              "Invalid column groups: "
                  + path
                  + (isStored
                      ? " has one already (expected only columns that are added)"
                      : " is a part of a list or map (expected the path of the whole column)"));
        }
        for (Leaf leaf : below) {
          if (!named.add(leaf.id())) {
            throw new InvalidArgumentException(
                "Invalid column groups: " + leaf.path() + " is given twice");
          }
          if (leaf.type().isRepeated() && leaf.id() != field.id()) {
            continue;
          }
          members.add(leaf);
          left.remove(leaf.id());
        }
      }
      if (!members.isEmpty()) {
        groups.add(members);
      }
    }
    left.values().forEach(leaf -> groups.add(List.of(leaf)));
    return groups;
  }

  private static boolean isAt(Leaf leaf, Field field) {
    return leaf.id() == field.id() || leaf.ancestorIds().contains(field.id());
  }

  /** The text form that {@link #parse} takes. */
  @Override
  public String toString() {
    return rule == Rule.EXPLICIT
        ? paths.stream().map(group -> String.join(",", group)).collect(Collectors.joining(";"))
        : rule.name().toLowerCase(Locale.ROOT);
  }
}
