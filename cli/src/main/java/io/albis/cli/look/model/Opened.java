// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.look.model;

import io.albis.cli.command.Datasets;
import io.albis.cli.command.StorageArguments;
import io.albis.reader.AlbisFile;
import io.albis.reader.Dataset;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A table at a snapshot, or a file.
 *
 * @param uri as given by the user
 */
record Opened(Dataset dataset, String uri, StorageArguments options) {

  /** Opens another snapshot of the table. */
  Opened at(long snapshot) {
    try {
      return new Opened(Datasets.open(uri, snapshot, options), uri, options);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads bytes of a data file. */
  byte[] bytes(String path, long offset, int length) {
    try (Storage storage = Storage.open(root(), options.asMap());
        ReadableFile file = storage.openFile(path)) {
      return file.readBytes(offset, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The directory to which paths of data files are relative. */
  private String root() {
    if (!(dataset instanceof AlbisFile)) {
      return uri;
    }
    int slash = uri.lastIndexOf('/');
    return slash < 0 ? "." : uri.substring(0, slash + 1);
  }
}
