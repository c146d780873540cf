// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert;

/** What to do with strings that are not valid UTF-8. */
public enum InvalidUtf8 {
  /** Write the bytes as they are. */
  KEEP,
  /** Fail. */
  REFUSE,
  /** Replace invalid bytes by U+FFFD. */
  REPLACE;

  /** Returns what is done unless something else is chosen: JSON cannot hold such bytes. */
  static InvalidUtf8 standard(ExportFormat format) {
    return format == ExportFormat.JSONL ? REFUSE : KEEP;
  }
}
