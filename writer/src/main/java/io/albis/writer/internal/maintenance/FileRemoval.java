// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.maintenance;

import io.albis.format.error.AlbisIOException;
import io.albis.storage.Storage;
import java.io.IOException;

/** Deletes files of a table. */
final class FileRemoval {

  private final Storage storage;

  FileRemoval(Storage storage) {
    this.storage = storage;
  }

  /**
   * Deletes a file; one that does not exist is left at that.
   *
   * @return whether it existed
   * @throws AlbisIOException if it cannot be deleted
   */
  boolean delete(String path) {
    try {
      return storage.delete(path);
    } catch (IOException e) {
      throw new AlbisIOException("Failed to delete " + path + ": " + e.getMessage(), e);
    }
  }
}
