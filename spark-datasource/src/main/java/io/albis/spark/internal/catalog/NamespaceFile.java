// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.catalog;

import io.albis.storage.FileInfo;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The file that makes a directory a namespace, with the properties of the namespace in the format
 * of {@link Properties}. Each change creates a file with the next number, which fails if another
 * process has created it, and then deletes the previous file. The highest number is current.
 */
final class NamespaceFile {

  private static final Pattern NAME = Pattern.compile("_namespace-(\\d{1,9})\\.properties");

  private NamespaceFile() {}

  private static String path(String directory, int number) {
    return directory + "/_namespace-" + number + ".properties";
  }

  /** The numbers of the files in a directory, ascending. */
  private static List<Integer> numbers(Storage storage, String directory) throws IOException {
    return Warehouse.list(storage, directory).stream()
        .map(FileInfo::name)
        .map(NAME::matcher)
        .filter(Matcher::matches)
        .map(matcher -> Integer.valueOf(matcher.group(1)))
        .sorted()
        .toList();
  }

  /** Returns the number of the file that counts; empty if the directory is no namespace. */
  static OptionalInt find(Storage storage, String directory) throws IOException {
    return numbers(storage, directory).stream().mapToInt(Integer::intValue).max();
  }

  /** Returns the properties in a new map; none if the directory is no namespace. */
  static Map<String, String> read(Storage storage, String directory) throws IOException {
    OptionalInt number = find(storage, directory);
    while (number.isPresent()) {
      try {
        return read(storage, directory, number.getAsInt());
      } catch (NoSuchFileException e) {
        // Replaced since the listing, or dropped.
        OptionalInt next = find(storage, directory);
        if (next.equals(number)) {
          throw e;
        }
        number = next;
      }
    }
    return new TreeMap<>();
  }

  private static Map<String, String> read(Storage storage, String directory, int number)
      throws IOException {
    Properties properties = new Properties();
    try (ReadableFile file = storage.openFile(path(directory, number))) {
      byte[] bytes = file.readBytes(0, (int) file.length());
      properties.load(new StringReader(new String(bytes, StandardCharsets.UTF_8)));
    }
    Map<String, String> read = new TreeMap<>();
    properties.stringPropertyNames().forEach(key -> read.put(key, properties.getProperty(key)));
    return read;
  }

  /**
   * Writes a file.
   *
   * @throws FileAlreadyExistsException if another process has written it
   */
  static void write(Storage storage, String directory, int number, Map<String, String> properties)
      throws IOException {
    Properties written = new Properties();
    written.putAll(properties);
    StringWriter text = new StringWriter();
    written.store(text, null);
    storage.publish(path(directory, number), text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Changes the properties of a namespace that exists. */
  static void update(Storage storage, String directory, Consumer<Map<String, String>> change)
      throws IOException {
    while (true) {
      int number =
          find(storage, directory)
              .orElseThrow(() -> new NoSuchFileException(directory, null, "was dropped"));
      Map<String, String> properties = read(storage, directory);
      change.accept(properties);
      try {
        write(storage, directory, number + 1, properties);
      } catch (FileAlreadyExistsException e) {
        continue; // Another process was faster.
      }
      for (int earlier : numbers(storage, directory)) {
        if (earlier <= number) {
          storage.delete(path(directory, earlier));
        }
      }
      return;
    }
  }

  /** Deletes the files, the one that counts last, and the directory if it is empty then. */
  static void delete(Storage storage, String directory) throws IOException {
    for (int number : numbers(storage, directory)) {
      storage.delete(path(directory, number));
    }
    if (Warehouse.list(storage, directory).isEmpty()) {
      storage.delete(directory);
    }
  }
}
