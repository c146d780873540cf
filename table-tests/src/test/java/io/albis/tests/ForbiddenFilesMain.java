// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.format.error.AlbisException;
import io.albis.reader.BatchCursor;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.reader.cache.CachePolicy;
import io.albis.reader.cache.ColumnCache;
import io.albis.reader.cache.MemoryPressure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * A program that reads a table through a cache, takes away the permission to read its data files,
 * opens it again and prints what then happens.
 */
final class ForbiddenFilesMain {

  private ForbiddenFilesMain() {}

  public static void main(String[] arguments) throws IOException {
    try (ColumnCache cache =
        ColumnCache.builder()
            .policy(CachePolicy.lru())
            .pressure(MemoryPressure.none())
            .accessInterval(Duration.ZERO)
            .build()) {
      ReadOptions options = ReadOptions.defaults().cache(cache);
      read(arguments[0], options);
      for (Path file : dataFiles(Path.of(arguments[0], "data"))) {
        Files.setPosixFilePermissions(file, Set.<PosixFilePermission>of());
      }
      read(arguments[0], options);
      System.out.println("read " + cache.statistics().hits() + " segments from memory");
    } catch (AlbisException e) {
      System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }

  private static List<Path> dataFiles(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  private static void read(String uri, ReadOptions options) {
    try (Table table = Table.open(uri, options);
        BatchCursor batches = table.scan().batches()) {
      while (batches.next()) {
        if (batches.batch().rowCount() == 0) {
          throw new IllegalStateException("An empty batch");
        }
      }
    }
  }
}
