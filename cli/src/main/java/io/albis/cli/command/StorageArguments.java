// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.command;

import io.albis.format.error.AlbisIOException;
import io.albis.format.internal.order.RequestCost;
import io.albis.reader.ReadOptions;
import io.albis.storage.ReadCost;
import io.albis.storage.Storage;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** Command-line options that are passed to the storage backend of a table. */
public final class StorageArguments {

  @Option(
      names = {"-O", "--option"},
      paramLabel = "NAME=VALUE",
      description = "Option of the storage backend, such as io.direct=never. Can be repeated.")
  private final Map<String, String> values = new LinkedHashMap<>();

  /** Returns the options by name. */
  public Map<String, String> asMap() {
    return Collections.unmodifiableMap(values);
  }

  /**
   * Returns what a request to a storage costs.
   *
   * @param uri of a table or file
   */
  public RequestCost requestCost(String uri) {
    try (Storage storage = Storage.open(uri, values)) {
      ReadCost cost = storage.readCost();
      return new RequestCost(cost.requestNanos(), cost.bytesPerSecond());
    } catch (IOException e) {
      throw new AlbisIOException("Failed to open " + uri, e);
    }
  }

  /**
   * Returns the options to open a table for reading.
   *
   * @param snapshot the id of the snapshot to read; null for the latest
   */
  public ReadOptions readOptions(Long snapshot) {
    ReadOptions options = ReadOptions.defaults().options(values);
    return snapshot == null ? options : options.snapshot(snapshot);
  }
}
