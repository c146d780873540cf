// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.value;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Schema;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** The top-level columns in which paths lie. */
public final class ColumnPaths {

  private ColumnPaths() {}

  /**
   * Returns the columns in the order of the paths, each once.
   *
   * @param paths of columns or of fields in them
   * @param known names of all columns
   * @throws InvalidArgumentException if there is no such column
   */
  public static List<String> columns(List<String> paths, Collection<String> known) {
    Set<String> columns = new LinkedHashSet<>();
    for (String path : paths) {
      columns.add(
          column(path, known)
              .orElseThrow(
                  () ->
                      InvalidArgumentException.unknownColumn(
                          path, known.stream().map(ColumnPaths::quote).toList())));
    }
    return List.copyOf(columns);
  }

  /**
   * Returns the positions of the columns, in the order of the paths; without any, of all columns.
   *
   * @param names of all columns, which need not differ
   * @throws InvalidArgumentException if there is no such column
   */
  public static List<Integer> positions(List<String> paths, List<String> names) {
    return paths.isEmpty()
        ? IntStream.range(0, names.size()).boxed().toList()
        : columns(paths, names).stream().map(names::indexOf).toList();
  }

  /** Returns the column of a path; a name that is the path as it stands takes precedence. */
  public static Optional<String> column(String path, Collection<String> known) {
    return known.contains(path)
        ? Optional.of(path)
        : Optional.of(Schema.namesOf(path).get(0)).filter(known::contains);
  }

  /** Returns the name that a path without fields stands for: without its backquotes. */
  public static String name(String path) {
    List<String> names = Schema.namesOf(path);
    return names.size() == 1 ? names.get(0) : path;
  }

  /** Returns a name as a list of columns takes it. */
  private static String quote(String name) {
    return name.matches("[^.,`]*") ? name : '`' + name.replace("`", "``") + '`';
  }
}
