// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.catalog;

import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A small file that is replaced in one step, and by one process at a time: each change creates a
 * file with the next number, which fails if another process has created it. The highest number is
 * current. The {@value #KEPT} before it remain: a listing that is not atomic may miss a file that
 * is deleted, and one that is created, while it runs, and would otherwise find none. Immutable.
 *
 * @param storage where it is
 * @param directory of the files
 * @param prefix of their names, before the number
 * @param suffix of their names, after it
 */
record NumberedFile(Storage storage, String directory, String prefix, String suffix) {

  private static final int MAX_DIGITS = 9;

  /** So many replacements during one listing are not expected: each of them lists as well. */
  private static final int KEPT = 10;

  private String path(int number) {
    return directory + "/" + prefix + number + suffix;
  }

  private boolean isOfThis(String name) {
    int digits = name.length() - prefix.length() - suffix.length();
    return digits > 0
        && digits <= MAX_DIGITS
        && name.startsWith(prefix)
        && name.endsWith(suffix)
        && name.chars().skip(prefix.length()).limit(digits).allMatch(c -> c >= '0' && c <= '9');
  }

  /** The numbers of the files, ascending. */
  private List<Integer> numbers() throws IOException {
    return Warehouse.list(storage, directory).stream()
        .map(file -> file.name())
        .filter(this::isOfThis)
        .map(name -> name.substring(prefix.length(), name.length() - suffix.length()))
        .map(Integer::valueOf)
        .sorted()
        .toList();
  }

  /** Returns the number of the current file; empty if there is none. */
  OptionalInt find() throws IOException {
    return numbers().stream().mapToInt(Integer::intValue).max();
  }

  /** Returns the content of the current file; empty if there is none. */
  Optional<byte[]> read() throws IOException {
    OptionalInt number = find();
    while (number.isPresent()) {
      try (ReadableFile file = storage.openFile(path(number.getAsInt()))) {
        return Optional.of(file.readBytes(0, Math.toIntExact(file.length())));
      } catch (NoSuchFileException e) {
        // Replaced since the listing, or dropped.
        OptionalInt next = find();
        if (next.equals(number)) {
          throw e;
        }
        number = next;
      }
    }
    return Optional.empty();
  }

  /**
   * Writes the first file.
   *
   * @throws FileAlreadyExistsException if another process has written it
   */
  void create(byte[] content) throws IOException {
    storage.publish(path(1), content);
  }

  /**
   * Writes the file after the current one, and deletes those that are too old.
   *
   * @param number of the current one
   * @return false if another process was faster
   */
  boolean replace(int number, byte[] content) throws IOException {
    try {
      storage.publish(path(number + 1), content);
    } catch (FileAlreadyExistsException e) {
      return false;
    }
    for (int earlier : numbers()) {
      if (earlier <= number - KEPT) {
        delete(earlier);
      }
    }
    return true;
  }

  /** Deletes one of the files. */
  boolean delete(int number) throws IOException {
    return storage.delete(path(number));
  }

  /** Deletes all files, the current one last; returns whether there was one. */
  boolean delete() throws IOException {
    boolean isDeleted = false;
    for (int number : numbers()) {
      isDeleted |= delete(number);
    }
    return isDeleted;
  }
}
