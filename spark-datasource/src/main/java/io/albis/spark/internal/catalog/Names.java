// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.catalog;

import io.albis.spark.internal.table.UserErrors;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.catalog.Identifier;

/** Names of namespaces and tables, which are names of directories. */
final class Names {

  /** What separates directories, starts a scheme, or stands for other characters in a glob. */
  private static final String FORBIDDEN = "/\\:*?{}[]";

  private Names() {}

  /** Whether a directory of this name is visible, and inside of its parent. */
  static boolean isValid(String name) {
    return !name.isEmpty()
        && name.charAt(0) != '.'
        && name.charAt(0) != '_'
        && name.chars().noneMatch(c -> FORBIDDEN.indexOf(c) >= 0 || Character.isISOControl(c));
  }

  /** Whether all parts of a name are valid. */
  static boolean isValid(Identifier table) {
    return isValid(table.name()) && Arrays.stream(table.namespace()).allMatch(Names::isValid);
  }

  /** Refuses names that cannot be created. */
  static void require(String[] parts) {
    for (String part : parts) {
      if (!isValid(part)) {
        throw UserErrors.of(
            "Invalid name: '"
                + part
                + "' (expected the name of a directory that does not start with . or _, and has"
                + " none of / \\ : * ? { } [ ] in it)",
            null);
      }
    }
  }

  /** Returns the path below the warehouse; empty for the warehouse itself. */
  static String path(String[] parts) {
    return String.join("/", parts);
  }

  static String[] parts(Identifier table) {
    return Stream.concat(Arrays.stream(table.namespace()), Stream.of(table.name()))
        .toArray(String[]::new);
  }

  /** Returns a name for messages. */
  static String quoted(String[] parts) {
    return Arrays.stream(parts).collect(Collectors.joining("."));
  }
}
