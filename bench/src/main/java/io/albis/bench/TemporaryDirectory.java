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
package io.albis.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A place for tables that is deleted with all that is in it. */
final class TemporaryDirectory implements AutoCloseable {

  private final Path directory;

  TemporaryDirectory() {
    try {
      directory = Files.createTempDirectory("albis-bench");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The path of a table of this name. */
  String path(String name) {
    return directory.resolve(name).toString();
  }

  @Override
  public void close() {
    delete(directory);
  }

  /** Deletes a directory and all that is in it. */
  static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
