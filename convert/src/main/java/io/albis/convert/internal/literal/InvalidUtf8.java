// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.literal;

/** What to do with strings that are not valid UTF-8. */
public enum InvalidUtf8 {
  /** Write the bytes as they are. */
  KEEP,
  /** Fail. */
  REFUSE,
  /** Replace invalid bytes by U+FFFD. */
  REPLACE
}
