// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

import io.albis.format.error.InvalidArgumentException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The columns that the directories of a file stand for: in {@code year=2026/region=eu/a.parquet},
 * {@code year} and {@code region}. Those directly above the file count, up to the first directory
 * that has no such name. Below the directory that is converted all count, because writers put files
 * into further directories there.
 */
final class HiveDirectories {

  /** The value of null. */
  private static final String NULL = "__HIVE_DEFAULT_PARTITION__";

  /** Directories of the branches of {@code UNION ALL}, which Hive makes below those of columns. */
  private static final String UNION = "HIVE_UNION_SUBDIR_\\d+";

  /**
   * A column and its value.
   *
   * @param value null for null
   */
  record Column(String name, String value) {}

  private HiveDirectories() {}

  /**
   * Returns the columns, in the order of the directories.
   *
   * @param directories names of the directories above the file, from the top
   * @param rootDepth how many of them are above what is searched: the last of these is the
   *     directory that is converted
   * @param file name of the file, for messages
   */
  static List<Column> columns(List<String> directories, int rootDepth, String file) {
    List<Column> columns = new ArrayList<>();
    for (int i = directories.size() - 1; i >= 0; i--) {
      Optional<Column> column = column(directories.get(i), file);
      if (column.isEmpty() && i < rootDepth && !directories.get(i).matches(UNION)) {
        break;
      }
      column.ifPresent(columns::add);
    }
    Collections.reverse(columns);
    for (Column column : columns) {
      if (columns.stream().filter(other -> other.name().equals(column.name())).count() > 1) {
        throw new InvalidArgumentException(
            "Cannot convert " + file + ": two directories are named " + column.name() + "=");
      }
    }
    return columns;
  }

  private static Optional<Column> column(String directory, String file) {
    int equals = directory.indexOf('=');
    if (equals < 1) {
      return Optional.empty();
    }
    String value = decode(directory.substring(equals + 1));
    if (value.isEmpty()) {
      throw new InvalidArgumentException(
          "Cannot convert "
              + file
              + ": directory "
              + directory
              + " has no value (--no-hive ignores directories)");
    }
    return Optional.of(
        new Column(decode(directory.substring(0, equals)), value.equals(NULL) ? null : value));
  }

  /** Replaces {@code %XX} by the byte of that number; bytes are UTF-8. */
  static String decode(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < utf8.length; i++) {
      int code = utf8[i] == '%' ? escaped(utf8, i) : -1;
      bytes.write(code < 0 ? utf8[i] : code);
      i += code < 0 ? 0 : 2;
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      // Not an encoding: the name is taken as it is.
      return text;
    }
  }

  private static int escaped(byte[] utf8, int percent) {
    if (percent + 2 >= utf8.length) {
      return -1;
    }
    int high = Character.digit(utf8[percent + 1], 16);
    int low = Character.digit(utf8[percent + 2], 16);
    return high < 0 || low < 0 ? -1 : 16 * high + low;
  }
}
