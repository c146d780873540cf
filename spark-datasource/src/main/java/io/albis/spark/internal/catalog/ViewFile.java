// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.catalog;

import io.albis.storage.FileInfo;
import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.connector.catalog.Identifier;

/**
 * The files of views, in the directory {@code _views} of their namespace. As with {@link
 * NamespaceFile}, each change creates a file with the next number, which fails if another process
 * has created it, and then deletes the previous ones; the highest number is current.
 */
final class ViewFile {

  private static final String DIRECTORY = "_views";

  private static final Pattern NAME = Pattern.compile("(.+)-(\\d{1,9})\\.json", Pattern.DOTALL);

  private ViewFile() {}

  private static String directory(String[] namespace) {
    return Names.path(Warehouse.child(namespace, DIRECTORY));
  }

  private static String path(Identifier view, int number) {
    return directory(view.namespace()) + "/" + view.name() + "-" + number + ".json";
  }

  /** Returns the names of all views in a namespace, sorted. */
  static List<String> list(Storage storage, String[] namespace) throws IOException {
    TreeSet<String> names = new TreeSet<>();
    for (FileInfo file : Warehouse.list(storage, directory(namespace))) {
      Matcher matcher = NAME.matcher(file.name());
      if (matcher.matches()) {
        names.add(matcher.group(1));
      }
    }
    return List.copyOf(names);
  }

  /** The numbers of the files of a view, ascending. */
  private static List<Integer> numbers(Storage storage, Identifier view) throws IOException {
    return Warehouse.list(storage, directory(view.namespace())).stream()
        .map(file -> NAME.matcher(file.name()))
        .filter(matcher -> matcher.matches() && matcher.group(1).equals(view.name()))
        .map(matcher -> Integer.valueOf(matcher.group(2)))
        .sorted()
        .toList();
  }

  private static OptionalInt find(Storage storage, Identifier view) throws IOException {
    return numbers(storage, view).stream().mapToInt(Integer::intValue).max();
  }

  /** Whether there is a view. */
  static boolean exists(Storage storage, Identifier view) throws IOException {
    return find(storage, view).isPresent();
  }

  /** Returns the content of the current file; empty if there is no view. */
  static Optional<byte[]> read(Storage storage, Identifier view) throws IOException {
    OptionalInt number = find(storage, view);
    while (number.isPresent()) {
      try (ReadableFile file = storage.openFile(path(view, number.getAsInt()))) {
        return Optional.of(file.readBytes(0, Math.toIntExact(file.length())));
      } catch (NoSuchFileException e) {
        // Replaced since the listing, or dropped.
        OptionalInt next = find(storage, view);
        if (next.equals(number)) {
          throw e;
        }
        number = next;
      }
    }
    return Optional.empty();
  }

  /** Creates a view; returns false if there is one. */
  static boolean create(Storage storage, Identifier view, byte[] content) throws IOException {
    if (exists(storage, view)) {
      return false;
    }
    try {
      storage.publish(path(view, 1), content);
    } catch (FileAlreadyExistsException e) {
      return false;
    }
    // Another process may have created and replaced it since it was looked for.
    boolean isCurrent = find(storage, view).equals(OptionalInt.of(1));
    if (!isCurrent) {
      storage.delete(path(view, 1));
    }
    return isCurrent;
  }

  /** Replaces a view; returns false if there is none. */
  static boolean replace(Storage storage, Identifier view, byte[] content) throws IOException {
    while (true) {
      OptionalInt current = find(storage, view);
      if (current.isEmpty()) {
        return false;
      }
      int number = current.getAsInt();
      try {
        storage.publish(path(view, number + 1), content);
      } catch (FileAlreadyExistsException e) {
        continue; // Another process was faster.
      }
      for (int earlier : numbers(storage, view)) {
        if (earlier <= number) {
          storage.delete(path(view, earlier));
        }
      }
      return true;
    }
  }

  /** Deletes a view, the file that counts last; returns whether there was one. */
  static boolean delete(Storage storage, Identifier view) throws IOException {
    boolean isDeleted = false;
    for (int number : numbers(storage, view)) {
      isDeleted |= storage.delete(path(view, number));
    }
    String directory = directory(view.namespace());
    if (isDeleted && Warehouse.list(storage, directory).isEmpty()) {
      deleteEmpty(storage, directory);
    }
    return isDeleted;
  }

  private static void deleteEmpty(Storage storage, String directory) throws IOException {
    try {
      storage.delete(directory);
    } catch (IOException e) {
      if (Warehouse.list(storage, directory).isEmpty()) {
        throw e;
      }
      // Another process has just created a view in it.
    }
  }
}
