// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

import io.albis.format.error.AlbisIOException;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The data files that are read last stay open, up to a limit. For one thread. */
final class OpenSources implements AutoCloseable {

  /** How many files are open. The last ones, of which there are more than {@link #IN_USE}, stay. */
  private static final int MAX_OPEN = 256;

  /** How many files may be in use at the same time, of all that are asked for one after another. */
  static final int IN_USE = 128;

  private final Storage storage;
  private final Map<String, ReadableFile> open = new LinkedHashMap<>(MAX_OPEN, 0.75f, true);

  OpenSources(Storage storage) {
    this.storage = storage;
  }

  /**
   * Opens a file unless it is open. It stays open until {@link #IN_USE} other ones have been asked
   * for.
   */
  ReadableFile get(String path) throws IOException {
    ReadableFile file = open.get(path);
    if (file == null) {
      if (open.size() == MAX_OPEN) {
        String oldest = open.keySet().iterator().next();
        open.remove(oldest).close();
      }
      file = storage.openFile(path);
      open.put(path, file);
    }
    return file;
  }

  @Override
  public void close() {
    IOException failure = null;
    for (ReadableFile file : open.values()) {
      try {
        file.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    open.clear();
    if (failure != null) {
      throw new AlbisIOException("Failed to close a data file", failure);
    }
  }
}
