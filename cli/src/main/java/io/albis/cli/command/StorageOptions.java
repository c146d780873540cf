// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.command;

import io.albis.reader.ReadOptions;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that commands hand on to the place where a table is. */
public final class StorageOptions {

  @Option(
      names = {"-O", "--option"},
      paramLabel = "NAME=VALUE",
      description =
          "An option of the storage backend, such as io.direct=never. May be given several times.")
  private final Map<String, String> values = new LinkedHashMap<>();

  /** Made by the command line parser. */
  public StorageOptions() {}

  /** The options by name. */
  public Map<String, String> asMap() {
    return Collections.unmodifiableMap(values);
  }

  /**
   * How to open a table for reading.
   *
   * @param snapshot null for the latest
   */
  public ReadOptions readOptions(Long snapshot) {
    ReadOptions options = ReadOptions.defaults();
    for (Map.Entry<String, String> option : values.entrySet()) {
      options = options.option(option.getKey(), option.getValue());
    }
    return snapshot == null ? options : options.snapshot(snapshot);
  }
}
