// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.catalog;

import io.albis.storage.Storage;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The {@linkplain NumberedFile file} that makes a directory a namespace, with the properties of the
 * namespace in the format of {@link Properties}.
 */
final class NamespaceFile {

  private NamespaceFile() {}

  private static NumberedFile file(Storage storage, String directory) {
    return new NumberedFile(storage, directory, "_namespace-", ".properties");
  }

  /** Returns the number of the file that counts; empty if the directory is no namespace. */
  static OptionalInt find(Storage storage, String directory) throws IOException {
    return file(storage, directory).find();
  }

  /** Returns the properties in a new map; none if the directory is no namespace. */
  static Map<String, String> read(Storage storage, String directory) throws IOException {
    Properties properties = new Properties();
    byte[] bytes = file(storage, directory).read().orElse(new byte[0]);
    properties.load(new StringReader(new String(bytes, StandardCharsets.UTF_8)));
    Map<String, String> read = new TreeMap<>();
    properties.stringPropertyNames().forEach(key -> read.put(key, properties.getProperty(key)));
    return read;
  }

  private static byte[] encode(Map<String, String> properties) throws IOException {
    Properties written = new Properties();
    written.putAll(properties);
    StringWriter text = new StringWriter();
    written.store(text, null);
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Makes a directory a namespace.
   *
   * @throws FileAlreadyExistsException if another process has done so
   */
  static void create(Storage storage, String directory, Map<String, String> properties)
      throws IOException {
    file(storage, directory).create(encode(properties));
  }

  /** Changes the properties of a namespace that exists. */
  static void update(Storage storage, String directory, Consumer<Map<String, String>> change)
      throws IOException {
    NumberedFile file = file(storage, directory);
    int number;
    Map<String, String> properties;
    do {
      number =
          file.find().orElseThrow(() -> new NoSuchFileException(directory, null, "was dropped"));
      properties = read(storage, directory);
      change.accept(properties);
    } while (!file.replace(number, encode(properties)));
  }

  /** Deletes the files, and the directory if it is empty then. */
  static void delete(Storage storage, String directory) throws IOException {
    file(storage, directory).delete();
    if (Warehouse.list(storage, directory).isEmpty()) {
      storage.delete(directory);
    }
  }
}
