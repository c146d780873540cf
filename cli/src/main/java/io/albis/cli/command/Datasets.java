// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.command;

import io.albis.reader.AlbisFile;
import io.albis.reader.Dataset;
import io.albis.reader.ReadOptions;
import io.albis.reader.Table;
import io.albis.reader.cache.ColumnCache;
import io.albis.storage.Storage;
import io.albis.tools.command.CommandFailedException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.function.UnaryOperator;

/** Opens what an argument names: a table, which is a directory, or an Albis file. */
public final class Datasets {

  /** The end of names that commands create files under, instead of tables. */
  private static final String FILE_SUFFIX = ".albis";

  private enum Kind {
    DIRECTORY,
    FILE,
    MISSING
  }

  private Datasets() {}

  /**
   * Opens a table or a file.
   *
   * @param uri a URI or path
   * @param snapshot the id of the snapshot to read; null for the latest
   * @throws CommandFailedException if a snapshot of a file is to be read
   */
  public static Dataset open(String uri, Long snapshot, StorageArguments options)
      throws IOException {
    return open(uri, snapshot, options, UnaryOperator.identity());
  }

  /** Opens the latest snapshot of a table, or a file, whose columns a cache keeps. */
  public static Dataset open(String uri, StorageArguments options, ColumnCache cache)
      throws IOException {
    return open(uri, null, options, readOptions -> readOptions.cache(cache));
  }

  private static Dataset open(
      String uri, Long snapshot, StorageArguments options, UnaryOperator<ReadOptions> reading)
      throws IOException {
    ReadOptions readOptions = reading.apply(options.readOptions(snapshot));
    Kind kind = kind(uri, options);
    if (kind == Kind.DIRECTORY || (kind == Kind.MISSING && !isFileName(uri))) {
      return Table.open(uri, readOptions);
    }
    if (snapshot != null) {
      throw new CommandFailedException(
          "Cannot read snapshot " + snapshot + " of " + uri + ": a file has no snapshots");
    }
    return AlbisFile.open(uri, readOptions);
  }

  /** Whether there is a directory or file of this name. */
  public static boolean exists(String uri, StorageArguments options) throws IOException {
    return kind(uri, options) != Kind.MISSING;
  }

  /**
   * Whether a new dataset of this name is a file: the name ends in {@code .albis}, and there is no
   * directory of that name.
   */
  public static boolean isNewFile(String uri, StorageArguments options) throws IOException {
    return isFileName(uri) && kind(uri, options) != Kind.DIRECTORY;
  }

  private static boolean isFileName(String uri) {
    return uri.endsWith(FILE_SUFFIX);
  }

  private static Kind kind(String uri, StorageArguments options) throws IOException {
    try (Storage storage = Storage.open(uri, options.asMap())) {
      try {
        storage.list("");
        return Kind.DIRECTORY;
      } catch (NoSuchFileException notADirectory) {
        return storage.exists("") ? Kind.FILE : Kind.MISSING;
      }
    }
  }
}
