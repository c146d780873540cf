// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.rowgroup;

import java.util.List;

/** Lists of column names in error messages. */
public final class ColumnNames {

  private static final int MAX_NAMES = 5;

  private ColumnNames() {}

  /** The first few names, and the number of the others. */
  public static String list(List<String> names) {
    String first = String.join(", ", names.subList(0, Math.min(MAX_NAMES, names.size())));
    return names.size() <= MAX_NAMES
        ? first
        : first + " and " + (names.size() - MAX_NAMES) + " more";
  }
}
