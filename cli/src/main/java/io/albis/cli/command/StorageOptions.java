/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
