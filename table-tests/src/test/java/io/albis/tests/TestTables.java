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
package io.albis.tests;

import io.albis.storage.FileInfo;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.Storages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the tests put their tables: into directories of the local file system, or, where the
 * property {@value #ROOT} names another place, below that. So tests that use nothing but the API of
 * reader and writer run on every storage.
 */
final class TestTables {

  static final String ROOT = "albis.tests.root";

  private TestTables() {}

  /** The URI of the table that a test wants to have in a directory. */
  static String uri(Path directory) {
    String root = System.getProperty(ROOT);
    return root == null ? directory.toString() : root + directory.toAbsolutePath();
  }

  /** Content of all files of a table by path, as text that can be compared. */
  static Map<String, String> bytes(String uri) throws IOException {
    Map<String, String> bytes = new TreeMap<>();
    try (Storage storage = Storages.open(uri, Map.of())) {
      addBytes(storage, "", bytes);
    }
    return bytes;
  }

  private static void addBytes(Storage storage, String directory, Map<String, String> bytes)
      throws IOException {
    for (FileInfo entry : storage.list(directory)) {
      String path = directory.isEmpty() ? entry.name() : directory + "/" + entry.name();
      if (entry.isDirectory()) {
        addBytes(storage, path, bytes);
      } else {
        try (ReadableFile file = storage.openFile(path)) {
          byte[] content = file.readBytes(0, (int) file.length());
          bytes.put(path, new String(content, StandardCharsets.ISO_8859_1));
        }
      }
    }
  }
}
