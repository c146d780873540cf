// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.spark.internal.source.SourceOptions;
import io.albis.spark.internal.source.SourcePaths;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The paths of what a query reads, with the options for opening it.
 *
 * @param paths at least one; globs are allowed
 * @param options all options of the read
 */
public record PathIdentifier(List<String> paths, Map<String, String> options)
    implements Identifier {

  /** Copies the collections. */
  public PathIdentifier {
    paths = List.copyOf(paths);
    options = Map.copyOf(options);
  }

  /**
   * Returns the identifier of a read.
   *
   * @throws IllegalArgumentException if the options contain no path
   */
  public static PathIdentifier of(CaseInsensitiveStringMap options) {
    return new PathIdentifier(SourcePaths.of(options), options.asCaseSensitiveMap());
  }

  /** Returns the identifier of a name in SQL; empty if it is not a path. */
  public static Optional<PathIdentifier> of(Identifier identifier) {
    if (identifier instanceof PathIdentifier path) {
      return Optional.of(path);
    }
    boolean isPath =
        identifier.namespace().length == 0
            && (identifier.name().indexOf('/') >= 0 || identifier.name().indexOf(':') >= 0);
    return isPath
        ? Optional.of(new PathIdentifier(List.of(identifier.name()), Map.of()))
        : Optional.empty();
  }

  @Override
  public String[] namespace() {
    return new String[0];
  }

  /** The paths, and the option that changes the schema: Spark loads a name once in a query. */
  @Override
  public String name() {
    String name = String.join(",", paths);
    return options.entrySet().stream()
        .filter(option -> option.getKey().equalsIgnoreCase(SourceOptions.NANOSECONDS))
        .map(option -> name + " (" + SourceOptions.NANOSECONDS + ": " + option.getValue() + ")")
        .findFirst()
        .orElse(name);
  }
}
