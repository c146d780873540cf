// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal;

import java.util.List;

/** Parts of messages of errors. */
final class Messages {

  private static final int MAX_NAMES = 5;

  private Messages() {}

  /** The first few of some names, and how many more there are. */
  static String list(List<String> names) {
    String first = String.join(", ", names.subList(0, Math.min(MAX_NAMES, names.size())));
    return names.size() <= MAX_NAMES
        ? first
        : first + " and " + (names.size() - MAX_NAMES) + " more";
  }
}
