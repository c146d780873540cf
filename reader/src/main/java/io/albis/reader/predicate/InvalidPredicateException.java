// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.predicate;

import io.albis.format.error.AlbisException;
import java.util.Locale;

/** A predicate is nested too deeply, or bytes are not a serialized predicate. */
public class InvalidPredicateException extends AlbisException {

  private static final long serialVersionUID = 1L;

  /** An error that is described by its message alone. */
  public InvalidPredicateException(String message) {
    super(message);
  }

  /**
   * Bytes that are not a serialized predicate.
   *
   * @param offset byte offset of what is wrong
   * @param what is wrong, such as {@code "number of values"}
   * @param expected what it should be
   * @param found what it is
   */
  public InvalidPredicateException(int offset, String what, Object expected, Object found) {
    super(
        String.format(
            Locale.ROOT,
            "Invalid serialized predicate: %s at offset %d: expected %s, found %s",
            what,
            offset,
            expected,
            found));
  }
}
