// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.table;

import io.albis.format.error.AlbisIOException;
import io.albis.storage.Storage;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.function.Function;

/** Opens and closes storages with the exceptions of the API. */
public final class TableStorages {

  private TableStorages() {}

  /**
   * Opens the storage of a table.
   *
   * @throws AlbisIOException if it cannot be reached
   */
  public static Storage open(String uri, Map<String, String> options) {
    return open(uri, Storage.toUri(uri), options);
  }

  private static Storage open(String what, URI root, Map<String, String> options) {
    try {
      return Storage.open(root, options);
    } catch (IOException e) {
      throw new AlbisIOException("Failed to open " + what + ": " + e.getMessage(), e);
    }
  }

  /** As {@link #open(String, Map)}, opens something in it. Closes the storage if that fails. */
  public static <T> T open(
      String uri, Map<String, String> options, Function<? super Storage, T> opening) {
    return open(uri, Storage.toUri(uri), options, opening);
  }

  /**
   * As {@link #open(String, Map, Function)}.
   *
   * @param what is opened, for messages
   * @param root of the storage
   */
  public static <T> T open(
      String what, URI root, Map<String, String> options, Function<? super Storage, T> opening) {
    Storage storage = open(what, root, options);
    try {
      return opening.apply(storage);
    } catch (RuntimeException e) {
      closeAfter(e, storage);
      throw e;
    }
  }

  /** Closes something that could not be opened as a whole. */
  public static void closeAfter(RuntimeException failure, AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception e) {
      failure.addSuppressed(e);
    }
  }

  /**
   * Closes a storage.
   *
   * @throws AlbisIOException if that fails
   */
  public static void close(Storage storage) {
    try {
      storage.close();
    } catch (IOException e) {
      throw new AlbisIOException("Failed to close " + storage.root(), e);
    }
  }
}
