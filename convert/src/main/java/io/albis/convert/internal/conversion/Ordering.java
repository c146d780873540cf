// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import io.albis.format.schema.Partitioning;
import io.albis.format.schema.SortColumn;
import io.albis.storage.Storage;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * How the rows of a conversion are partitioned and sorted.
 *
 * @param partitioning how rows are partitioned; none for no partitions
 * @param sortColumns by what rows are sorted, within partitions; none to keep their order
 * @param temporary the directory of temporary files
 */
public record Ordering(
    List<Partitioning> partitioning, List<SortColumn> sortColumns, Path temporary) {

  /** Neither partitioned nor sorted. */
  public static final Ordering NONE = new Ordering(List.of(), List.of(), Path.of("."));

  /** Copies the lists. */
  public Ordering {
    partitioning = List.copyOf(partitioning);
    sortColumns = List.copyOf(sortColumns);
  }

  /**
   * Returns an order.
   *
   * @param temporary the directory of temporary files; null for that of the target, if it is local
   */
  public static Ordering of(
      List<Partitioning> partitioning,
      List<SortColumn> sortColumns,
      Path temporary,
      String target) {
    return new Ordering(
        partitioning, sortColumns, temporary == null ? directory(target) : temporary);
  }

  /**
   * The directory that contains a local target, or will contain it; of targets on other storages
   * the directory of temporary files of the system.
   */
  private static Path directory(String target) {
    URI uri = Storage.toUri(target);
    if (!"file".equals(uri.getScheme())) {
      return Path.of(System.getProperty("java.io.tmpdir"));
    }
    Path directory = Path.of(uri.getPath()).toAbsolutePath().getParent();
    while (directory != null && !Files.isDirectory(directory)) {
      directory = directory.getParent();
    }
    return directory == null ? Path.of(System.getProperty("java.io.tmpdir")) : directory;
  }

  /** Whether rows are sorted. */
  boolean isSorted() {
    return !sortColumns.isEmpty();
  }

  /** Whether rows may be in another order than in the input. */
  boolean changesOrder() {
    return isSorted() || !partitioning.isEmpty();
  }
}
