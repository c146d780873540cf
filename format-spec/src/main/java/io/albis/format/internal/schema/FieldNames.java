// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.schema;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** FieldNames of fields and paths made of them (SPEC.md, section 6). */
public final class FieldNames {

  private static final int MAX_BYTES = 512;

  private FieldNames() {}

  public static void requireValid(String name) {
    if (name.isEmpty()) {
      throw new InvalidArgumentException("Invalid column name: it is empty");
    }
    for (int i = 0; i < name.length(); i++) {
      if (Character.isISOControl(name.charAt(i))) {
        throw new InvalidArgumentException(
            "Invalid column name: "
                + quoteControl(name)
                + " (expected no control characters, found one at position "
                + i
                + ")");
      }
    }
    if (name.length() > MAX_BYTES / 3 && name.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw new InvalidArgumentException(
          "Invalid column name: "
              + name.substring(0, 40)
              + "... (expected at most 512 bytes of UTF-8, found "
              + name.getBytes(StandardCharsets.UTF_8).length
              + ")");
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
      throw new InvalidArgumentException(
          "Invalid column name: " + name + " (expected Unicode text, found a lone surrogate)");
    }
  }

  private static String quoteControl(String name) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      text.append(Character.isISOControl(name.charAt(i)) ? '?' : name.charAt(i));
    }
    return text.toString();
  }

  public static void requireUnique(List<Field> fields, String where) {
    Set<String> names = new HashSet<>();
    for (Field field : fields) {
      if (!names.add(field.name())) {
        throw new InvalidArgumentException(
            "Invalid " + where + ": it has two fields of the name " + field.name());
      }
    }
  }

  /** The name as written in a path: in backquotes if necessary. */
  public static String quote(String name) {
    if (name.indexOf('.') < 0 && name.indexOf('`') < 0) {
      return name;
    }
    return '`' + name.replace("`", "``") + '`';
  }

  /** Splits a path into names. A malformed path is treated as one name. */
  public static List<String> split(String path) {
    List<String> parts = new ArrayList<>();
    int i = 0;
    while (i <= path.length()) {
      StringBuilder part = new StringBuilder();
      if (i < path.length() && path.charAt(i) == '`') {
        i = unquote(path, i + 1, part);
        if (i < 0) {
          return List.of(path);
        }
      } else {
        int end = path.indexOf('.', i);
        end = end < 0 ? path.length() : end;
        part.append(path, i, end);
        i = end;
      }
      if (part.isEmpty() || (i < path.length() && path.charAt(i) != '.')) {
        return List.of(path);
      }
      parts.add(part.toString());
      i++;
    }
    return parts;
  }

  /** Position after the closing backquote, or -1 if there is none. */
  private static int unquote(String path, int start, StringBuilder name) {
    for (int i = start; i < path.length(); i++) {
      if (path.charAt(i) != '`') {
        name.append(path.charAt(i));
      } else if (i + 1 < path.length() && path.charAt(i + 1) == '`') {
        name.append('`');
        i++;
      } else {
        return i + 1;
      }
    }
    return -1;
  }
}
