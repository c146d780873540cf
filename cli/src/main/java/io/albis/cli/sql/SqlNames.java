// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import java.nio.charset.StandardCharsets;

/** Names in SQL. */
final class SqlNames {

  private SqlNames() {}

  /** Quotes a name. */
  static String quote(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /**
   * Returns the end of a name in a statement.
   *
   * @param sql in UTF-8
   * @param start offset of the name, which may be in quotes
   * @param name expected there
   * @return the offset after it; -1 if there is something else
   */
  static int end(byte[] sql, int start, String name) {
    if (start < 0 || start >= sql.length) {
      return -1;
    }
    String text = new String(sql, start, sql.length - start, StandardCharsets.UTF_8);
    char quote = text.charAt(0);
    String written =
        quote == '\'' || quote == '"'
            ? quote + name.replace("" + quote, "" + quote + quote) + quote
            : name;
    return text.startsWith(written) ? start + written.getBytes(StandardCharsets.UTF_8).length : -1;
  }
}
