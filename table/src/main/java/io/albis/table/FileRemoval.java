// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.table;

import io.albis.format.error.AlbisIOException;
import io.albis.storage.Storage;
import java.io.IOException;

/** Deletes files of a table. */
public final class FileRemoval {

  private final Storage storage;

  /**
   * Deletes files below a directory.
   *
   * @param storage the table's directory
   */
  public FileRemoval(Storage storage) {
    this.storage = storage;
  }

  /**
   * Deletes a file; one that does not exist is left at that.
   *
   * @return whether it existed
   * @throws AlbisIOException if it cannot be deleted
   */
  public boolean delete(String path) {
    try {
      return storage.delete(path);
    } catch (IOException e) {
      throw new AlbisIOException("Failed to delete " + path + ": " + e.getMessage(), e);
    }
  }
}
