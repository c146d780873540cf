// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.catalog;

import io.albis.storage.FileInfo;
import io.albis.storage.Storage;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.connector.catalog.Identifier;

/** The {@linkplain NumberedFile files} of views, in {@code _views} of their namespace. */
final class ViewFile {

  private static final String DIRECTORY = "_views";

  private static final Pattern NAME = Pattern.compile("(.+)-(\\d{1,9})\\.json", Pattern.DOTALL);

  private ViewFile() {}

  private static String directory(String[] namespace) {
    return Names.path(Warehouse.child(namespace, DIRECTORY));
  }

  private static NumberedFile file(Storage storage, Identifier view) {
    return new NumberedFile(storage, directory(view.namespace()), view.name() + "-", ".json");
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

  /** Whether there is a view. */
  static boolean exists(Storage storage, Identifier view) throws IOException {
    return file(storage, view).find().isPresent();
  }

  /** Returns the content of the current file; empty if there is no view. */
  static Optional<byte[]> read(Storage storage, Identifier view) throws IOException {
    return file(storage, view).read();
  }

  /** Creates a view; returns false if there is one. */
  static boolean create(Storage storage, Identifier view, byte[] content) throws IOException {
    NumberedFile file = file(storage, view);
    if (file.find().isPresent()) {
      return false;
    }
    try {
      file.create(content);
    } catch (FileAlreadyExistsException e) {
      return false;
    }
    // Another process may have created and replaced it since it was looked for.
    boolean isCurrent = file.find().equals(OptionalInt.of(1));
    if (!isCurrent) {
      file.delete(1);
    }
    return isCurrent;
  }

  /** Replaces a view; returns false if there is none. */
  static boolean replace(Storage storage, Identifier view, byte[] content) throws IOException {
    NumberedFile file = file(storage, view);
    OptionalInt current = file.find();
    while (current.isPresent() && !file.replace(current.getAsInt(), content)) {
      current = file.find();
    }
    return current.isPresent();
  }

  /** Deletes a view; returns whether there was one. */
  static boolean delete(Storage storage, Identifier view) throws IOException {
    boolean isDeleted = file(storage, view).delete();
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
